import type { TransactionsById } from '#chains/model/chain.ts';
import {
  MAX_PREVIOUS_FILE,
  parsePreviousTransaction,
  previousById,
  readPreviousTransaction,
} from '#chains/bitcoin/previous-transactions.ts';
import type { Fact } from '#chains/model/decoded.ts';
import type { NamedPrevious } from '#preload/contract/offline.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { toHex } from '#protocol/encoding.ts';
import { type OfflineRequest, requestVersionOf } from '#protocol/offline/offline-files.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { offlineError } from './errors.ts';
import { wantedBy } from './wanted-parts.ts';

/** Bytes without witnesses. */
type Previous = readonly Uint8Array[];

/** Reads a Bitcoin transaction out of a file, as hex or as bytes. @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, `PREVIOUS_TRANSACTION_INVALID` */
export const readPreviousFile = async (path: string): Promise<Uint8Array> =>
  parsePreviousTransaction(await readUpTo(path, MAX_PREVIOUS_FILE));

/** Transactions as a file carries them: each once, in the order of their bytes. */
export function sortedPrevious(all: Previous): Uint8Array[] {
  const byHex = new Map(all.map((bytes) => [toHex(bytes), bytes]));
  return [...byHex.keys()].sort().flatMap((hex) => byHex.get(hex) ?? []);
}

/** Transactions as a request's file carries them: one that has some has a list of tables as well. */
export const carriedPrevious = (
  all: Previous,
  { lookupTables = [] }: Pick<OfflineRequest['untrusted'], 'lookupTables'>,
): Pick<OfflineRequest['untrusted'], 'lookupTables' | 'previousTransactions'> =>
  all.length === 0 ? {} : { lookupTables, previousTransactions: sortedPrevious(all) };

/** A request that carries more transactions. Its body stays, byte for byte; its digest is another. */
export function withPrevious(request: OfflineRequest, added: Previous): OfflineRequest {
  if (added.length === 0) return request;
  const all = [...(request.untrusted.previousTransactions ?? []), ...added];
  const untrusted = { ...request.untrusted, ...carriedPrevious(all, request.untrusted) };
  return { ...request, version: requestVersionOf(untrusted), untrusted };
}

/** Transactions beside a request, by their IDs, and how many there are with those that can't be read. */
export interface PreviousBeside {
  readonly carried: TransactionsById;
  readonly added: TransactionsById;
  readonly count: number;
}

/** @param added those that the operator added here */
export function previousBeside({ untrusted }: OfflineRequest, added: Previous): PreviousBeside {
  const carried = untrusted.previousTransactions ?? [];
  return {
    carried: previousById(carried),
    added: previousById(added),
    count: sortedPrevious([...carried, ...added]).length,
  };
}

/** The transactions that a previewed request's inputs spend from where only a claim says how much, and which file has each. */
export const namedPrevious = (
  preview: Pick<Preview, 'reading' | 'wants'>,
  { carried, added }: PreviousBeside,
): NamedPrevious[] =>
  wantedBy(preview, 'previousTransactions').map((id) => ({
    id,
    from: added.has(id) ? 'added' : carried.has(id) ? 'request' : null,
  }));

/** How many came beside a request, and how many of them prove something. */
export function saidOfPrevious(named: readonly NamedPrevious[], { count }: PreviousBeside): Fact[] {
  if (count === 0) return [];
  const used = named.filter(({ from }) => from !== null).length;
  return [
    {
      label: 'Previous transactions',
      value: used === count ? `${count}, named by the inputs` : `${used} of ${count} named by the inputs`,
      kind: 'text',
      note: 'An input names a transaction by its hash, so it proves itself. The others prove nothing.',
    },
  ];
}

/**
 * Refuses a transaction that no input names.
 * @param bytes without witnesses, as `readPreviousFile` gives them
 * @throws AppError `OFFLINE_PREVIOUS_FOREIGN`
 */
export function requireNamedPrevious(bytes: Uint8Array, preview: Pick<Preview, 'reading' | 'wants'>): void {
  const [id] = readPreviousTransaction(bytes, 'unsigned');
  if (!wantedBy(preview, 'previousTransactions').includes(id))
    throw offlineError('OFFLINE_PREVIOUS_FOREIGN', { id });
}
