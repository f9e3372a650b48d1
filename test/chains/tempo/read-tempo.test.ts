import { AuthorizationTempo, SignatureEnvelope } from 'ox/tempo';
import { Rlp, Secp256k1, type Hex } from 'ox';
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem';
import { Abis, Addresses } from 'viem/tempo';
import { tempo as mainnet, tempoDevnet, tempoModerato } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { networkOf } from '#chains/ethereum/model/networks.ts';
import { TOKENS } from '#chains/ethereum/model/tokens.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { readTempo } from '#chains/tempo/read-tempo.ts';
import {
  NEW_KEY,
  PATH_USD,
  PRIVATE_KEY,
  RECEIVER,
  SENDER,
  grant,
  tempoHex,
  transfer,
  type Changes,
} from './unsigned.ts';

const signer = { address: SENDER, name: 'Treasury' };
const read = (changes?: Changes) => readTempo(tempoHex(changes), signer);
const codes = (changes?: Changes) => read(changes).warnings.map(({ code }) => code);
const valueOf = (label: string, changes?: Changes) =>
  read(changes).facts.find((fact) => fact.label === label)?.value;

describe('one call', () => {
  it('is told in a sentence, with the token’s name out of the local list', () => {
    const reading = read();
    expect(sentenceText(reading.sentence)).toBe(`Send 1.50 pathUSD to ${RECEIVER}`);
    expect([reading.chain, reading.network, reading.blind]).toEqual(['tempo', 'Tempo', false]);
    expect(reading.warnings).toEqual([]);
  });

  it('says fee, fee token, nonce and time limits', () => {
    expect(valueOf('Max fee')).toBe('0.001 USD');
    expect(valueOf('Fee token')).toBe(PATH_USD);
    expect(valueOf('Nonce')).toBe('7');
    expect(valueOf('Valid until')).toBe('2026-11-21 00:00:00 UTC');
    expect(valueOf('Valid from')).toBe('immediately');
    expect(valueOf('From')).toBe(SENDER);
  });

  it('says gas prices in dollars, and how often a limit begins anew in words', () => {
    const note = (label: string, changes: Changes = {}) =>
      read(changes).facts.find((fact) => fact.label === label)?.note;
    expect(note('Max fee')).toBe('50,000 gas at 0.00000002 USD, tip 0.000000000000000001 USD');
    const limited = read({ keyAuthorization: grant() }).facts.find(({ note: said }) =>
      said?.startsWith('anew'),
    );
    expect(limited?.note).toBe(`anew every day; 5000000 of ${PATH_USD}`);
  });

  it('rounds the fee up, as the network does', () => {
    expect(valueOf('Max fee', { gas: 1n, maxFeePerGas: 1n })).toBe('0.000001 USD');
  });

  it('marks the very bytes of each field', () => {
    const hex = tempoHex();
    const { raw } = readTempo(hex);
    const at = (label: string) => raw.find((fact) => fact.label === label)?.ranges?.[0] ?? [0, 0];
    const bytes = (label: string) => hex.slice(at(label)[0] * 2, at(label)[1] * 2);
    expect(bytes('chainId')).toBe('1079');
    expect(bytes('feeToken')).toBe(PATH_USD.slice(2).toLowerCase());
    expect(bytes('calls[0].data')).toBe(transfer(1_500_000n).slice(2));
  });

  it('reads the memo of a payment, as text only where that is plain', () => {
    const data = (memo: Hex.Hex) =>
      encodeFunctionData({ abi: Abis.tip20, functionName: 'transferWithMemo', args: [RECEIVER, 7n, memo] });
    const memo = (hex: Hex.Hex) => valueOf('Memo', { calls: [{ to: PATH_USD, data: data(hex) }] });
    expect(memo(`0x${Buffer.from('Invoice 7').toString('hex').padEnd(64, '0')}`)).toBe('“Invoice 7”');
    expect(memo(`0x${'e2'.repeat(32)}`)).toBe(`0x${'e2'.repeat(32)}`);
  });
});

