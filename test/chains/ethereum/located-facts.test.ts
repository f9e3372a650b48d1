import { describe, expect, it } from 'vitest';
import { sentenceText, type Fact, type RecognisedAction } from '#chains/model/decoded.ts';
import { readTransaction } from '#chains/chains.ts';
import { allFacts } from './expect-said.ts';
import { KNOWN } from './known-calls.ts';
import { SIGNER, encode, unsigned } from './unsigned.ts';

/** What is read, with every fact of every call in it, and where the data starts. */
function readData(to: string, data: string, value: bigint) {
  const hex = unsigned({ to, data, value });
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from: { address: SIGNER } });
  return {
    start: hex.slice(2).indexOf(data.slice(2)) / 2,
    sentence: sentenceText(reading.sentence),
    // Of another form are calls with other rows; one that is not read has rows of its own.
    form: JSON.stringify(reading.actions.map(formOf)),
    facts: allFacts(reading.actions),
  };
}
const formOf = ({ id, facts, actions }: RecognisedAction): unknown => [
  id,
  facts.map(({ label, ranges }) => [label, ranges]),
  actions.map(formOf),
];

/** Data with one bit turned. */
function turned(data: string, at: number, bit: number): string {
  const bytes = Buffer.from(data.slice(2), 'hex');
  bytes[at] = (bytes[at] ?? 0) ^ bit;
  return `0x${bytes.toString('hex')}`;
}

/** Whether a fact tells of one value: wider ones tell of several, and words that stand for an amount of none. */
const isOne = ({ kind, value, ranges = [] }: Fact): boolean =>
  ranges.length > 0 &&
  ranges.every(([start, end]) => end - start <= 32) &&
  (kind !== 'amount' || /\d/.test(value));
const covers = ({ ranges = [] }: Fact, at: number): boolean =>
  ranges.some(([start, end]) => start <= at && at < end);
const said = ({ value, note }: Fact): string => JSON.stringify([value, note]);

/** One call of each function. */
const ONE_EACH = [...new Map(KNOWN.map((known) => [known[0], known])).values()];

describe('facts of calls follow the bytes that they name, and no others', () => {
  it.each(ONE_EACH)('in %s %s', (_selector, signature, args, to, value) => {
    const data = encode(signature, ...args);
    const before = readData(to, data, value);
    const followed = new Set<string>();
    const places = Array.from({ length: Math.floor(data.length / 64) }, (_, word) => 4 + 32 * word);
    for (const [at, bit] of places.flatMap((word) => [
      [word, 0x10] as const,
      [word + 15, 1] as const,
      [word + 31, 1] as const,
    ])) {
      const after = readData(to, turned(data, at, bit), value);
      if (after.form !== before.form) continue;
      const place = before.start + at;
      // An amount is written as its token wants it.
      const isOtherToken = before.facts.some(
        ({ kind, value: was }, index) => kind === 'address' && after.facts[index]?.value !== was,
      );
      for (const [index, fact] of before.facts.entries()) {
        const now = after.facts[index];
        if (now === undefined || !isOne(fact)) continue;
        if (covers(fact, place)) {
          followed.add(fact.label);
          // A text may say the same of two numbers.
          if (fact.kind !== 'text')
            expect([fact.label, at, said(now)]).not.toEqual([fact.label, at, said(fact)]);
          const isAlone = before.facts.filter((each) => each.value === fact.value).length === 1;
          if (fact.kind === 'address' && isAlone && before.sentence.includes(fact.value)) {
            expect(after.sentence).toContain(now.value);
            expect(after.sentence).not.toContain(fact.value);
          }
        } else if (!(isOtherToken && fact.kind === 'amount')) {
          expect([fact.label, at, said(now)]).toEqual([fact.label, at, said(fact)]);
        }
      }
    }
    for (const fact of before.facts) {
      const isInData = (fact.ranges?.[0]?.[0] ?? 0) >= before.start;
      if (isInData && fact.kind === 'address' && isOne(fact)) expect([...followed]).toContain(fact.label);
    }
  });
});
