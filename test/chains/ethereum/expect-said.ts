import { formatEther, type ParamType, type Result } from 'ethers';
import { expect } from 'vitest';
import type { Fact, RecognisedAction } from '#chains/model/decoded.ts';

/** Facts of actions and of those inside them. */
export const allFacts = (actions: readonly RecognisedAction[]): Fact[] =>
  actions.flatMap((action) => [...action.facts, ...allFacts(action.actions)]);

/** Whether some fact says a number: as it is, in coins, or as a time. */
export function saysNumber(facts: readonly Fact[], number: bigint): boolean {
  const texts = facts.flatMap(({ value, note = '' }) => [value, note]);
  const time =
    number < 8_640_000_000_000n ? new Date(Number(number) * 1000).toISOString().slice(0, 10) : 'never';
  return texts.some((text) => {
    const words = text.replaceAll(',', '').split(' ');
    return (
      words.includes(number.toString()) ||
      words.includes(formatEther(number).replace(/\.0$/, '')) ||
      words[0] === time
    );
  });
}

/** Checks that facts say every address and number that ethers decodes, but those within lists. */
export function expectSaid(facts: readonly Fact[], inputs: readonly ParamType[], values: Result): void {
  for (const [index, { baseType, type }] of inputs.entries()) {
    const value: unknown = values[index];
    if (type === 'address') expect(facts.map((fact) => fact.value)).toContain(value);
    // The v of a permit is a part of its signature.
    if (baseType.startsWith('uint') && type !== 'uint8' && typeof value === 'bigint')
      expect([value, saysNumber(facts, value)]).toEqual([value, true]);
  }
}