describe('several calls', () => {
  const unknown = { to: RECEIVER, data: '0xdeadbeef' } as const;

  it('are each listed, with how many there are', () => {
    const transfers = [1n, 2n, 3n, 4n].map(
      (amount) => ({ to: PATH_USD, data: transfer(amount * 1_000_000n) }) as const,
    );
    const reading = read({ calls: transfers });
    expect(reading.actions.map(({ id }) => id)).toEqual(Array(4).fill('erc20.transfer'));
    expect(sentenceText(reading.sentence)).toMatch(
      /^Make 4 calls at once: Send 1\.00 pathUSD.*; and 1 more$/,
    );
  });

  it('attack: a payment to a stranger, and an allowance for another, stand behind three of our own', () => {
    const own = { to: PATH_USD, data: transfer(1n, SENDER) } as const;
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [NEW_KEY, 1n] });
    const calls = [own, own, own, { to: PATH_USD, data: transfer(10n ** 12n) } as const, own];
    const text = (...more: (typeof own)[]) => sentenceText(read({ calls: [...calls, ...more] }).sentence);
    expect(text()).toContain(`; and 2 more, in favor of ${RECEIVER} (1,000,000.00 pathUSD)`);
    expect(text({ to: PATH_USD, data: approve } as const)).toContain(` and ${NEW_KEY}`);
    expect(sentenceText(read({ calls: [own, own, own, own] }).sentence)).toMatch(/; and 1 more$/);
  });

  it('attack: a call that nobody can read between readable ones makes the whole blind', () => {
    const reading = read({
      calls: [{ to: PATH_USD, data: transfer(1n) }, unknown, { to: PATH_USD, data: transfer(1n) }],
    });
    expect(reading.blind).toBe(true);
    expect(reading.warnings[0]?.code).toBe('BLIND_SIGNING');
  });

  it('attack: a call hidden behind many others makes the whole blind', () => {
    const many = Array.from({ length: 65 }, () => ({ to: PATH_USD, data: transfer(1n) }) as const);
    expect(read({ calls: many.slice(1) }).blind).toBe(false);
    expect(codes({ calls: many })).toContain('BLIND_SIGNING');
  });

  it('attack: a new contract among the calls is not read', () => {
    const reading = read({ calls: [{ data: '0x6000' }] });
    expect([reading.blind, reading.actions[0]?.id]).toEqual([true, 'contract.create']);
  });
});

describe('access to the account', () => {
  it('attack: a key authorization behind a payment is a danger', () => {
    const reading = read({ keyAuthorization: grant() });
    expect(reading.warnings[0]).toMatchObject({ code: 'KEY_ACCESS', severity: 'danger' });
    expect(reading.warnings[0]?.text).toContain(NEW_KEY);
    const facts = new Map(reading.facts.map(({ label, value }) => [label, value]));
    expect([facts.get('New key'), facts.get('New key ends'), facts.get('New key may spend')]).toEqual([
      NEW_KEY,
      'never',
      '5.00 pathUSD',
    ]);
  });

  it('attack: an administrator, another account and every chain are said on top', () => {
    expect(codes({ keyAuthorization: grant({ isAdmin: true }) })).toContain('KEY_ADMIN');
    expect(codes({ keyAuthorization: grant({ chainId: 0n }) })).toContain('KEY_ANY_CHAIN');
    expect(codes({ keyAuthorization: grant({}, `0x${'1'.repeat(64)}`) })).toContain('KEY_OF_ANOTHER_ACCOUNT');
    expect(codes({ keyAuthorization: grant({ account: RECEIVER }) })).toContain('KEY_OF_ANOTHER_ACCOUNT');
    expect(codes({ keyAuthorization: grant() })).not.toContain('KEY_OF_ANOTHER_ACCOUNT');
  });

  it('attack: a delegation of the account is a danger, and says whose it is', () => {
    const plain = AuthorizationTempo.from({ address: NEW_KEY, chainId: 4217, nonce: 1n });
    const signature = Secp256k1.sign({
      payload: AuthorizationTempo.getSignPayload(plain),
      privateKey: PRIVATE_KEY,
    });
    const signed = AuthorizationTempo.from(plain, { signature: SignatureEnvelope.from(signature) });
    const [first] = read({ authorizationList: [signed] }).warnings;
    expect(first).toMatchObject({ code: 'DELEGATION', severity: 'danger' });
    expect(first?.text).toContain('the signing account');
  });

  it('attack: calls that let a key in are a danger, but only where they mean that', () => {
    const config = { expiry: 9n, enforceLimits: true, limits: [], allowAnyCalls: true, allowedCalls: [] };
    const data = encodeFunctionData({
      abi: parseAbi([
        'struct Limit { address token; uint256 amount; uint64 period; }',
        'struct Rule { bytes4 selector; address[] recipients; }',
        'struct Scope { address target; Rule[] selectorRules; }',
        'struct Config { uint64 expiry; bool enforceLimits; Limit[] limits; bool allowAnyCalls; Scope[] allowedCalls; }',
        'function authorizeKey(address keyId, uint8 signatureType, Config config)',
      ]),
      args: [NEW_KEY, 1, config],
    });
    const there = read({ calls: [{ to: Addresses.accountKeychain, data }] });
    expect([there.blind, there.warnings[0]?.code]).toEqual([false, 'KEY_ACCESS']);
    expect(read({ calls: [{ to: RECEIVER, data }] }).blind).toBe(true);
    const admin = encodeFunctionData({
      abi: Abis.accountKeychain,
      functionName: 'authorizeAdminKey',
      args: [NEW_KEY, 0, `0x${'00'.repeat(32)}`],
    });
    expect(codes({ calls: [{ to: Addresses.accountKeychain, data: admin }] })).toContain('KEY_ADMIN');
  });
});

