import { base58 } from '@scure/base';
import type { ClaimedTable } from '#chains/model/chain.ts';
import { PUBLIC_KEY_BYTES, toAddress } from '#chains/solana/transaction.ts';
import { toHex } from '#protocol/encoding.ts';
import type { OfflineRequest } from '#protocol/offline/offline-files.ts';

type Carried = Pick<OfflineRequest['untrusted'], 'lookupTables'>;

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
