import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { sqlStateOf } from '#storage/postgres/sql-state.ts';
import { wrapDatabaseKey } from '../keys/database-key.ts';
import type { Secret } from '#protocol/secret.ts';
import type { KeyRing, SealedSecrets } from '../keys/key-ring.ts';
import { SEALED_VALUES, type SealedTableName } from '../keys/sealed-values.ts';
import type { WrappingKey } from '../keys/wrapping-key.ts';
import { isPostgres } from './engine-sql.ts';
import { KEPT_TABLES } from './rows-version.ts';
import { updateWhere } from './rows.ts';
import type { WalletRow } from './schema.ts';
import type { Store } from './store.ts';
import { insertWrappingKeys, wrappingKeyRows } from './wrapping-keys.ts';
import type { Writer } from './writer.ts';

/** Rows of one transaction: a request that waits for them waits some milliseconds. */
const BATCH_ROWS = 50;
/** Others may go on sealing under the old version until they have heard of the new one: so often all is looked through again. */
const MOST_ROUNDS = 100;
/** SQLSTATE: a row that is to be taken away is named by another. */
const REFERENCED = '23503';

/** What stops a rewrap before its end. */
export class RewrapStopped extends Error {
  override readonly name = 'RewrapStopped';
  readonly reason: 'overtaken' | 'older' | 'unfinished';

  constructor(reason: RewrapStopped['reason']) {
    super(`The rewrap was stopped: ${reason}.`);
    this.reason = reason;
  }
}

/** What a rewrap works with. */
export interface Rewrapping {
  readonly store: Store;
  readonly writer: Writer;
  readonly keyRing: KeyRing;
  /** The key that everything is to be under. */
  readonly target: WrappingKey;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asked before each transaction. */
  readonly isStopped: () => boolean;
}

/** How a rewrap ended. */
export interface Rewrapped {
  readonly version: number;
  readonly keyId: string;
  /** Rows whose data key is under the new version now. */
  readonly rows: number;
  /** Rows of any other version: none, or the database would not have let the old versions go. */
  readonly left: 0;
}

/**
 * Turns every secret of a database to one version of the storage key, in small transactions, while services work with it. It can be
 * killed and begun again at any time, and several do no harm beside each other. The old versions are taken away at the end, which the
 * database allows only when no row names them.
 * @throws RewrapStopped `overtaken` where another rewrap has made a newer version meanwhile, `older` for a target that this database
 *   has turned away from already, `unfinished` when it was stopped
 */
export async function rewrap(work: Rewrapping): Promise<Rewrapped> {
  const version = await beginVersion(work);
  let rows = 0;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    for (const table of Object.keys(SEALED_VALUES) as SealedTableName[])
      rows += await turnTable(work, table, version);
    if (await endOlder(work, version)) return { version, keyId: work.target.id, rows, left: 0 };
  }
  throw new RewrapStopped('unfinished');
}

/** Makes the target the newest version, where it isn't that already. */
async function beginVersion(work: Rewrapping): Promise<number> {
  const { store, writer, keyRing, target, now } = work;
  for (;;) {
    const known = await wrappingKeyRows(store);
    const newest = known.at(-1);
    keyRing.learn(known);
    // Whoever hasn't the newest key can't turn what is under it.
    if (newest !== undefined) keyRing.keyOf(newest.version);
    if (newest?.key_id !== target.id) {
      if (known.some(({ key_id }) => key_id === target.id)) throw new RewrapStopped('older');
      const version = (newest?.version ?? 0) + 1;
      // Whatever wraps it isn't asked within a transaction.
      const made = await wrapDatabaseKey(keyRing.database, version, target);
      const isMade = await writer.write(async (unit) => {
        if ((await wrappingKeyRows(unit)).at(-1)?.version !== newest?.version) return false;
        await insertWrappingKeys(unit, [{ ...made, created_at: now() }]);
        return true;
      });
      if (!isMade) continue;
    }
    keyRing.learn(await wrappingKeyRows(store));
    return keyRing.newest.version;
  }
}

/** A row that is under another version. */
interface Found {
  readonly name: string;
  readonly owner: string | null;
  readonly key_version: number | null;
  readonly data_key: Uint8Array | null;
}
/** By row: its data key as it was found, and the same under the target. */
type Turned = ReadonlyMap<string, { readonly was: Uint8Array; readonly is: Uint8Array }>;

