import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTypedData } from '#chains/ethereum/typed-data/read-typed-data.ts';
import { sentenceText, decodedTransaction } from '#chains/model/decoded.ts';
import { AppError } from '#protocol/error.ts';
import { encode, MESSENGER, OTHER, SIGNER, STRANGE, USDC } from '../unsigned.ts';
import { TYPED_DATA } from './arbitrary.ts';
import {
  authorizedTransfer,
  cancelledTransfer,
  DEADLINE,
  daiPermit,
  MAIL,
  MAIL_DIGEST,
  MAX,
  permit,
  permitBatch,
  permitBatchTransfer,
  permitSingle,
  permitTransfer,
  safeTransaction,
  userOperation,
} from './samples.ts';

const read = (data: unknown, address = SIGNER) => {
  const reading = readTypedData(JSON.stringify(data), { address });
  expect(decodedTransaction.parse(reading)).toEqual(reading);
  return reading;
};
const said = (data: unknown): string => sentenceText(read(data).sentence);
const codes = (data: unknown, address?: string): string[] =>
  read(data, address).warnings.map(({ code, severity }) => `${severity} ${code}`);
const value = (data: unknown, label: string) => read(data).facts.find((fact) => fact.label === label)?.value;

describe('permits that tokens take', () => {
  it('reads an allowance by its token, amount, owner and end', () => {
    expect(said(permit())).toBe(`Allow ${OTHER} to spend 1.50 USDC`);
    expect(codes(permit())).toEqual(['danger APPROVAL_TO_STRANGER', 'caution APPROVAL_BY_SIGNATURE']);
    expect([value(permit(), 'Owner'), value(permit(), 'Valid until')]).toEqual([
      SIGNER,
      '2025-11-21 12:00:00 UTC',
    ]);
    expect(read(permit()).expiresAtMs).toBe(Number(DEADLINE) * 1000);
    expect(read(permit()).blind).toBe(false);
  });

  it('warns of one without limit, without end, for another account, and of an unknown token', () => {
    expect(codes(permit({ value: MAX, deadline: MAX }))).toEqual([
      'danger UNLIMITED_APPROVAL',
      'caution APPROVAL_BY_SIGNATURE',
      'caution NEVER_EXPIRES',
    ]);
    expect(codes(permit(), OTHER)).toContain('caution NOT_THE_SIGNER');
    expect(codes(permit({}, { verifyingContract: STRANGE }))).toContain('caution UNKNOWN_TOKEN');
  });

  it('attack: a contract that calls itself USD Coin is shown by its address', () => {
    const posing = permit({}, { verifyingContract: STRANGE });
    expect(said(posing)).toContain(STRANGE);
    expect(said(posing)).not.toContain('USDC');
  });

  it('reads Dai’s, which gives everything or nothing', () => {
    expect(said(daiPermit())).toBe(`Allow ${OTHER} to spend unlimited DAI`);
    expect(codes(daiPermit())).toContain('danger UNLIMITED_APPROVAL');
    expect(codes(daiPermit({ expiry: 0 }))).toContain('caution NEVER_EXPIRES');
    expect(said(daiPermit({ allowed: false }))).toMatch(/^Take back the approval/);
  });
});

describe('transfers that tokens take by signature (EIP-3009)', () => {
  it('reads what is sent, from whom to whom, between which times, and who may hand it in', () => {
    expect(said(authorizedTransfer())).toBe(`Send 1.50 USDC to ${OTHER}, handed in by anybody`);
    expect(said(authorizedTransfer({}, {}, 'Receive'))).toBe(
      `Send 1.50 USDC to ${OTHER}, handed in by the recipient`,
    );
    expect(codes(authorizedTransfer())).toEqual(['caution APPROVAL_BY_SIGNATURE']);
    expect(read(authorizedTransfer()).expiresAtMs).toBe(Number(DEADLINE) * 1000);
    expect(value(authorizedTransfer({ validAfter: DEADLINE }), 'Valid from')).toBe('2025-11-21 12:00:00 UTC');
    expect(said(cancelledTransfer())).toBe(`Call off a transfer that ${SIGNER} signed`);
    expect([read(authorizedTransfer()).blind, read(cancelledTransfer()).blind]).toEqual([false, false]);
  });

  it('attack: for another account, without end, to nobody, or of a token that poses as another', () => {
    expect(codes(authorizedTransfer(), OTHER)).toContain('caution NOT_THE_SIGNER');
    expect(codes(authorizedTransfer({ validBefore: MAX }))).toContain('caution NEVER_EXPIRES');
    expect(codes(authorizedTransfer({ to: `0x${'0'.repeat(40)}` }))).toContain('danger ZERO_ADDRESS');
    const posing = authorizedTransfer({}, { verifyingContract: STRANGE });
    expect(codes(posing)).toContain('caution UNKNOWN_TOKEN');
    expect(said(posing)).not.toContain('USDC');
  });
});

