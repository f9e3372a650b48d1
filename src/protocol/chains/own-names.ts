import type { Fact, RecognisedAction, TransactionReading } from './reading.ts';

/**
 * A reading whose own addresses have their names: an address with no note, or its type alone, gets that of its key or account.
 * @param nameOf undefined for an address that is none of ours
 */
export const withOwnNames = (
  reading: TransactionReading,
  nameOf: (address: string) => string | undefined = () => undefined,
): TransactionReading => {
  const named = (fact: Fact): Fact => {
    const { kind, note, value } = fact;
    const name = kind === 'address' && (note ?? 'address') === 'address' ? nameOf(value) : undefined;
    return name === undefined ? fact : { ...fact, note: note === undefined ? name : `${name}, ${note}` };
  };
  const step = (action: RecognisedAction): RecognisedAction => ({
    ...action,
    facts: action.facts.map(named),
    actions: action.actions.map(step),
  });
  return { ...reading, facts: reading.facts.map(named), actions: reading.actions.map(step) };
};
