import { hexlify } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, type Fact, type RecognisedAction } from '#chains/model/decoded.ts';
import { OTHER, SIGNER, STRANGE, USDC, encode, unsigned } from './unsigned.ts';

const MAX = 2n ** 256n - 1n;
const ZERO = `0x${'0'.repeat(40)}`;
const SOON = 1_800_000_000n;

const readHex = (hex: string) =>
  readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from: { address: SIGNER } });
const read = (to: string, data: string, value = 0n) => readHex(unsigned({ to, data, value }));
const codes = (reading: ReturnType<typeof read>) => reading.warnings.map((warning) => warning.code);

/** Facts of an action and of those inside it. */
const allFacts = (actions: readonly RecognisedAction[]): Fact[] =>
  actions.flatMap((action) => [...action.facts, ...allFacts(action.actions)]);

describe('calls inside calls', () => {
  const transfer = encode('transfer(address,uint256)', OTHER, 5n);
  const approve = encode('approve(address,uint256)', OTHER, MAX);
  const batch = (...calls: string[]) => encode('multicall(bytes[])', calls);

  it.each([
    ['multicall(bytes[])', batch(transfer, approve)],
    ['multicall(uint256,bytes[])', encode('multicall(uint256,bytes[])', SOON, [transfer, approve])],
  ])('reads every call of %s, lifts up its warnings and marks its bytes', (_name, data) => {
    const hex = unsigned({ to: USDC, data });
    const reading = readHex(hex);
    expect(reading.actions[0]?.actions.map((action) => action.id)).toEqual([
      'erc20.transfer',
      'erc20.approve',
    ]);
    expect(codes(reading)).toEqual(['UNLIMITED_APPROVAL', 'UNKNOWN_CONTRACT']);
    expect(reading.blind).toBe(false);
    const places = allFacts(reading.actions[0]?.actions ?? [])
      .filter((fact) => fact.value === OTHER)
      .map((fact) => fact.ranges?.map(([start, end]) => `0x${hex.slice(2 + start * 2, 2 + end * 2)}`));
    expect(places).toEqual([[OTHER.toLowerCase()], [OTHER.toLowerCase()]]);
  });

  it('is blind when one call of a batch is unknown', () => {
    const reading = read(STRANGE, batch(transfer, '0xdeadbeef'));
    expect(reading.blind).toBe(true);
    expect(codes(reading)).toContain('BLIND_SIGNING');
  });

  it('stops reading calls nested too deep, and says so', () => {
    let data = transfer;
    for (let depth = 0; depth < 5; depth += 1) data = batch(data);
    expect(read(USDC, data).blind).toBe(true);
    expect(read(USDC, batch(batch(batch(batch(transfer))))).blind).toBe(false);
  });

  it('stops reading a batch of five hundred calls, and says so', () => {
    const reading = read(USDC, batch(...Array.from({ length: 500 }, () => transfer)));
    expect([reading.blind, codes(reading)]).toEqual([true, ['BLIND_SIGNING', 'UNKNOWN_CONTRACT']]);
  });

  const execute =
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)';
  const safe = (to: string, value: bigint, data: string, operation: number) =>
    encode(execute, to, value, data, operation, 0, 0, 0, ZERO, ZERO, '0x');

  it('reads what a Safe is told to do', () => {
    const reading = read(STRANGE, safe(USDC, 0n, transfer, 0));
    expect(sentenceText(reading.sentence)).toBe(
      `Asks the unknown contract ${STRANGE} to “execTransaction”: send 0.000005 USDC to ${OTHER}`,
    );
    expect(reading.actions[0]?.actions[0]?.id).toBe('erc20.transfer');
    expect([codes(reading), reading.blind]).toEqual([['UNKNOWN_CONTRACT'], false]);
  });

  it('names the coins of the Safe and the coins of the transaction apart', () => {
    const reading = read(STRANGE, safe(OTHER, 10n ** 18n, '0x', 0), 10n ** 18n);
    expect(sentenceText(reading.sentence)).toBe(
      `Asks the unknown contract ${STRANGE} to “execTransaction”, and sends 1 ETH: send 1 ETH to ${OTHER}`,
    );
  });

  it('warns of foreign code that runs as the Safe, and counts it as blind', () => {
    const reading = read(STRANGE, safe(OTHER, 0n, transfer, 1));
    expect(codes(reading)).toEqual(expect.arrayContaining(['DELEGATE_CALL', 'BLIND_SIGNING']));
    expect(reading.blind).toBe(true);
  });

  it('reads the call that comes with an upgrade', () => {
    const reading = read(STRANGE, encode('upgradeToAndCall(address,bytes)', OTHER, '0xdeadbeef'));
    expect(codes(reading)).toEqual(['CONTRACT_UPGRADE', 'BLIND_SIGNING']);
  });

  it('refuses, at once, a batch whose thousands of calls are one large part shared (a memory bomb)', () => {
    const count = 1500;
    const word = (value: number) => value.toString(16).padStart(64, '0');
    const large = 60_000;
    const pointers = word(count * 32).repeat(count);
    const body = word(large) + '00'.repeat(Math.ceil(large / 32) * 32);
    const reading = read(USDC, `0xac9650d8${word(32)}${word(count)}${pointers}${body}`);
    expect(codes(reading)).toEqual(['CALL_NOT_CANONICAL', 'BLIND_SIGNING']);
  });

  it('takes exactly what ethers encodes, for random batches', () => {
    const calls = fc.array(fc.uint8Array({ maxLength: 70 }).map(hexlify), { maxLength: 6 });
    fc.assert(
      fc.property(calls, (inner) => {
        const [action] = read(STRANGE, batch(...inner)).actions;
        expect([action?.id, action?.actions.length]).toEqual(['multicall', inner.length]);
      }),
    );
  });
});
