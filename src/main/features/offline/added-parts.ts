import type { ClaimedTable } from '#chains/model/chain.ts';
import type { Preview } from '#preload/contract/requests.ts';
import type { OfflineRequest } from '#protocol/offline/offline-files.ts';
import { requireNamed, withTables } from './lookup-tables.ts';
import type { OpenItem } from './open-items.ts';
import { requireNamedPrevious, withPrevious } from './previous-transactions.ts';

type Beside = Pick<OpenItem, 'tables' | 'previous'>;

/** What is added to a request that lies open. */
export interface AddedPart {
  /** @throws AppError where the request doesn't name it */
  readonly requireNamed: (preview: Preview) => void;
  readonly into: (request: OfflineRequest) => OfflineRequest;
  /** What stands beside the request's file then. */
  readonly beside: (item: Beside) => Beside;
}

/** A lookup table of Solana. The request has to name it: `OFFLINE_TABLE_FOREIGN` */
export const tablePart = (table: ClaimedTable): AddedPart => ({
  requireNamed: (preview) => requireNamed(table, preview),
  into: (request) => withTables(request, [table]),
  beside: ({ tables, previous }) => ({
    tables: [...tables.filter((each) => each.table !== table.table), table],
    previous,
  }),
});

/** A Bitcoin transaction, as bytes without witnesses. An input has to name it: `OFFLINE_PREVIOUS_FOREIGN` */
export const previousPart = (bytes: Uint8Array): AddedPart => ({
  requireNamed: (preview) => requireNamedPrevious(bytes, preview),
  into: (request) => withPrevious(request, [bytes]),
  beside: ({ tables, previous }) => ({ tables, previous: [...previous, bytes] }),
});

/** A request that carries what was added beside it. */
export const withAddedParts = (request: OfflineRequest, { tables, previous }: Beside): OfflineRequest =>
  withPrevious(withTables(request, tables), previous);
