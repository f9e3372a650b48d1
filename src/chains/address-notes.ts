import type { Fact, RecognisedAction, DecodedTransaction } from './decoded.ts';
import { isRecipient } from './recipients.ts';

/** What an address fact without a note of its own is noted with; undefined for nothing. */
type NoteOf = (fact: Fact) => string | undefined;

function withNotes(reading: DecodedTransaction, noteOf: NoteOf): DecodedTransaction {
  const noted = (fact: Fact): Fact => {
    const { kind, note } = fact;
    const isBare = note === undefined || /^address\b(?!.*,)/.test(note);
    const more = kind === 'address' && isBare ? noteOf(fact) : undefined;
    return more === undefined ? fact : { ...fact, note: note === undefined ? more : `${more}, ${note}` };
  };
  const step = (action: RecognisedAction): RecognisedAction => ({
    ...action,
    facts: action.facts.map(noted),
    actions: action.actions.map(step),
  });
  return { ...reading, facts: reading.facts.map(noted), actions: reading.actions.map(step) };
}

/**
 * A reading whose own addresses have their names: an address with no note, or its type alone, gets that of its key or account.
 * @param nameOf undefined for an address that is none of ours
 */
export const withOwnNames = (
  reading: DecodedTransaction,
  nameOf: (address: string) => string | undefined = () => undefined,
): DecodedTransaction => withNotes(reading, ({ value }) => nameOf(value));

/** A reading that says of each recipient who is not ours whether it was ever paid. */
export const withNewRecipients = (
  reading: DecodedTransaction,
  isKnown: (address: string) => boolean,
): DecodedTransaction =>
  withNotes(reading, (fact) =>
    isRecipient(fact)
      ? isKnown(fact.value)
        ? 'paid before'
        : 'new: not yours, and not paid before'
      : undefined,
  );
