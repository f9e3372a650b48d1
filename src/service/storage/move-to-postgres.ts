import { type TableMetadata, sql } from 'kysely';
import { lockService } from '#storage/postgres/open-postgres.ts';
import { MAC_COLUMN, type RowMacs } from './row-macs.ts';
import { hasSealedRows } from './sealed-rows.ts';
import type { Store } from './store.ts';

/** What belongs to the engine or to the file, not to the service: its history, and the digest over all rows. */
const LEFT = new Set(['migration', 'row_seal']);
/** Settings of a file: the number of its state, and how its key is checked, which on PostgreSQL is remembered anew. */
const SETTINGS_LEFT: ReadonlySet<unknown> = new Set(['generation', 'storage-key-check']);
/** Rows that name others of their own table, in the order in which each comes behind those that it names. */
const OWN_ORDER: Readonly<Record<string, string>> = { policy_list: 'depth' };
/** Well below the 65,535 parameters that a statement of PostgreSQL takes. */
const MOST_VALUES = 10_000;
const MOST_ROWS = 500;
/** What a statement holds of texts and bytes before it is sent. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

type Values = Record<string, unknown>;

/** Why rows were not taken over; the transaction is then undone. */
export class MoveFault extends Error {
  override readonly name = 'MoveFault';
  readonly reason: 'used' | 'missing';
  readonly table: string;

  constructor(reason: MoveFault['reason'], table: string) {
    super(`The rows of ${table} can't be taken over: ${reason}.`);
    this.reason = reason;
    this.table = table;
  }
}

/**
 * Copies every row of a service's SQLite database, which was checked, into the empty database of a PostgreSQL, in the order
 * of their making, each with its MAC. To be called within a transaction on the target: what is thrown leaves it as it was.
 * What PostgreSQL gives back of each row is held against its MAC.
 * @param macs those of the target, unlocked
 * @returns how many rows there are now
 * @throws MoveFault where the target holds something, or fewer rows came back than were sent
 */
export async function moveToPostgres(from: Store, target: Store, macs: RowMacs): Promise<number> {
  // A service that starts with this database waits for the end, and then finds what is there.
  await lockService(target);
  if (await hasSealedRows(target)) throw new MoveFault('used', 'setting');
  const columnsOf = new Map(
    (await target.introspection.getTables()).map(({ name, columns }) => [name, columns]),
  );
  let count = 0;
  for (const table of await tablesOf(from)) {
    const columns = columnsOf.get(table);
    if (columns === undefined) throw new MoveFault('missing', table);
    const isNumbered = columns.some(({ name }) => name === 'rowid');
    count += await moveTable({ from, target, macs }, table, isNumbered);
    const counted = columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name;
    if (counted !== undefined) await goOnCounting(from, target, table, counted);
  }
  return count;
}

/** The tables of the source, each behind those that its rows name. */
async function tablesOf(from: Store): Promise<readonly string[]> {
  const tables = (await from.introspection.getTables()).filter(
    ({ name, isView }) => !isView && !LEFT.has(name) && !name.startsWith('sqlite_'),
  );
  const sorted = new Set<string>();
  const place = async ({ name }: Pick<TableMetadata, 'name'>, above: readonly string[]): Promise<void> => {
    if (sorted.has(name) || above.includes(name)) return;
    const { rows } = await sql<Record<'parent', string>>`
      SELECT DISTINCT "table" AS parent FROM pragma_foreign_key_list(${name})`.execute(from);
    for (const { parent } of rows) await place({ name: parent }, [...above, name]);
    sorted.add(name);
  };
  for (const table of tables) await place(table, []);
  return [...sorted];
}

interface Move {
  readonly from: Store;
  readonly target: Store;
  readonly macs: RowMacs;
}

async function moveTable({ from, target, macs }: Move, table: string, isNumbered: boolean): Promise<number> {
  const order = isNumbered ? 'rowid' : OWN_ORDER[table];
  let query = from.selectFrom(sql<Values>`main.${sql.table(table)}`.as('source')).selectAll('source');
  if (isNumbered) query = query.select(sql<number>`source.rowid`.as('rowid'));
  if (order !== undefined) query = query.orderBy(sql.ref(`source.${order}`));
  let waiting: Values[] = [];
  let characters = 0;
  let count = 0;
  const send = async (): Promise<void> => {
    if (waiting.length > 0) await insert(target, table, waiting);
    count += waiting.length;
    waiting = [];
    characters = 0;
  };
  for await (const row of query.stream()) {
    if (table === 'setting' && SETTINGS_LEFT.has(row['name'])) continue;
    const mac = macs.of(table, row);
    waiting.push(mac === null ? row : { ...row, [MAC_COLUMN]: mac });
    for (const value of Object.values(row))
      if (typeof value === 'string' || value instanceof Uint8Array) characters += value.length;
    const isFull = (waiting.length + 1) * (Object.keys(row).length + 1) > MOST_VALUES;
    if (isFull || waiting.length >= MOST_ROWS || characters > MOST_CHARACTERS) await send();
  }
  await send();
  return count;
}

/** What comes back is checked by the target's own plugin, as every row that it reads. */
async function insert(target: Store, table: string, rows: readonly Values[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => sql`(${sql.join(names.map((name) => sql.val(row[name])))})`);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const kept = await sql`
    INSERT INTO ${sql.table(table)} (${columns}) VALUES ${sql.join(lines)} RETURNING *`.execute(target);
  if (kept.rows.length !== rows.length) throw new MoveFault('missing', table);
}

/** The next number is above every one that was given, also of rows that are gone where the source knows of them. */
async function goOnCounting(from: Store, target: Store, table: string, column: string): Promise<void> {
  const { rows } = await sql<{ seq: number }>`
    SELECT seq FROM sqlite_sequence WHERE name = ${table}`.execute(from);
  const given = rows[0]?.seq ?? 0;
  await sql`SELECT setval(pg_get_serial_sequence(${`"${table}"`}, ${column}), highest) FROM
    (SELECT greatest(max(${sql.ref(column)}), ${given}::bigint) AS highest FROM ${sql.table(table)}) AS numbers
    WHERE highest > 0`.execute(target);
}
