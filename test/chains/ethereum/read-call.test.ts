import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, type Fact, type RecognisedAction } from '#chains/model/decoded.ts';
import { KNOWN } from './known-calls.ts';
import { OTHER, SIGNER, STRANGE, USDC, encode, unsigned } from './unsigned.ts';

const readHex = (hex: string) =>
  readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from: { address: SIGNER } });
const read = (to: string, data: string, value = 0n) => readHex(unsigned({ to, data, value }));
const codes = (reading: ReturnType<typeof read>) => reading.warnings.map((warning) => warning.code);

/** Facts of an action and of those inside it. */
const allFacts = (actions: readonly RecognisedAction[]): Fact[] =>
  actions.flatMap((action) => [...action.facts, ...allFacts(action.actions)]);

describe('calls', () => {
  it.each(KNOWN)('reads %s %s', (selector, signature, args, to, value, id, sentence, warnings) => {
    const data = encode(signature, ...args);
    expect(data.slice(2, 10)).toBe(selector);
    const reading = read(to, data, value);
    expect(reading.actions[0]?.id).toBe(id);
    expect(sentenceText(reading.sentence)).toBe(sentence);
    expect(codes(reading)).toEqual(warnings);
    expect(reading.blind).toBe(warnings.includes('BLIND_SIGNING'));
  });

  it.each(KNOWN)(
    'marks where the addresses of %s %s stand in the bytes',
    (_selector, signature, args, to, value) => {
      const hex = unsigned({ to, data: encode(signature, ...args), value });
      const reading = readHex(hex);
      for (const fact of allFacts(reading.actions)) {
        for (const [start, end] of fact.ranges ?? []) {
          if (fact.kind === 'address')
            expect(`0x${hex.slice(2 + start * 2, 2 + end * 2)}`).toBe(fact.value.toLowerCase());
          if (fact.note !== undefined && /^\d+$/.test(fact.note)) {
            expect(BigInt(`0x${hex.slice(2 + start * 2, 2 + end * 2)}`)).toBe(BigInt(fact.note));
          }
        }
      }
    },
  );

  it.each(KNOWN)(
    'reads nothing into %s %s with bytes hidden behind it',
    (selector, signature, args, to, value) => {
      const reading = read(to, `${encode(signature, ...args)}00`, value);
      expect([reading.blind, reading.actions[0]?.id]).toEqual([true, 'call.malformed']);
      expect(codes(reading)).toEqual(expect.arrayContaining(['CALL_NOT_CANONICAL', 'BLIND_SIGNING']));
      expect(sentenceText(reading.sentence)).toContain(selector);
    },
  );

  it('ends with the first deadline of all calls that it carries', () => {
    const permit = encode(
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      ...[SIGNER, OTHER, 5n, 1_800_000_000n, 27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`],
    );
    expect(read(USDC, permit).expiresAtMs).toBe(1_800_000_000_000);
    const batch = (deadline: bigint) =>
      read(STRANGE, encode('multicall(uint256,bytes[])', deadline, [permit])).expiresAtMs;
    expect(batch(1_900_000_000n)).toBe(1_800_000_000_000);
    expect(batch(1_700_000_000n)).toBe(1_700_000_000_000);
    expect(batch(2n ** 256n - 1n)).toBe(1_800_000_000_000);
    expect(read(USDC, encode('transfer(address,uint256)', OTHER, 5n))).not.toHaveProperty('expiresAtMs');
  });

  it('reads nothing into a transfer whose address has hidden bytes before it', () => {
    const honest = encode('transfer(address,uint256)', OTHER, 5n);
    const data = `${honest.slice(0, 10)}01${honest.slice(12)}`;
    expect(codes(read(USDC, data))).toContain('CALL_NOT_CANONICAL');
  });

  it('warns of blind signing with the selector of an unknown call, and of the coins that go along', () => {
    const reading = read(STRANGE, '0xdeadbeef00', 10n ** 18n);
    expect(reading.blind).toBe(true);
    expect(codes(reading)).toEqual(['BLIND_SIGNING', 'VALUE_WITH_UNKNOWN_CALL']);
    expect(reading.warnings[0]?.text).toContain('0xdeadbeef');
    expect(sentenceText(reading.sentence)).toBe(
      `Call 0xdeadbeef on ${STRANGE}, which could not be read, and send 1 ETH`,
    );
  });

  it('warns of blind signing when the data is too short for a call', () => {
    expect(codes(read(STRANGE, '0xdead'))).toEqual(['BLIND_SIGNING']);
  });

  it('never shows a token by a name that is not in the local list of that chain', () => {
    const data = encode('transfer(address,uint256)', OTHER, 5n);
    const reading = readHex(unsigned({ to: USDC, data, chainId: 10n }));
    expect(JSON.stringify(reading)).not.toContain('USDC');
    expect(codes(reading)).toEqual(['UNKNOWN_TOKEN']);
  });
});
