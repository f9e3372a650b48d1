import { base58 } from '@scure/base';
import type { ClaimedTable } from '#chains/model/chain.ts';
import type { Warning } from '#chains/model/decoded.ts';
import { MAX_TABLE_LENGTH, parseLookupTable } from '#chains/solana/parse-lookup-table.ts';
import { PUBLIC_KEY_BYTES, toAddress } from '#chains/solana/transaction.ts';
import type { NamedTable } from '#preload/contract/offline.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { fromUtf8, toHex } from '#protocol/encoding.ts';
import { type OfflineRequest, requestVersionOf } from '#protocol/offline/offline-files.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { offlineError, offlineWarning } from './errors.ts';
import { wantedBy } from './wanted-parts.ts';

type Carried = Pick<OfflineRequest['untrusted'], 'lookupTables'>;

/** How many bytes of a table's file are read: more than any table has, so that the parser can say what is wrong with a long one. */
const MOST_READ = 8 * MAX_TABLE_LENGTH;

/** Reads a lookup table out of a file. @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, and those of `parseLookupTable` */
export const readTableFile = async (path: string): Promise<ClaimedTable> =>
  parseLookupTable(fromUtf8(await readUpTo(path, MOST_READ), 'lookup table'));

/** The lookup tables that a file brought, as the decoder takes them. */
export const claimedTables = ({ lookupTables = [] }: Carried): ClaimedTable[] =>
  lookupTables.map(({ table, addresses }) => ({
    table: toAddress(table),
    addresses: Array.from({ length: addresses.length / PUBLIC_KEY_BYTES }, (_, index) =>
      toAddress(addresses.subarray(index * PUBLIC_KEY_BYTES, (index + 1) * PUBLIC_KEY_BYTES)),
    ),
  }));

/** Lookup tables as a file carries them, in the order of their addresses' bytes; a file refuses one that comes twice. */
export function carriedTables(tables: readonly ClaimedTable[]): Carried {
  if (tables.length === 0) return {};
  const carried = tables.map(({ table, addresses }) => ({
    table: base58.decode(table),
    addresses: Uint8Array.from(addresses.flatMap((each) => [...base58.decode(each)])),
  }));
  return { lookupTables: carried.sort((one, other) => (toHex(one.table) < toHex(other.table) ? -1 : 1)) };
}

/** Replaces or adds tables. Each stands once: of two descriptions of one table neither would count. */
export const withAdded = (
  tables: readonly ClaimedTable[],
  added: readonly ClaimedTable[],
): ClaimedTable[] => [
  ...tables.filter(({ table }) => !added.some((each) => each.table === table)),
  ...added.map((each) => ({ ...each, from: 'added' as const })),
];

/** A request that carries more tables. Its body stays, byte for byte; its digest is another. */
export function withTables(request: OfflineRequest, added: readonly ClaimedTable[]): OfflineRequest {
  if (added.length === 0) return request;
  const untrusted = {
    ...request.untrusted,
    ...carriedTables(withAdded(claimedTables(request.untrusted), added)),
  };
  return { ...request, version: requestVersionOf(untrusted), untrusted };
}

/** The tables that the previewed transaction takes accounts from, and which file says what is in each. */
export const namedTables = (
  preview: Pick<Preview, 'reading' | 'wants'>,
  { untrusted }: OfflineRequest,
  added: readonly ClaimedTable[],
): NamedTable[] => {
  const known = withAdded(claimedTables(untrusted), added);
  return wantedBy(preview, 'lookupTables').map((address) => {
    const table = known.find((each) => each.table === address);
    return { address, from: table === undefined ? null : (table.from ?? 'request') };
  });
};

/** Refuses a table that a transaction doesn't take accounts from. @throws AppError `OFFLINE_TABLE_FOREIGN` */
export function requireNamed({ table }: ClaimedTable, preview: Pick<Preview, 'reading' | 'wants'>): void {
  if (!wantedBy(preview, 'lookupTables').includes(table))
    throw offlineError('OFFLINE_TABLE_FOREIGN', { table });
}

const isSameTable = (one: ClaimedTable, other: ClaimedTable): boolean =>
  one.table === other.table && one.addresses.join() === other.addresses.join();

/** What is said of tables that the operator added, and of those that they replace. */
export function warningsOfAdded({ lookupTables = [] }: Carried, added: readonly ClaimedTable[]): Warning[] {
  if (added.length === 0) return [];
  const said = (tables: readonly ClaimedTable[]): string => tables.map(({ table }) => table).join(', ');
  const differing = claimedTables({ lookupTables }).filter(
    (each) =>
      added.some(({ table }) => table === each.table) && !added.some((other) => isSameTable(each, other)),
  );
  return [
    offlineWarning('OFFLINE_TABLE_ADDED', { tables: said(added) }),
    ...(differing.length === 0 ? [] : [offlineWarning('OFFLINE_TABLES_DIFFER', { tables: said(differing) })]),
  ];
}
