import { z } from 'zod';
import type { Outcome } from '#preload/contract/requests.ts';
import type { Activity } from '#protocol/activity.ts';
import type { listActivities } from '#protocol/catalogue/activities.ts';
import type { ParametersOf, SubmitOperation } from '#protocol/catalogue/operation.ts';
import { TRANSACTION_TYPES, type TransactionType, signTransaction } from '#protocol/catalogue/signing.ts';
import { type Chain, chainOf } from '#chains/chains.ts';
import type { KeyToSign } from '#chains/model/chain.ts';
import type { DecodedTransaction } from '#chains/model/decoded.ts';
import { paidBy } from '#chains/model/recipients.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { allActivities } from '../../service-client/client.ts';
import type { EarlierRecipient, EarlierRecipientStore } from '../../storage/earlier-recipients.ts';
import type { RequestSeal } from '../../vault/row-seals.ts';
import { readOwnNames, signersOf } from './own-addresses.ts';
import type { Expectation, PreviewReads } from './preview-maker.ts';

/** Whom this console's own completed transactions paid. */
export interface PaidRecipients {
  /** Keeps the recipients of a transaction whose signature came back and was checked; nothing of any other request. */
  record(
    sentRequest: {
      readonly operation: SubmitOperation;
      readonly body: Uint8Array;
      readonly profileId: string;
      readonly expectation: Expectation;
      /** Whom it pays, where its transaction was read already. */
      readonly paid?: readonly string[] | undefined;
    },
    outcome: Outcome,
  ): Promise<void>;
  /** The last paid first. A row that this console did not write is left out. @throws KeychainError */
  list(profileId: string, chain: TransactionType): Promise<readonly string[]>;
  /** When each address was last paid, on whatever chain, in ms since the epoch. @throws KeychainError */
  lastPaid(profileId: string): Promise<ReadonlyMap<string, number>>;
}

const submitted = z.looseObject({ parameters: signTransaction.parameters });

/** Keeps them under the seal of sent requests: whoever writes the database makes nobody known. */
export function createPaidRecipients(parts: {
  readonly store: EarlierRecipientStore;
  readonly seal: Pick<RequestSeal, 'makeRow' | 'rowHolds'>;
  readonly clock: Clock;
}): PaidRecipients {
  const { store, seal, clock } = parts;
  const fieldsOf = (profileId: string, chain: TransactionType, address: string): readonly string[] => [
    'earlier_recipient',
    profileId,
    chain,
    address,
  ];
  const rowsThatHold = async (profileId: string, chain: TransactionType): Promise<EarlierRecipient[]> => {
    const rows = await store.list(profileId, chain);
    const held = await Promise.all(
      rows.map(({ address, mac }) => seal.rowHolds(fieldsOf(profileId, chain, address), mac)),
    );
    return rows.filter((_, index) => held[index]);
  };
  return {
    record: async ({ operation, body, profileId, expectation, paid }, outcome) => {
      if (operation !== signTransaction || expectation.kind !== 'signedBy') return;
      if (outcome.state !== 'completed' || !outcome.verifications.every(({ passed }) => passed)) return;
      const { unsignedTransaction, type } = submitted.parse(JSON.parse(fromUtf8(body))).parameters;
      const { address, publicKey } = expectation;
      // The signer tells change from payments.
      const signer = { address, ...(publicKey === undefined ? {} : { publicKey }) };
      const recipients = paid ?? paidBy(chainOf(type).read(unsignedTransaction, signer));
      const rows = recipients.map(async (to) => ({
        profileId,
        chain: type,
        address: to,
        paidAtMs: clock.now(),
        mac: await seal.makeRow(fieldsOf(profileId, type, to)),
      }));
      await store.add(await Promise.all(rows));
    },
    list: async (profileId, chain) => (await rowsThatHold(profileId, chain)).map(({ address }) => address),
    lastPaid: async (profileId) => {
      const rows = await Promise.all(TRANSACTION_TYPES.map((chain) => rowsThatHold(profileId, chain)));
      const times = new Map<string, number>();
      for (const { address, paidAtMs } of rows.flat())
        times.set(address, Math.max(paidAtMs, times.get(address) ?? 0));
      return times;
    },
  };
}

/** So many of the last transactions are looked through. */
export const LOOKED_THROUGH = 100;

/** The transactions that the organization asked for last, the newest first. @throws ServiceError */
export async function lastTransactions(
  ask: PreviewReads['ask'],
  filter: Pick<ParametersOf<typeof listActivities>, 'filterByStatus'> = {},
): Promise<readonly Activity[]> {
  return allActivities(ask, {
    filterByType: [signTransaction.type],
    ...filter,
    size: LOOKED_THROUGH,
    most: LOOKED_THROUGH,
  });
}

/** What tells the organization's own addresses from those of others. */
interface Ours {
  readonly signerOf: (chain: Chain, signWith: string) => KeyToSign | undefined;
  readonly isOurs: (address: string) => boolean;
}

/** What of the organization's keys tells its change from payments; undefined where they can't be listed. */
export async function oursOf(
  reads: Pick<PreviewReads, 'listPrivateKeys' | 'listAccounts'>,
): Promise<Ours | undefined> {
  try {
    const [signerOf, { nameOf }] = await Promise.all([signersOf(reads), readOwnNames(reads)]);
    return { signerOf, isOurs: (address) => nameOf(address) !== undefined };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * What the transaction of an activity does; undefined for one that can't be read: it pays nobody that is known.
 * @param chain the only one that is looked for
 * @param contacts addresses of contacts, which may be paid at accounts that are derived from them
 * @param signerOf by whom change is known; without it change looks like a payment
 */
export function transactionIn(
  { intent }: Activity,
  chain?: Chain,
  contacts: readonly string[] = [],
  signerOf?: Ours['signerOf'],
): DecodedTransaction | undefined {
  const parsed = signTransaction.parameters.safeParse(intent[signTransaction.intent]);
  if (!parsed.success || (chain !== undefined && parsed.data.type !== chain.type)) return undefined;
  try {
    const { type, unsignedTransaction, signWith } = parsed.data;
    const its = chainOf(type);
    // The signer's address distinguishes change from payments; it is looked up only for chains with change outputs.
    const signer = its.payments.givesChange === true ? signerOf?.(its, signWith) : undefined;
    return its.read(unsignedTransaction, signer, { contacts, isListed: true });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Whom the organization's last transactions on a chain paid. None where the service does not say.
 * @param ours leaves out what stayed with the organization: change, and payments to an address of its own
 * @returns each address once
 */
export async function earlierRecipients(
  ask: PreviewReads['ask'],
  chain: Chain,
  contacts: readonly string[] = [],
  ours?: Ours,
): Promise<readonly string[]> {
  const recipientsIn = (activity: Activity): string[] => {
    const reading = transactionIn(activity, chain, contacts, ours?.signerOf);
    return reading === undefined ? [] : paidBy(reading).filter((to) => ours?.isOurs(to) !== true);
  };
  try {
    const signed = await lastTransactions(ask, { filterByStatus: ['ACTIVITY_STATUS_COMPLETED'] });
    return [...new Set(signed.flatMap(recipientsIn))];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Both lists in one, each address once; without an answer of the keychain the second alone. */
export async function withPaid(
  paid: () => Promise<readonly string[]>,
  others: Promise<readonly string[]>,
): Promise<readonly string[]> {
  const own = await paid().catch((error: unknown) => {
    if (error instanceof AppError) return [];
    throw error;
  });
  return [...new Set([...own, ...(await others)])];
}
