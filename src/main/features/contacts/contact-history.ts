import { paidBy } from '#chains/model/recipients.ts';
import { amongBy } from '#chains/model/totals.ts';
import type { Contact, ContactPayment, Deed } from '#preload/contract/contacts.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import type { Journal } from '../../journal/journal.ts';
import { type PreviewReads, lastTransactions, spelled, transactionIn } from '../previews/module.ts';

const among = amongBy(spelled);

/** So many payments are told. */
const TOLD = 3;

/** The last payments to a contact, the newest first, out of the transactions that the organization asked for last. */
export async function paymentsTo(
  { addresses }: Pick<Contact, 'addresses'>,
  ask: PreviewReads['ask'],
): Promise<ContactPayment[]> {
  const theirs = addresses.map(({ address }) => address);
  const asked = await lastTransactions(ask);
  return asked.flatMap((each) => paymentIn(each, theirs)).slice(0, TOLD);
}

function paymentIn(activity: Activity, theirs: readonly string[]): ContactPayment[] {
  const { id, status, createdAt } = activity;
  const reading = transactionIn(activity, undefined, theirs);
  const isTheirs = among(theirs);
  if (reading === undefined || !paidBy(reading).some(isTheirs)) return [];
  const amount = reading.sentence.find(({ kind }) => kind === 'amount')?.value ?? '';
  return [{ activityId: id, amount, network: reading.network, status, atMs: timestampMs(createdAt) ?? 0 }];
}

/** Whether the journal that is open has the line of an act; null where the act has none that is known. */
export async function isInJournal(
  journal: Pick<Journal, 'list'>,
  deed: Deed | null,
): Promise<boolean | null> {
  if (deed?.line === undefined) return null;
  const { number, hash } = deed.line;
  const [line] = await journal.list(number + 1, 1, 'all');
  return line?.number === number && line.hash === hash;
}