describe('the envelope', () => {
  it('says when nothing limits its time', () => {
    const warning = read({ validBefore: undefined }).warnings.find(({ code }) => code === 'NO_EXPIRY');
    expect(warning?.severity).toBe('notice');
    expect(codes({ validBefore: undefined, nonceKey: 2n ** 256n - 1n })).toContain('EXPIRING_WITHOUT_LIMIT');
  });

  it('says that another account pays, and that it chooses the token', () => {
    const changes = { feePayerSignature: null, feeToken: undefined };
    expect(codes(changes)).toContain('FEE_PAID_BY_OTHER');
    expect(valueOf('Fee token', changes)).toBe('chosen by the fee payer');
  });

  it.each([
    ['FEE_HIGH', { gas: 30_000_000n, maxFeePerGas: 10n ** 12n }],
    ['FEE_TOKEN_INVALID', { feeToken: RECEIVER }],
    ['FEE_TOKEN_UNKNOWN', { feeToken: '0x20c00000000000000000000000000000000000ff' }],
    ['UNKNOWN_NETWORK', { chainId: 1 }],
    ['VALUE_ON_TEMPO', { calls: [{ to: RECEIVER, value: 1n }] }],
  ] as const)('warns: %s', (code, changes) => {
    expect(codes(changes)).toContain(code);
  });

  it('warns of a time window that is none', () => {
    // ox refuses to encode this, and the network to take it.
    const hex = tempoHex({ validBefore: 1_800_000_000, validAfter: 1_700_000_000 });
    const swapped = hex.replace('846b49d200846553f100', '846553f100846b49d200');
    expect(swapped).not.toBe(hex);
    expect(readTempo(swapped).warnings.map(({ code }) => code)).toContain('NEVER_VALID');
  });
});

describe('what is refused', () => {
  type Item = Hex.Hex | readonly Item[];
  const fields = (changes: Readonly<Record<number, Item>>): string => {
    const list = Rlp.toHex(`0x${tempoHex().slice(2)}`) as readonly Item[];
    return `76${Rlp.fromHex(list.map((each, index) => changes[index] ?? each)).slice(2)}`;
  };

  it.each([
    ['what a fee payer signs', `78${tempoHex().slice(2)}`, 'TRANSACTION_FOR_FEE_PAYER'],
    ['an Ethereum transaction', `02${tempoHex().slice(2)}`, 'TRANSACTION_TYPE_UNKNOWN'],
    ['no calls', fields({ 4: [] }), 'TRANSACTION_FIELD_INVALID'],
    ['a signature of the fee payer', fields({ 11: ['0x01', '0x02', '0x03'] }), 'TRANSACTION_FIELD_INVALID'],
    ['a fee token that the sender would not sign for', fields({ 11: '0x00' }), 'TRANSACTION_FIELD_INVALID'],
    ['another mark', fields({ 11: '0x01' }), 'TRANSACTION_FIELD_INVALID'],
    ['a short address', fields({ 10: '0x20c0' }), 'TRANSACTION_FIELD_INVALID'],
    ['an integer with a leading zero', fields({ 3: '0x0001' }), 'TRANSACTION_FIELD_INVALID'],
    ['nonce beyond 64 bits', fields({ 7: `0x01${'00'.repeat(8)}` }), 'TRANSACTION_FIELD_INVALID'],
    ['nothing', '', 'HEX_INVALID'],
    ['too few fields', '76c101', 'TRANSACTION_FIELD_COUNT'],
    ['no list', '7601', 'TRANSACTION_FIELD_INVALID'],
  ])('%s', (_name, hex, code) => {
    expect(() => readTempo(hex)).toThrow(expect.objectContaining({ code }) as Error);
  });
});

describe('the local lists', () => {
  it('have the networks that viem has', () => {
    for (const { id } of [mainnet, tempoModerato, tempoDevnet])
      expect(networkOf(BigInt(id)).name).toMatch(/^Tempo/);
  });

  it('have pathUSD where viem has it', () => {
    expect(TOKENS['4217']?.[PATH_USD]?.symbol).toBe('pathUSD');
    expect(Addresses.pathUsd).toBe(PATH_USD.toLowerCase());
  });
});
