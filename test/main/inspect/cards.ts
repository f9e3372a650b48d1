import { systemClock } from '#main/platform/clock.ts';
import type { CardText } from '#main/features/previews/card-text.ts';
import { inspectLines } from '#main/inspect/inspect-lines.ts';
import { type ContractInterfaces, firstOf } from '#chains/ethereum/typed-data/contract-interfaces.ts';

/** What one line of input comes to, as a script reads it. */
export type Card = CardText & { readonly refused?: { readonly code: string; readonly message: string } };

/** The card of one line of input, as `npm run inspect` writes it. */
export async function cardOf(input: object, interfaces: ContractInterfaces = firstOf()): Promise<Card> {
  const lines = (async function* () {
    yield await Promise.resolve(JSON.stringify(input));
  })();
  for await (const line of inspectLines(lines, interfaces, systemClock)) return JSON.parse(line) as Card;
  throw new Error('No line came back.');
}

/** A card as an operator takes it in: what it says, and the codes of what needs the tick. */
export const dangersOf = ({ warnings }: Card): string[] =>
  warnings.filter(({ severity }) => severity === 'danger').map(({ code }) => code);

/** The facts with a label, whatever number or step stands before it. */
export const factsOf = ({ facts }: Card, label: string): string[] =>
  facts
    .filter((fact) => fact.label === label || fact.label.endsWith(` ${label}`))
    .map(({ value, note = '' }) => (note === '' ? value : `${value} (${note})`));