describe('Permit2', () => {
  it('reads allowances and transfers, of one token and of many', () => {
    expect(said(permitSingle())).toBe(`Allow ${OTHER} to spend 1.50 USDC`);
    expect(said(permitBatch())).toBe(`Allow ${OTHER} to spend 2 tokens, named below`);
    expect(said(permitTransfer())).toBe(`Allow ${OTHER} to take, once, up to 1.50 USDC`);
    expect(said(permitBatchTransfer())).toBe(`Allow ${OTHER} to take, once, up to 1.50 USDC`);
    for (const data of [permitSingle(), permitBatch(), permitTransfer(), permitBatchTransfer()]) {
      expect(read(data).blind).toBe(false);
    }
  });

  it('warns of the largest amount of its width, and of an allowance that outlives the signature', () => {
    expect(codes(permitSingle({ amount: (2n ** 160n - 1n).toString() }))).toContain(
      'danger UNLIMITED_APPROVAL',
    );
    expect(codes(permitSingle({ expiration: (2n ** 48n - 1n).toString() }))).toContain(
      'caution NEVER_EXPIRES',
    );
  });

  it('attack: the same form for another contract than Permit2 is blind', () => {
    expect(codes(permitSingle({}, { verifyingContract: STRANGE }))).toContain('danger BLIND_SIGNING');
  });
});

describe('smart accounts', () => {
  it('reads the call inside a Safe’s transaction with the words and warnings of a call', () => {
    expect(said(safeTransaction())).toBe(`From the Safe ${STRANGE}: send 1 ETH to ${OTHER}`);
    const approval = safeTransaction({
      to: USDC,
      value: 0,
      data: encode('approve(address,uint256)', OTHER, 2n ** 256n - 1n),
    });
    expect(codes(approval)).toEqual(['danger UNLIMITED_APPROVAL']);
    expect(read(approval).actions[0]?.actions[0]?.id).toBe('erc20.approve');
    expect(codes(safeTransaction({ operation: 1, data: '0xdeadbeef' }))).toEqual(
      expect.arrayContaining(['danger DELEGATE_CALL', 'danger BLIND_SIGNING']),
    );
    expect(value(safeTransaction(), 'Safe nonce')).toBe('3');
  });

  it('attack: a Safe’s transaction that sends USDC to a stranger on Solana', () => {
    const burn = encode(
      'depositForBurn(uint256,uint32,bytes32,address)',
      ...[5_000_000n, 5, `0x${'01'.repeat(32)}`, USDC],
    );
    const sent = read(safeTransaction({ to: MESSENGER, value: 0, data: burn })).actions[0]?.actions[0];
    expect(sent?.facts.find(({ label }) => label === 'To')).toMatchObject({
      value: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
      note: 'not one of your addresses',
    });
  });

  it('reads a user operation with the words and warnings of the call that hands it in', () => {
    const callData = encode(
      'execute(address,uint256,bytes)',
      USDC,
      0n,
      encode('approve(address,uint256)', OTHER, 2n ** 256n - 1n),
    );
    expect(value(userOperation({ callData }), 'Account')).toBe(SIGNER);
    expect(said(userOperation({ callData }))).toContain('unlimited USDC');
    expect(codes(userOperation({ callData }))).toEqual(['danger UNLIMITED_APPROVAL']);
    expect(codes(userOperation({ callData: '0xdeadbeef' }))).toContain('danger BLIND_SIGNING');
    expect(read(userOperation({ callData: '0xdeadbeef' })).blind).toBe(true);
    const paid = userOperation({ callData, paymasterAndData: `0x${'33'.repeat(52)}` });
    expect(read(paid).facts.map(({ label }) => label)).toContain('Paid by');
  });

  it('attack: a user operation for a foreign entry point is blind', () => {
    expect(codes(userOperation({}, { verifyingContract: STRANGE }))).toContain('danger BLIND_SIGNING');
  });
});

