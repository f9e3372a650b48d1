import { solidityPacked } from 'ethers';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { OTHER, SIGNER, STRANGE, USDC, encode, unsigned } from './unsigned.ts';

const CALL_ONLY = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2';
/** What safe-global/safe-deployments publishes of the contracts. */
const DEPLOYED = [
  ['MultiSend 1.3.0', '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761'],
  ['MultiSend 1.3.0, eip155', '0x998739BFdAAdde7C933B942a68053933098f9EDa'],
  ['MultiSendCallOnly 1.3.0', '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'],
  ['MultiSendCallOnly 1.3.0, eip155', '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B'],
  ['MultiSend 1.4.1', '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'],
  ['MultiSendCallOnly 1.4.1', CALL_ONLY],
  ['MultiSend 1.5.0', '0x218543288004CD07832472D464648173c77D7eB7'],
  ['MultiSendCallOnly 1.5.0', '0xA83c336B20401Af773B6219BA5027174338D1836'],
] as const;
const SAFE = STRANGE;
const ZERO = `0x${'0'.repeat(40)}`;
const ETHER = 10n ** 18n;

const part = (operation: number, to: string, value: bigint, data: string): string =>
  solidityPacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to, value, (data.length - 2) / 2, data],
  );
const batch = (...parts: string[]): string =>
  encode('multiSend(bytes)', `0x${parts.map((each) => each.slice(2)).join('')}`);
const execution = (to: string, data: string, operation: number): string =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, 0n, data, operation, 0n, 0n, 0n, ZERO, ZERO, '0x'],
  );
const read = (data: string, { to = SAFE, own = [] as string[] } = {}) =>
  readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned({ to, data }), {
    from: { address: SIGNER },
    ownAddresses: own,
  });

const transfer = encode('transfer(address,uint256)', OTHER, 5_000_000n);
const honest = batch(part(0, USDC, 0n, transfer), part(0, OTHER, ETHER, '0x'));

describe('a Safe that sends a batch', () => {
  it('is read call by call', () => {
    const reading = read(execution(CALL_ONLY, honest, 1));
    const [safe] = reading.actions;
    const [sent] = safe?.actions ?? [];
    expect([reading.blind, sent?.id]).toEqual([false, 'safe.multiSend']);
    expect(sent?.actions.map(({ id }) => id)).toEqual(['erc20.transfer', 'native.transfer']);
    expect(sentenceText(reading.sentence)).toContain('make 2 calls in one');
    expect(reading.warnings.map(({ code }) => code)).toEqual(['UNKNOWN_CONTRACT']);
    expect(sent?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Calls: 2',
      `Call 1 to: ${USDC}`,
      `Call 2 to: ${OTHER}`,
      'Call 2 sends: 1 ETH',
    ]);
  });

  it.each(DEPLOYED)('is read through %s', (_name, contract) => {
    expect(read(execution(contract, honest, 1)).blind).toBe(false);
  });

  it('marks the bytes of each address', () => {
    const hex = unsigned({ to: SAFE, data: execution(CALL_ONLY, honest, 1) });
    const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', hex);
    const facts = reading.actions[0]?.actions[0]?.facts.filter(({ kind }) => kind === 'address') ?? [];
    for (const { value, ranges: [[start, end] = [0, 0]] = [] } of facts)
      expect(`0x${hex.slice(2 + start * 2, 2 + end * 2)}`).toBe(value.toLowerCase());
    expect(facts.length).toBe(2);
  });

  it('attack: another contract in the place of MultiSend stays blind', () => {
    const reading = read(execution(OTHER, honest, 1));
    expect(reading.blind).toBe(true);
    expect(reading.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['DELEGATE_CALL', 'BLIND_SIGNING']),
    );
  });

  it('attack: another call of MultiSend stays blind', () => {
    expect(read(execution(CALL_ONLY, '0xdeadbeef', 1)).blind).toBe(true);
  });

  it('attack: foreign code run inside the batch is a danger, and blind', () => {
    const reading = read(execution(CALL_ONLY, batch(part(1, STRANGE, 0n, transfer)), 1));
    expect([reading.blind, reading.warnings.some(({ code }) => code === 'DELEGATE_CALL')]).toEqual([
      true,
      true,
    ]);
  });

  it('attack: an unknown call among readable ones makes the whole blind', () => {
    const mixed = batch(part(0, USDC, 0n, transfer), part(0, STRANGE, 0n, '0xdeadbeef'));
    expect(read(execution(CALL_ONLY, mixed, 1)).blind).toBe(true);
  });

  it.each([
    ['cut off', batch(part(0, USDC, 0n, transfer).slice(0, -2))],
    ['with bytes behind the last', batch(part(0, USDC, 0n, transfer), '0x00')],
    ['of another kind of call', batch(part(2, USDC, 0n, transfer))],
    ['with a length beyond all bounds', batch(`${part(0, USDC, 0n, '0x').slice(0, -64)}${'ff'.repeat(32)}`)],
  ])('a batch %s is not read', (_name, data) => {
    const reading = read(execution(CALL_ONLY, data, 1));
    expect([reading.blind, reading.actions[0]?.actions[0]?.actions]).toEqual([true, []]);
  });

  it('attack: what the operator’s Safe loses in a batch is missing in the totals', () => {
    const paid = batch(
      part(0, USDC, 0n, encode('transfer(address,uint256)', SIGNER, 1_000_000n)),
      part(0, USDC, 0n, encode('transfer(address,uint256)', OTHER, 900_000_000_000n)),
      part(0, OTHER, 5n * ETHER, '0x'),
    );
    const { totals } = read(execution(CALL_ONLY, paid, 1), { own: [SAFE] });
    expect(totals?.assets.map(({ asset, ...sums }) => ({ symbol: asset.symbol, ...sums }))).toEqual([
      { symbol: 'USDC', out: '900001000000', in: '1000000' },
      { symbol: 'ETH', out: (5n * ETHER).toString(), in: '0' },
    ]);
    expect(totals?.notes).toEqual([]);
  });

  it('attack: a batch of which nobody knows who pays seems to cost nothing', () => {
    const { totals } = read(honest, { to: CALL_ONLY, own: [SAFE] });
    expect(totals?.assets).toEqual([]);
    expect(totals?.notes).toEqual([
      'Who pays for the calls of “Batch of 2 calls” can’t be read from the transaction.',
    ]);
  });

  it('attack: a change of the Safe’s owners goes to the zero address, which 1.5.0 takes for the Safe', () => {
    const added = encode('addOwnerWithThreshold(address,uint256)', OTHER, 1n);
    const hidden = batch(part(0, ZERO, 0n, added), part(0, ZERO, ETHER, '0x'));
    const toOf = (contract: string) => {
      const facts = read(execution(contract, hidden, 1), { own: [SAFE] }).actions[0]?.actions[0]?.facts;
      return facts?.filter(({ label }) => label.endsWith(' to')).map(({ value }) => value);
    };
    expect(toOf('0xA83c336B20401Af773B6219BA5027174338D1836')).toEqual([SAFE, SAFE]);
    expect(toOf('0x218543288004CD07832472D464648173c77D7eB7')).toEqual([SAFE, SAFE]);
    expect(toOf(CALL_ONLY)).toEqual([ZERO, ZERO]);
  });
});