async function turnTable(work: Rewrapping, table: SealedTableName, version: number): Promise<number> {
  const { name, isOwned } = SEALED_VALUES[table];
  const owner = isOwned ? sql.ref('organization_id') : sql`NULL`;
  let count = 0;
  for (let behind = ''; ;) {
    if (work.isStopped()) throw new RewrapStopped('unfinished');
    const { rows } = await sql<Found>`
      SELECT ${sql.ref(name)} AS name, ${owner} AS owner, key_version, data_key FROM ${sql.table(table)}
      WHERE ${sql.ref(name)} > ${behind} AND (key_version IS NULL OR key_version <> ${version})
      ORDER BY ${sql.ref(name)} LIMIT ${BATCH_ROWS}`.execute(work.store);
    const last = rows.at(-1)?.name;
    if (last === undefined) return count;
    behind = last;
    const turned = await turnDataKeys(work, rows);
    for (const [organizationId, group] of groupedBy(rows, ({ owner: of }) => of)) {
      // Nothing that anybody decides on changes; the rows are locked one by one. What signatures keep gets another version, which
      // takes the organization.
      const effect = KEPT_TABLES.has(table) ? 'decides' : 'adds';
      const scope = organizationId === null ? undefined : ({ organizationId, effect } as const);
      count += await work.writer.write(async (unit) => {
        await requireNewest(unit, version);
        let done = 0;
        for (const row of group) done += await turnRow(work, unit, { table, name: row.name, turned });
        return done;
      }, scope);
    }
    await setImmediate();
  }
}

/** Wraps data keys under the target, outside of any transaction: a device or a service may have to be asked. */
async function turnDataKeys({ keyRing, target }: Rewrapping, rows: readonly Found[]): Promise<Turned> {
  const turned = new Map<string, { was: Uint8Array; is: Uint8Array }>();
  for (const [version, group] of groupedBy(rows, ({ key_version }) => key_version)) {
    if (version === null) continue;
    const was = group.map(({ data_key }) => data_key ?? new Uint8Array());
    const keys = await keyRing.keyOf(version).unwrap(was);
    try {
      const wrapped = await target.wrap(keys);
      group.forEach(({ name }, at) => {
        const [before, after] = [was[at], wrapped[at]];
        if (before !== undefined && after !== undefined) turned.set(name, { was: before, is: after });
      });
    } finally {
      for (const key of keys) key.wipe();
    }
  }
  return turned;
}

/** @throws RewrapStopped `overtaken` */
async function requireNewest(unit: Store, version: number): Promise<void> {
  if ((await wrappingKeyRows(unit)).at(-1)?.version !== version) throw new RewrapStopped('overtaken');
}

/** @returns 1, or 0 for a row that is gone or was written meanwhile: the next round looks at it as it is then */
async function turnRow(
  { keyRing }: Rewrapping,
  unit: Store,
  {
    table,
    name,
    turned,
  }: { readonly table: SealedTableName; readonly name: string; readonly turned: Turned },
): Promise<0 | 1> {
  // Every table of the list has these columns; the types tell them apart.
  const [one, column] = [table as 'wallet', SEALED_VALUES[table].name as 'id'];
  const query = unit.selectFrom(one).selectAll().where(column, '=', name);
  const row = await (isPostgres(unit) ? query.forUpdate() : query).executeTakeFirst();
  const { version } = keyRing.newest;
  if (row === undefined || row.key_version === version) return 0;
  if (row.key_version === null || row.data_key === null) {
    await updateWhere(unit, one, { [column]: name }, sealAgain(keyRing, table, row));
    return 1;
  }
  const found = turned.get(name);
  if (found === undefined || !Buffer.from(found.was).equals(row.data_key)) return 0;
  await updateWhere(unit, one, { [column]: name }, { data_key: found.is, key_version: version });
  return 1;
}

/** The secrets of a row of before there were data keys, under one. */
function sealAgain(keyRing: KeyRing, table: SealedTableName, row: object): SealedSecrets<'sealed_seed'> {
  const values = row as Readonly<Record<string, Uint8Array | null>>;
  const [one, ofOne] = [table as 'wallet', row as WalletRow];
  const opened = new Map<string, Secret>();
  try {
    for (const column of Object.keys(SEALED_VALUES[table].columns))
      if (values[column] !== null) opened.set(column, keyRing.open(one, ofOne, column as 'sealed_seed'));
    return keyRing.seal(one, ofOne, Object.fromEntries(opened) as { sealed_seed: Secret });
  } finally {
    for (const secret of opened.values()) secret.wipe();
  }
}

/** Takes the older versions away. @returns whether no row was under one of them */
async function endOlder({ store, writer, keyRing }: Rewrapping, version: number): Promise<boolean> {
  try {
    const isDone = await writer.write(async (unit) => {
      await requireNewest(unit, version);
      if (await hasOlder(unit, version)) return false;
      await unit.deleteFrom('wrapping_key').where('version', '<', version).execute();
      return true;
    });
    if (isDone) keyRing.learn(await wrappingKeyRows(store));
    return isDone;
  } catch (error) {
    // Somebody has sealed under an old version since.
    if (sqlStateOf(error) === REFERENCED) return false;
    throw error;
  }
}

async function hasOlder(unit: Store, version: number): Promise<boolean> {
  for (const table of Object.keys(SEALED_VALUES)) {
    const found = await sql`SELECT 1 FROM ${sql.table(table)}
      WHERE key_version IS NULL OR key_version <> ${version} LIMIT 1`.execute(unit);
    if (found.rows.length > 0) return true;
  }
  return false;
}

function groupedBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    group.push(row);
    groups.set(keyOf(row), group);
  }
  return groups;
}
