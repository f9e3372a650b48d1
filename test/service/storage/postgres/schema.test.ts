import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { migrations } from '#service/storage/migrations/all.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

/** What SQLite's types are called in PostgreSQL. */
const TYPES: Readonly<Record<string, string>> = { TEXT: 'text', INTEGER: 'bigint', BLOB: 'bytea' };
/** What the database of a server has besides: what processes keep between them, and which migrations it has. */
const OWN = new Set(['service_lock', 'migration', 'webhook_lease', 'rate_bucket', 'lock_wish']);
/** Columns that it has besides: a row's number and MAC, and the version of the rows that processes keep. */
const OWN_COLUMNS = new Set(['rowid', 'row_mac', 'rows_version', 'rows_changed_by']);

async function columnsOfSqlite(store: Store): Promise<Column[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; needed: number; key: number }>`
    SELECT t.name AS "table", c.name, c.type, c."notnull" AS needed, c.pk AS key
    FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'migration'`.execute(store);
  return rows.map(({ table, name, type, needed, key }) => ({
    ...{ table, name, type: TYPES[type] ?? type, isRequired: needed === 1 || key > 0 },
  }));
}

async function columnsOfPostgres(store: Store): Promise<Column[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; nullable: string }>`
    SELECT table_name AS "table", column_name AS name, data_type AS type, is_nullable AS nullable
    FROM information_schema.columns WHERE table_schema = 'public'`.execute(store);
  return rows
    .filter(({ table, name }) => !OWN.has(table) && !OWN_COLUMNS.has(name))
    .map(({ table, name, type, nullable }) => ({ table, name, type, isRequired: nullable === 'NO' }));
}

/** Each index as one text: its table, whether it is unique, its columns, and what it is limited to. */
async function indexesOfSqlite(store: Store): Promise<string[]> {
  const { rows } = await sql<{ table: string; uniq: number; columns: string; text: string | null }>`
    SELECT t.name AS "table", i."unique" AS uniq, s.sql AS text,
      (SELECT group_concat(c.name) FROM pragma_index_info(i.name) AS c) AS columns
    FROM sqlite_schema AS t, pragma_index_list(t.name) AS i LEFT JOIN sqlite_schema AS s ON s.name = i.name
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'migration'`.execute(store);
  return rows.map(({ table, uniq, columns, text }) => indexText(table, uniq === 1, columns, text ?? ''));
}

async function indexesOfPostgres(store: Store): Promise<string[]> {
  const { rows } = await sql<{ table: string; definition: string }>`
    SELECT tablename AS "table", indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'`.execute(
    store,
  );
  return rows
    .filter(({ table }) => !OWN.has(table))
    .map(({ table, definition }) => {
      const columns = /USING btree \(([^)]*)\)/u.exec(definition)?.[1]?.replaceAll(/[" ]/gu, '') ?? '';
      return indexText(table, definition.includes('UNIQUE'), columns.replace(/,rowid$/u, ''), definition);
    });
}

const indexText = (table: string, isUnique: boolean, columns: string, text: string): string =>
  `${table} ${isUnique ? 'unique ' : ''}(${columns})${text.includes(' WHERE ') ? ' partial' : ''}`;

const orderOf = (column: Column): string => `${column.table}.${column.name}`;
const inOrder = (columns: readonly Column[]): Column[] =>
  [...columns].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

describe.skipIf(noPostgres !== undefined)(`a PostgreSQL ${noPostgres ?? ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-schema-'));
  let server: PostgresServer;
  let sqlite: Store;

  beforeAll(async () => {
    server = await PostgresServer.start();
    sqlite = await openStore(folder);
  });
  afterAll(async () => {
    await sqlite.destroy();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the tables, columns and types that SQLite has, from the same migrations', async () => {
    const store = await openPostgresStore(await server.makeDatabase());
    expect(inOrder(await columnsOfPostgres(store))).toEqual(inOrder(await columnsOfSqlite(sqlite)));
    await store.destroy();
  });

  it('has every index that SQLite has, the unique ones first of all', async () => {
    const store = await openPostgresStore(await server.makeDatabase());
    // The primary keys that are SQLite's row number have no index of their own there.
    const numbers = [
      ...['webhook_delivery unique (sequence)', 'row_seal unique (id)', 'wrapping_key unique (version)'],
    ];
    expect((await indexesOfPostgres(store)).sort()).toEqual(
      [...(await indexesOfSqlite(sqlite)), ...numbers].sort(),
    );
    await store.destroy();
  });

  it('refuses a reference to what is not there, as SQLite does', async () => {
    const store = await openPostgresStore(await server.makeDatabase());
    for (const each of [store, sqlite])
      await expect(
        sql`INSERT INTO policy (id, organization_id, name, effect, notes, created_at, updated_at)
          VALUES ('p', 'nobody', 'n', 'e', '', 1, 1)`.execute(each),
      ).rejects.toThrow(/foreign key/iu);
    await store.destroy();
  });

  it('eight processes that start at once bring it up to date once', async () => {
    const url = await server.makeDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(url)));
    const rows = await server.ask(
      new URL(url).pathname.slice(1),
      'SELECT name FROM migration ORDER BY position',
    );
    expect(rows.map((row) => row['name'])).toEqual(migrations.map(({ name }) => name));
    for (const store of stores) await store.destroy();
  });

  it('keeps what it holds over every further migration, and stays as it was when one fails', async () => {
    const url = await server.makeDatabase();
    const older = await openPostgres(url, migrations.slice(0, 13));
    await sql`INSERT INTO organization VALUES ('o', 'Acme', 1)`.execute(older);
    await older.destroy();
    const wrong = [
      ...migrations,
      { name: '999-wrong', statements: ['CREATE TABLE half (id BIGINT)', 'NONSENSE'] },
    ];
    await expect(openPostgres(url, wrong)).rejects.toMatchObject({ code: 'MIGRATION_FAILED' });
    const database = new URL(url).pathname.slice(1);
    expect(await server.ask(database, 'SELECT count(*)::int AS n FROM migration')).toEqual([{ n: 13 }]);
    const store = await openPostgresStore(url);
    expect(await store.selectFrom('organization').selectAll().execute()).toEqual([
      { id: 'o', name: 'Acme', created_at: 1 },
    ]);
    await store.destroy();
  });

  it('refuses the database of a newer version, and changes nothing', async () => {
    const url = await server.makeDatabase();
    const newer = [...migrations, { name: '900-later', statements: ['CREATE TABLE later (id BIGINT)'] }];
    await (await openPostgres(url, newer)).destroy();
    await expect(openPostgresStore(url)).rejects.toMatchObject({ code: 'DATABASE_TOO_NEW' });
  });

  it('attack: no error tells the password of the database', async () => {
    const url = new URL(await server.makeDatabase());
    url.password = 'a-wrong-password-of-ours';
    for (const address of [
      url.href,
      'postgres://keyops:a-wrong-password-of-ours@127.0.0.1:1/none',
      'a-wrong-password-of-ours',
    ]) {
      const error: unknown = await openPostgresStore(address).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'DATABASE_UNREACHABLE' });
      expect(String(error)).not.toContain('a-wrong-password-of-ours');
    }
  });
});
