import type { Fact, RecognisedAction, TransactionReading } from './reading.ts';
import { readQuantity } from './quantity.ts';
import type { Quantity } from './quantity.ts';

/** Something that a transaction sends to somebody. */
export interface Payment {
  readonly amount: Quantity;
  /** As the local lists call it, for example "ETH". */
  readonly unit: string;
  /** The contract or mint where the unit alone does not say what is sent. */
  readonly token: string | null;
  /** The address that gets it, in full; null where the bytes do not say it (an entry of a lookup table). */
  readonly to: string | null;
}

const AMOUNTS = new Set(['Amount', 'Value']);
const RECIPIENTS = new Set(['To', 'Destination', 'Contract']);
const TOKENS = new Set(['Asset', 'Mint', 'Token', 'Collection']);
/** Amounts of these are no units of value by themselves. */
const NAMELESS = new Set(['atomic units', 'tokens']);
const FEES = new Set(['Fee', 'Highest fee', 'Fee limit']);

/**
 * What a transaction sends, as far as its reading says: every amount that stands beside a recipient, in steps inside
 * steps too. What a contract does beyond its arguments is not in it, and neither are fees and change.
 */
export function paymentsOf({ actions, facts }: TransactionReading): Payment[] {
  const [only, ...others] = actions;
  // The facts of a transaction with one step are those of the step and of the coins that go along.
  if (only !== undefined && others.length === 0)
    return [...paymentsIn(facts), ...only.actions.flatMap(paymentsOfStep)];
  return actions.flatMap(paymentsOfStep);
}

const paymentsOfStep = ({ facts, actions }: RecognisedAction): Payment[] => [
  ...paymentsIn(facts),
  ...actions.flatMap(paymentsOfStep),
];

/** Facts stand in the order of the bytes: an amount belongs to the recipient before it, else to the first one. */
function paymentsIn(facts: readonly Fact[]): Payment[] {
  const token = facts.find(({ label }) => TOKENS.has(label))?.value ?? null;
  let recipient = facts.find(isRecipient);
  const found: Payment[] = [];
  for (const fact of facts) {
    if (isRecipient(fact)) recipient = fact;
    if (fact.kind !== 'amount' || !AMOUNTS.has(fact.label) || recipient === undefined) continue;
    const amount = readQuantity(fact.value);
    if (amount === undefined || amount.atoms === 0n) continue;
    const { unit, atoms, decimals } = amount;
    found.push({
      amount: { atoms, decimals },
      unit,
      token: NAMELESS.has(unit) ? token : null,
      to: recipient.kind === 'address' ? recipient.value : null,
    });
  }
  return found;
}

const isRecipient = ({ kind, label }: Fact): boolean =>
  (kind === 'address' || kind === 'text') && RECIPIENTS.has(label);

/** The most that a transaction costs in fees; undefined where its bytes do not say it. */
export function feeOf({ facts }: TransactionReading): (Quantity & { readonly unit: string }) | undefined {
  const fee = facts.find(({ kind, label }) => kind === 'amount' && FEES.has(label));
  return fee === undefined ? undefined : readQuantity(fee.value);
}