describe('data of a form that is not known', () => {
  it('shows every field with its type, and says that what follows is blind', () => {
    const reading = read(MAIL);
    expect(sentenceText(reading.sentence)).toBe(
      `Sign “Mail” for the contract ${MAIL.domain.verifyingContract}`,
    );
    expect(reading.blind).toBe(true);
    expect(reading.warnings.map(({ code }) => code)).toEqual(['BLIND_SIGNING']);
    const shown = reading.facts.map(({ label, value: text, note }) => [label, text, note]);
    expect(shown).toContainEqual(['from.wallet', MAIL.message.from.wallet, 'address']);
    expect(shown).toContainEqual(['contents', 'Hello, Bob!', 'string']);
    expect(shown).toContainEqual(['Application', 'Ether Mail', 'as the request calls itself']);
    expect(shown).toContainEqual(['Signing hash', MAIL_DIGEST, undefined]);
  });

  it('warns of a domain without chain or contract, and of an unknown chain', () => {
    expect(codes({ ...MAIL, types: { ...MAIL.types, EIP712Domain: [] }, domain: {} })).toEqual([
      'danger BLIND_SIGNING',
      'caution NO_CHAIN',
      'caution NO_CONTRACT',
    ]);
    expect(codes({ ...MAIL, domain: { ...MAIL.domain, chainId: 31337 } })).toContain('caution UNKNOWN_CHAIN');
  });

  it('attack: unseen and look-alike letters in a text are written out and warned of', () => {
    const data = { ...MAIL, message: { ...MAIL.message, contents: 'p\u0430ypal \u202Egro.evil' } };
    expect(codes(data)).toEqual([
      'danger BLIND_SIGNING',
      'danger UNSEEN_CHARACTERS',
      'caution MIXED_SCRIPTS',
    ]);
    expect(value(data, 'contents')).toContain('[U+202E]');
  });

  it('attack: thousands of odd texts make one warning of each kind, and none hides a graver one', () => {
    const types = { EIP712Domain: MAIL.types.EIP712Domain, Mail: [{ name: 'n', type: 'string[]' }] };
    const odd = [...Array<string>(3000).fill('p\u0430ypal'), 'p\u0430ypal.com', 'a\u202Eb'];
    const { warnings } = read({ ...MAIL, types, message: { n: odd } });
    const ofTexts = warnings.filter(({ text }) => text.startsWith('A text of the data'));
    expect(ofTexts.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'danger MIXED_SCRIPTS',
      'danger LOOK_ALIKE_TEXT',
      'danger UNSEEN_CHARACTERS',
      'caution MIXED_SCRIPTS',
    ]);
    expect(ofTexts.map(({ text }) => / (\S+) more texts? /.exec(text)?.[1])).toEqual([
      ...[undefined, undefined, undefined, '2999'],
    ]);
    const two = read({ ...MAIL, types, message: { n: odd.slice(-2).concat('c\u202E') } });
    expect(two.warnings.find(({ code }) => code === 'UNSEEN_CHARACTERS')?.text).toMatch(
      /One more text is like this one\.$/,
    );
  });

  it('keeps what does not fit among the raw fields, and says so', () => {
    const data = {
      ...MAIL,
      types: { EIP712Domain: MAIL.types.EIP712Domain, Mail: [{ name: 'n', type: 'uint8[]' }] },
      message: { n: new Array(300).fill(1) },
    };
    expect(codes(data)).toContain('danger FIELDS_NOT_SHOWN');
    expect(read(data).raw.filter(({ label }) => label.startsWith('n['))).toHaveLength(300);
  });

  it('reads whatever is signed, and two different pieces of data never show the same', () => {
    fc.assert(
      fc.property(TYPED_DATA, TYPED_DATA, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(read(one).raw).not.toEqual(read(other).raw);
      }),
    );
  });

  it('throws nothing but its own errors when the JSON is changed anywhere', () => {
    const texts = [MAIL, permit(), permitBatch(), safeTransaction(), userOperation()].map((data) =>
      JSON.stringify(data),
    );
    const edits = fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 2 })), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...texts), edits, (text, changes) => {
        const changed = changes.reduce(
          (now, [at, into]) => now.slice(0, at % now.length) + into + now.slice((at % now.length) + 1),
          text,
        );
        try {
          readTypedData(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
