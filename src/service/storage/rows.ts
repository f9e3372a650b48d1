import { CompiledQuery, sql, type Insertable, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { paginationOptions } from '#protocol/catalogue/fields.ts';
import { SENT_AHEAD } from '#storage/postgres/sent-ahead.ts';
import { elementsOf, isPostgres, parameterAt } from './engine-sql.ts';
import { forgetVersion, recall } from './kept-rows.ts';
import { KEPT_TABLES } from './rows-version.ts';
import { MAC_COLUMN, MAC_TABLES, macsFor } from './row-macs.ts';
import type { ServiceSchema } from './schema.ts';
import { SEALED_TABLES } from './sealed-rows.ts';
import type { Store } from './store.ts';
import type { InTurns } from './turns.ts';

type TableName = keyof ServiceSchema;
/** A row of a table as it is read. */
export type Row<T extends TableName> = Readonly<Selectable<ServiceSchema[T]>>;
/** Values that columns must have; all of them. */
type Match<T extends TableName> = Partial<Row<T>>;

/** Tables whose rows say when they were made. */
type DatedTable = {
  [T in TableName]: Row<T> extends { created_at: number } ? T : never;
}[TableName];

/** Tables whose rows have an ID and belong to an organization. */
export type OwnedTable = {
  [T in TableName]: Row<T> extends { id: string; organization_id: string; created_at: number } ? T : never;
}[TableName];

/** A page of objects in the order in which they were made: at most `limit`, made before or after an object of an ID. */
export interface ObjectPage {
  readonly limit: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const DEFAULT_LIMIT = 10;

/** The page that a request asks for. */
export const objectPageOf = (options: z.output<typeof paginationOptions> | null | undefined): ObjectPage => ({
  limit: Number(options?.limit ?? DEFAULT_LIMIT),
  before: options?.before?.toLowerCase(),
  after: options?.after?.toLowerCase(),
});

/** Inserts one row. */
export const insertRow = <T extends TableName>(
  store: Store,
  table: T,
  row: Insertable<ServiceSchema[T]>,
): Promise<void> => insertInto(store, table, row, '');

/** Inserts one row; on PostgreSQL the next statement of the transaction goes out with it, and tells whether it could be. */
export const insertAhead = <T extends TableName>(
  store: Store,
  table: T,
  row: Insertable<ServiceSchema[T]>,
): Promise<void> => insertInto(store, table, row, isPostgres(store) ? SENT_AHEAD : '');

async function insertInto(store: Store, table: TableName, row: object, way: string): Promise<void> {
  beforeChange(store, table);
  const mac = macsFor(store, table)?.of(table, row as Readonly<Record<string, unknown>>);
  const [columns, values] = unzipped(Object.entries(mac === undefined ? row : { ...row, [MAC_COLUMN]: mac }));
  const text = keptText(store, `${way}insert ${table} ${columns.join()}`, () => {
    const places = columns.map((_, index) => parameterAt(store, index)).join(', ');
    return `${way}insert into ${quote(table)} (${columns.map(quote).join(', ')}) values (${places})`;
  });
  await store.executeQuery(CompiledQuery.raw(text, values));
}

/** A transaction that changes a row that is kept reads what it wrote from then on. */
function beforeChange(store: Store, table: TableName): void {
  if (KEPT_TABLES.has(table)) forgetVersion(store);
}

/** The row of an ID within an organization, or undefined. */
export const findRow = <T extends OwnedTable>(
  store: Store,
  table: T,
  organizationId: string,
  id: string,
): Promise<Row<T> | undefined> => firstWhere(store, table, owned<T>(organizationId, id));

/** The rows of an organization, oldest first. */
export const listRows = <T extends OwnedTable>(
  store: Store,
  table: T,
  organizationId: string,
): Promise<Row<T>[]> => allWhere(store, table, { organization_id: organizationId } as Match<T>);

/** So many rows are read before other requests have a turn. */
export const TURN_ROWS = 250;

/**
 * The rows of an organization in the order in which they were made, some at a time: between them other requests are answered.
 * What is made meanwhile may be among them or not; no row comes twice.
 */
export const rowsInTurns = <T extends OwnedTable>(
  on: InTurns,
  table: T,
  organizationId: string,
): AsyncGenerator<Row<T>[], void, undefined> =>
  matchesInTurns(on, table, { organization_id: organizationId } as Match<T>);

async function* matchesInTurns<T extends DatedTable>(
  { store, turns }: InTurns,
  table: T,
  match: Match<T>,
): AsyncGenerator<Row<T>[], void, undefined> {
  const rowid = sql.ref<number>('rowid');
  const ofMatch = sql<boolean>`${sql.join(
    conditions(match).map(([column, value]) => sql`${inOrder(store, column)} = ${value}`),
    sql` AND `,
  )}`;
  for (let behind = 0; ;) {
    const places = sql`SELECT rowid AS place FROM ${sql.table(table)}
      WHERE ${ofMatch} AND rowid > ${behind} ORDER BY rowid LIMIT ${TURN_ROWS}`;
    const found = await sql<{
      last: number | null;
      count: number | string;
    }>`SELECT max(place) AS last, count(*) AS count FROM (${places}) AS places`.execute(store);
    const { last = null, count = 0 } = found.rows[0] ?? {};
    if (last === null) return;
    yield (await loose(store)
      .selectFrom<string>(table)
      .selectAll()
      .where(ofMatch)
      .where(rowid, '>', behind)
      .where(rowid, '<=', last)
      .orderBy(rowid)
      .execute()) as Row<T>[];
    behind = last;
    // A short list delays nobody, so it doesn’t wait for long ones.
    if (Number(count) < TURN_ROWS) return;
    await turns.give();
  }
}

/**
 * A column of what is read in the order of making. A file has one organization, so its rows are the table's: the sign keeps SQLite from
 * reading them by an index of another order, and sorting all of them for each part.
 */
const inOrder = (store: Store, column: string): RawBuilder<unknown> =>
  column === 'organization_id' && !isPostgres(store) ? sql`+${sql.ref(column)}` : sql.ref(column);

/** All of them, in records. @param recordOf what is told of a row */
export const recordsInTurns = <T extends OwnedTable, R>(
  on: InTurns,
  table: T,
  organizationId: string,
  recordOf: (row: Row<T>) => R,
): Promise<R[]> => recordsWhere(on, table, { organization_id: organizationId } as Match<T>, recordOf);

/** The rows whose columns have these values, in records, some at a time as well. @param recordOf what is told of a row */
export async function recordsWhere<T extends DatedTable, R>(
  on: InTurns,
  table: T,
  match: Match<T>,
  recordOf: (row: Row<T>) => R,
): Promise<R[]> {
  const records: R[] = [];
  for await (const rows of matchesInTurns(on, table, match))
    for (const row of rows) records.push(recordOf(row));
  return records;
}

/**
 * A page of an organization's rows, oldest first; `before` alone gives the rows right before its row. A cursor that names
 * no row gives none.
 * @param match values that columns must have
 */
export async function pageOfRows<T extends OwnedTable>(
  store: Store,
  table: T,
  match: Match<T> & { readonly organization_id: string },
  { limit, before, after }: ObjectPage,
): Promise<Row<T>[]> {
  const rowid = sql.ref<number>('rowid');
  const placeIn = (id: string) => sql<number>`(SELECT rowid FROM ${sql.table(table)} WHERE id = ${id})`;
  const backwards = before !== undefined && after === undefined;
  let query = selectWhere(store, table, match);
  if (before !== undefined) query = query.where(sql<boolean>`${rowid} < ${placeIn(before)}`);
  if (after !== undefined) query = query.where(sql<boolean>`${rowid} > ${placeIn(after)}`);
  const rows = (await query
    .orderBy(rowid, backwards ? 'desc' : 'asc')
    .limit(limit)
    .execute()) as Row<T>[];
  return backwards ? rows.reverse() : rows;
}

/** Writes a row of an organization in the place of what it was. */
export async function replaceRow<T extends OwnedTable>(store: Store, table: T, row: Row<T>): Promise<void> {
  const { id, organization_id, ...changes } = row as Row<OwnedTable>;
  await updateWhere(store, table, owned<T>(organization_id, id), changes as Match<T>);
}

/** Deletes the row of an ID within an organization. @returns whether it was there */
export const deleteRow = (
  store: Store,
  table: OwnedTable,
  organizationId: string,
  id: string,
): Promise<boolean> => deleteWhere(store, table, owned(organizationId, id));

/** A row whose columns have these values, or undefined. */
export async function firstWhere<T extends TableName>(
  store: Store,
  table: T,
  match: Match<T>,
): Promise<Row<T> | undefined> {
  return await asked(store, table, { question: 'first', match }, async () => {
    const { rows } = await store.executeQuery<Row<T>>(matching(store, 'select *', table, { match }));
    return rows[0];
  });
}

/** Whether there is a row whose columns have these values. */
export async function hasWhere<T extends TableName>(
  store: Store,
  table: T,
  match: Match<T>,
): Promise<boolean> {
  return await asked(store, table, { question: 'has', match }, async () => {
    const { rows } = await store.executeQuery(matching(store, 'select 1', table, { match, end: 'limit 1' }));
    return rows.length > 0;
  });
}

/** The rows whose columns have these values, oldest first. */
export async function allWhere<T extends DatedTable>(
  store: Store,
  table: T,
  match: Match<T>,
): Promise<Row<T>[]> {
  const rows = await asked(store, table, { question: 'all', match }, async () => {
    const query = matching(store, 'select *', table, { match, end: 'order by created_at, rowid' });
    return (await store.executeQuery<Row<T>>(query)).rows;
  });
  return [...rows];
}

/** The rows of an organization that have one of some values in a column, whole, in no order; one statement for all of them. */
export async function rowsAmong<T extends 'user' | 'api_key' | 'authenticator'>(
  store: Store,
  table: T,
  organizationId: string,
  { column, values }: { readonly column: keyof Row<T> & string; readonly values: readonly string[] },
): Promise<readonly Row<T>[]> {
  if (values.length === 0) return [];
  const listed = JSON.stringify(values);
  return await recall(
    store,
    table,
    `among ${column} ${JSON.stringify(organizationId)} ${listed}`,
    async () => {
      // The sign keeps SQLite from reading all rows of the organization in place of the few; PostgreSQL knows none before a text.
      const organization = isPostgres(store) ? sql.ref('organization_id') : sql`+organization_id`;
      const rows = await loose(store)
        .selectFrom<string>(table)
        .selectAll()
        .where(sql<boolean>`${organization} = ${organizationId}`)
        .where(sql.ref(column), 'in', sql`(SELECT value FROM ${elementsOf(store, listed)})`)
        .execute();
      return rows as Row<T>[];
    },
  );
}

/** Changes the rows whose columns have these values. @returns whether there was one */
export async function updateWhere<T extends TableName>(
  store: Store,
  table: T,
  match: Match<T>,
  changes: Match<T>,
): Promise<boolean> {
  beforeChange(store, table);
  if (macsFor(store, table) !== undefined) return await updateSealed(store, table, match, changes);
  let query = loose(store).updateTable<string>(table).set(changes);
  for (const [column, value] of conditions(match)) query = query.where(column, '=', value);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Changes rows that have a MAC: they are checked as they are, and sealed as they will be. */
async function updateSealed(
  store: Store,
  table: TableName,
  match: object,
  changes: object,
): Promise<boolean> {
  const name = MAC_TABLES[table] ?? '';
  let query = loose(store).selectFrom<string>(table).selectAll();
  for (const [column, value] of conditions(match)) query = query.where(column, '=', value);
  const rows = await query.forUpdate().execute();
  for (const row of rows) {
    const mac = macsFor(store, table)?.of(table, { ...row, ...changes });
    let change = loose(store)
      .updateTable<string>(table)
      .set({ ...changes, [MAC_COLUMN]: mac })
      .where(name, '=', row[name]);
    for (const [column, value] of conditions(match)) change = change.where(column, '=', value);
    await change.execute();
  }
  return rows.length > 0;
}

/** Deletes the rows whose columns have these values. @returns whether there was one */
export async function deleteWhere<T extends TableName>(
  store: Store,
  table: T,
  match: Match<T>,
): Promise<boolean> {
  beforeChange(store, table);
  const { numAffectedRows = 0n } = await store.executeQuery(matching(store, 'delete', table, { match }));
  return numAffectedRows > 0n;
}

const SEALED = new Set<string>(SEALED_TABLES);

/** Asks the database, or for a sealed table what it was answered before. */
const asked = <T extends TableName, A>(
  store: Store,
  table: T,
  { question, match }: { readonly question: string; readonly match: Match<T> },
  read: () => Promise<A>,
): Promise<A> =>
  (isPostgres(store) ? KEPT_TABLES : SEALED).has(table)
    ? recall(store, table, `${question} ${JSON.stringify(conditions(match))}`, read)
    : read();

/** The texts of statements that are made again and again, by what makes them: tables, columns and kind. */
const textsOfSqlite = new Map<string, string>();
const textsOfPostgres = new Map<string, string>();

function keptText(store: Store, name: string, make: () => string): string {
  const texts = isPostgres(store) ? textsOfPostgres : textsOfSqlite;
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = make();
  texts.set(name, text);
  return text;
}

const quote = (name: string): string => `"${name}"`;

const unzipped = (entries: readonly [string, unknown][]): [columns: string[], values: unknown[]] => [
  entries.map(([column]) => column),
  entries.map(([, value]) => value),
];

/** A statement about the rows whose columns have these values. @param what how it begins @param rows those, and how it ends */
function matching(
  store: Store,
  what: 'select *' | 'select 1' | 'delete',
  table: TableName,
  { match, end = '' }: { readonly match: object; readonly end?: string },
): CompiledQuery {
  const [columns, values] = unzipped(conditions(match));
  const text = keptText(store, `${what} ${table} ${columns.join()} ${end}`, () => {
    const where = columns
      .map((column, index) => `${quote(column)} = ${parameterAt(store, index)}`)
      .join(' and ');
    return `${what} from ${quote(table)} where ${where} ${end}`;
  });
  return CompiledQuery.raw(text, values);
}

function selectWhere<T extends TableName>(store: Store, table: T, match: Match<T>) {
  let query = loose(store).selectFrom<string>(table).selectAll();
  for (const [column, value] of conditions(match)) query = query.where(column, '=', value);
  return query;
}

const owned = <T extends OwnedTable>(organizationId: string, id: string): Match<T> =>
  ({ id, organization_id: organizationId }) as Match<T>;

/** A statement without a condition would be about the rows of everybody. */
function conditions(match: object): [column: string, value: unknown][] {
  const entries = Object.entries(match);
  if (entries.length === 0 || entries.some(([, value]) => value === undefined))
    throw new TypeError('A statement needs a condition.');
  return entries;
}

/** One statement for all tables: what the functions above take and give is typed by the table. */
const loose = (store: Store): Kysely<Record<string, Record<string, unknown>>> => store as never;
