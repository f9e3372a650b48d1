import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import type { StorageKey } from '../keys/storage-key.ts';
import { databaseError } from './errors.ts';
import type { Store } from './store.ts';

const RECORD = 'row-mac/1';
/** The column of a row's MAC, on a database that several processes work with. */
export const MAC_COLUMN = 'row_mac';

/** Tables whose rows have a MAC, and the column that names a row: who may do what, with which keys, and what was asked and voted. */
export const MAC_TABLES: Readonly<Record<string, string>> = {
  user: 'id',
  api_key: 'id',
  authenticator: 'id',
  policy: 'id',
  root_quorum: 'organization_id',
  oauth_provider: 'id',
  session_key: 'api_key_id',
  session_profile: 'id',
  ip_allowlist: 'public_key',
  private_key: 'id',
  private_key_address: 'private_key_id',
  wallet: 'id',
  wallet_account: 'id',
  secret: 'id',
  webhook_endpoint: 'id',
  activity: 'id',
  vote: 'id',
};

/** What is no part of it: a row's number, and the counter that a passkey's every use moves. */
const LEFT_OUT = new Set(['rowid', MAC_COLUMN, 'counter']);

type Values = Readonly<Record<string, unknown>>;

/**
 * A MAC for each row of some tables, under the storage key: over its table and the names and values of its columns. The
 * service writes it with the row and checks it whenever it reads the whole row, so a value that somebody else wrote is
 * noticed before it decides anything. It says nothing of rows that were deleted, or put back as they were once.
 */
export class RowMacs {
  #key: StorageKey | undefined;

  /** From now on rows get a MAC, and those without the right one are refused. */
  unlock(key: StorageKey): void {
    this.#key = key;
  }

  get isUnlocked(): boolean {
    return this.#key !== undefined;
  }

  /** @returns the table, and the MAC in hex; null for a table whose rows have none */
  of(table: string, values: Values): string | null {
    if (this.#key === undefined || MAC_TABLES[table] === undefined) return null;
    const text = canonical(table, values);
    const hex = this.#key.authenticate(RECORD, (key) => createHmac('sha256', key).update(text).digest('hex'));
    return `${table}:${hex}`;
  }

  /** @throws StorageError `DATABASE_CHANGED` for a row that the service did not write so */
  require(row: Values): void {
    if (this.#key === undefined) return;
    const kept = row[MAC_COLUMN];
    const table = typeof kept === 'string' ? kept.slice(0, kept.indexOf(':')) : '';
    const right = this.of(table, row);
    if (typeof kept === 'string' && right !== null && isSame(kept, right)) return;
    throw databaseError('DATABASE_CHANGED', {
      where: MAC_TABLES[table] === undefined ? 'in a row without a seal' : `in the table ${table}`,
    });
  }

  /** Checks and takes away the MACs of what is read. */
  readonly plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      for (const row of result.rows) {
        if (!(MAC_COLUMN in row)) continue;
        this.require(row);
        delete row['row_mac'];
      }
      return Promise.resolve(result);
    },
  };
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A row as one text: what is left out of an insert and what is null read alike. */
function canonical(table: string, values: Values): string {
  const columns = Object.entries(values)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => [name, kept(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([table, columns]);
}

/** A value as the database gives it back: texts without half characters. */
function kept(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value).toString();
  return value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;
}

/** By the connection: a transaction has a store of its own, over the same one. */
const macsOfStore = new WeakMap<object, RowMacs>();
const connectionOf = (store: Store): object => store.getExecutor().adapter;

export const keepMacs = (store: Store, macs: RowMacs): unknown => macsOfStore.set(connectionOf(store), macs);

/** Those of a table of a store, once they are unlocked; undefined for every table of SQLite, which has seals of another kind. */
export function macsFor(store: Store, table: string): RowMacs | undefined {
  if (MAC_TABLES[table] === undefined) return undefined;
  const macs = macsOfStore.get(connectionOf(store));
  return macs?.isUnlocked === true ? macs : undefined;
}
