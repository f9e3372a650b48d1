import { chainOfReading } from '#chains/chains.ts';
import type { DecodedTransaction, Fact, RecognisedAction } from '#chains/model/decoded.ts';
import { recipientsOf } from '#chains/model/recipients.ts';
import type { Asset } from '#chains/model/totals.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import type { PreviewParts } from '../previews/module.ts';

/** A transaction that moves one asset from our addresses to one recipient, and does nothing else. */
export interface Payment {
  readonly to: string;
  readonly asset: Asset;
  /** What the recipient gets, in the asset's smallest unit. */
  readonly amount: bigint;
}

/** Of an address that is on the card beside the recipient and ours: the token, and what Solana's steps name. */
const ROLES = new Set([
  'From',
  'Contract',
  'Called contract',
  'Asset',
  'Token',
  'Mint',
  'Fee token',
  'Fee payer',
  'Owner',
  'Destination owner',
  'Source',
  'Authority',
  'Program',
  'Token account',
]);
/** What a payment may carry that is more than a payment. */
const CARRIES = /memo|data|blobs|permission|delegat|new key|valid from|access list/i;

/**
 * The payments that a request is: one, or several where its chain pays several by one transaction, which then does nothing
 * else. None for everything else.
 */
export function paymentsOf(operation: SubmitOperation, parts: PreviewParts): readonly Payment[] {
  const one = paymentOf(operation, parts);
  return one === null ? severalOf(operation, parts) : [one];
}

/** Every output is a payment to an address or change, and they and the fee are what goes out, to the last satoshi. */
function severalOf(operation: SubmitOperation, { reading, expectation }: PreviewParts): readonly Payment[] {
  if (operation !== signTransaction || reading === null || reading.blind) return [];
  const { pay, aside, paidBy } = chainOfReading(reading).payments;
  const { actions, totals, facts } = reading;
  if (expectation.kind !== 'signedBy' || paidBy === undefined) return [];
  const paying = actions.filter(({ id }) => pay.includes(id));
  if (!actions.every((step) => (pay.includes(step.id) || aside?.test(step.id)) && step.actions.length === 0))
    return [];
  const paid = paying.flatMap((step) => paidBy(step) ?? []);
  const [only, ...more] = totals?.assets ?? [];
  if (paid.length < paying.length || only?.asset.symbol === undefined || more.length > 0) return [];
  const recipients = new Set(paid.map(({ to }) => to));
  const all = [...facts, ...paying.flatMap((step) => step.facts)];
  if (!isAlone(reading, all, recipients) || recipientsOf(reading).some((each) => !recipients.has(each)))
    return [];
  const outputs = actions.flatMap((step) => paidBy(step) ?? []).reduce((sum, { amount }) => sum + amount, 0n);
  if (outputs + BigInt(totals?.fee?.amount ?? '0') !== BigInt(only.out)) return [];
  return paid.map((each) => ({ ...each, asset: only.asset }));
}

/**
 * The payment that a request is; null for everything else. One transfer of a coin, or of a token of the local lists, from
 * our address to one recipient: a memo, a second asset, an address that has no part in it, or a note on what the totals
 * leave out makes it something else.
 */
function paymentOf(operation: SubmitOperation, { reading, expectation }: PreviewParts): Payment | null {
  if (operation !== signTransaction || reading === null || reading.blind) return null;
  if (expectation.kind !== 'signedBy') return null;
  const { actions, totals, facts } = reading;
  const { pay, aside } = chainOfReading(reading).payments;
  const paying = withoutMadeAccount(
    reading,
    actions.filter(({ id }) => aside?.test(id) !== true),
  );
  const [step] = paying;
  if (step === undefined || paying.length > 1 || !pay.includes(step.id) || step.actions.length > 0)
    return null;
  const [to, ...others] = recipientsOf(reading);
  if (to === undefined || others.length > 0 || !isAlone(reading, [...facts, ...step.facts], new Set([to])))
    return null;
  const [only, ...more] = totals?.assets ?? [];
  if (only === undefined || more.length > 0 || only.asset.symbol === undefined) return null;
  const amount = paidOf(reading, BigInt(only.out), BigInt(only.in));
  return amount === null || amount <= 0n ? null : { to, asset: only.asset, amount };
}

/** The steps without the one that makes the account which is paid to; one that makes another account stays. */
function withoutMadeAccount(
  reading: DecodedTransaction,
  steps: readonly RecognisedAction[],
): readonly RecognisedAction[] {
  const { makesAccount } = chainOfReading(reading).payments;
  const [made, payment, ...more] = steps;
  if (made === undefined || payment === undefined || more.length > 0 || made.id !== makesAccount?.step)
    return steps;
  const valueOf = ({ facts }: RecognisedAction, label: string): string | undefined =>
    facts.find((fact) => fact.label === label)?.value;
  const isSame = makesAccount.same.every(([label, paymentLabel]) => {
    const value = valueOf(made, label);
    return value !== undefined && value === valueOf(payment, paymentLabel);
  });
  return isSame ? [payment] : steps;
}

/** Whether the card names nobody and nothing beside the payment. */
function isAlone(
  reading: DecodedTransaction,
  facts: readonly Fact[],
  recipients: ReadonlySet<string>,
): boolean {
  const { givesChange = false, makesAccount } = chainOfReading(reading).payments;
  const isNoted =
    !givesChange && (reading.totals?.notes.some((note) => note !== makesAccount?.note) ?? false);
  return (
    !isNoted &&
    facts.every(
      ({ label, kind, value }) =>
        !CARRIES.test(label) &&
        kind !== 'data' &&
        (kind !== 'address' || recipients.has(value) || value === 'none' || ROLES.has(label)),
    )
  );
}

/** What a recipient gets of what goes out; null where something comes in that is not the payment itself. */
function paidOf(reading: DecodedTransaction, out: bigint, back: bigint): bigint | null {
  if (chainOfReading(reading).payments.givesChange === true)
    return out - back - BigInt(reading.totals?.fee?.amount ?? '0');
  // To one of our own addresses, the same amount comes in.
  return back === 0n || back === out ? out : null;
}
