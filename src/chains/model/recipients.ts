import type { DecodedTransaction, Fact, RecognisedAction } from './decoded.ts';

const LABELS = new Set(['To', 'Destination']);

/** Whether a fact names somebody who gets something. An address of another chain is written as a hash. */
const isRecipient = ({ kind, label }: Fact): boolean =>
  kind === 'hash'
    ? label === 'To'
    : kind === 'address' && (LABELS.has(label) || /^Payment \d+ to$/.test(label));

/**
 * Who gets something, as far as the reading names them: every address that a step sends to, in steps inside steps too,
 * each once and in full. Change is nobody's gain and not among them.
 */
export function recipientsOf({ actions, facts }: DecodedTransaction): string[] {
  return [...new Set([...recipientsIn(facts), ...actions.flatMap(recipientsOfStep)])];
}

/** Where coins and tokens are worth nothing, or may be: a payment there makes nobody known. */
const WORTHLESS = /UNKNOWN_(?:CHAIN|NETWORK|TOKEN|MINT|CONTRACT)/;

/**
 * Whom a transaction pays something of value, as far as the reading tells: nobody by what is blind, on a test network, in a
 * token that is in no list, or where the amount is zero.
 */
export function paidBy(reading: DecodedTransaction): string[] {
  const { network, blind, warnings, facts, actions } = reading;
  if (blind || /\btestnet\b/i.test(network) || warnings.some(({ code }) => WORTHLESS.test(code))) return [];
  const paid =
    actions.length === 0
      ? paidIn(facts, false)
      : actions.flatMap((each) => paidByStep(each, paysAny(facts) ?? false));
  return [...new Set(paid)];
}

/** Whether one of the amounts is above zero; undefined where there are none. Fees pay nobody who is named. */
function paysAny(facts: readonly Fact[]): boolean | undefined {
  const amounts = facts.filter(({ kind, label }) => kind === 'amount' && !/fee|gas|costs/i.test(label));
  return amounts.length === 0 ? undefined : amounts.some(({ value }) => /[1-9]/.test(value));
}

/** @param inherited whether what the step is part of pays something, where it has no amount itself */
const paidByStep = ({ facts, actions }: RecognisedAction, inherited: boolean): string[] => [
  ...paidIn(facts, inherited),
  ...actions.flatMap((each) => paidByStep(each, paysAny(facts) ?? inherited)),
];

/** One of several payments is paid by the amount with its own number. */
const paidIn = (facts: readonly Fact[], inherited: boolean): string[] =>
  facts
    .filter(isRecipient)
    .filter(({ label }) => {
      const own = facts.filter((other) => `${other.label} to` === label);
      return paysAny(own.length === 0 ? facts : own) ?? inherited;
    })
    .map(({ value }) => value);

/** Who may take something later: every address that the reading, or a step of it, allows to spend. */
export const spendersOf = ({ actions, facts }: Pick<DecodedTransaction, 'actions' | 'facts'>): string[] => [
  ...new Set([
    ...facts.flatMap(({ kind, label, value }) => (kind === 'address' && label === 'Spender' ? [value] : [])),
    ...actions.flatMap(spendersOf),
  ]),
];

const recipientsOfStep = ({ facts, actions }: RecognisedAction): string[] => [
  ...recipientsIn(facts),
  ...actions.flatMap(recipientsOfStep),
];

const recipientsIn = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (isRecipient(fact) ? [fact.value] : []));

/** How a reading notes who owns an account that gets tokens. Names go before it. */
export const OWNS_TOKENS = 'owns the token account';
/** Notes that say of which form an address of Bitcoin is, and nothing of whose it is. */
const SCRIPT_FORM = /^(?:(?:pays|segwit,) to a (?:key|script)’s hash|taproot) \(P2[A-Z]+\)$/;

/** What an address fact without a note of its own is noted with; undefined for nothing. */
type NoteOf = (fact: Fact) => string | undefined;

function withNotes(reading: DecodedTransaction, noteOf: NoteOf): DecodedTransaction {
  const noted = (fact: Fact): Fact => {
    const { kind, note } = fact;
    const isBare =
      note === undefined || note === OWNS_TOKENS || /^address\b(?!.*,)/.test(note) || SCRIPT_FORM.test(note);
    const more = isBare && (kind === 'address' || isRecipient(fact)) ? noteOf(fact) : undefined;
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
