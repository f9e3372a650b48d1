import { CompiledQuery, sql } from 'kysely';
import { StorageError } from '#storage/storage-error.ts';
import { isPostgres } from './engine-sql.ts';
import { databaseError } from './errors.ts';
import { forgetRows, keepRows } from './kept-rows.ts';
import { addUp } from './mac-sum.ts';
import type { RowSeal, SealState, SealedColumns, TableSums } from './row-seal.ts';
import { rowParts, rowText } from './row-text.ts';
import type { Store } from './store.ts';

/** Tables that decide who may do what, with which keys, and where they lead. */
export const SEALED_TABLES = [
  'setting',
  'organization',
  'user',
  'api_key',
  'session_key',
  'session_profile',
  'authenticator',
  'oauth_provider',
  'root_quorum',
  'policy',
  'ip_allowlist',
  'organization_feature',
  'invitation',
  'enclave_seed',
  'wallet',
  'wallet_account',
  'private_key',
  'private_key_address',
  'import_target',
  'secret',
  'fiat_on_ramp_credential',
  'oauth2_credential',
  'spent_sealing',
  'webhook_endpoint',
  'wrapping_key',
] as const;

const PENDING = `'ACTIVITY_STATUS_CONSENSUS_NEEDED'`;
const ofPending = (vote: string): string =>
  `EXISTS (SELECT 1 FROM main.activity WHERE id = ${vote}.activity_id AND status = ${PENDING})`;

/** Activities count while they wait for votes, and votes while their activity does: what is settled decides nothing any more. */
const SEALED: readonly { readonly table: string; readonly counts: (row: string) => string }[] = [
  ...SEALED_TABLES.map((table) => ({ table, counts: () => '1' })),
  { table: 'activity', counts: (row) => `${row}.status = ${PENDING}` },
  { table: 'vote', counts: ofPending },
];

/** The columns that the sealed tables have now. */
async function columnsNow(store: Store): Promise<SealedColumns> {
  const found: Record<string, string[]> = {};
  for (const { table } of SEALED) {
    const { rows } = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${table})`.execute(store);
    found[table] = rows.map(({ name }) => name);
  }
  return found;
}

/** Whether anything stands in a table that is sealed whole: not in a new database. */
export async function hasSealedRows(store: Store): Promise<boolean> {
  for (const table of SEALED_TABLES) {
    const from = isPostgres(store) ? `"${table}"` : `main."${table}"`;
    if ((await sql.raw(`SELECT 1 FROM ${from} LIMIT 1`).execute(store)).rows.length > 0) return true;
  }
  return false;
}

/** The sum over the sealed rows of each table, by the columns that they were sealed with. */
async function sumsOf(store: Store, seal: RowSeal, columns: SealedColumns): Promise<TableSums> {
  const sums: Record<string, bigint> = {};
  for (const { table, counts } of SEALED) {
    const known = columns[table];
    const count = async (names: readonly string[]): Promise<number> => {
      const { rows } = await sql
        .raw<{ found: number }>(
          `
        SELECT count(*) AS found, count(keyops_count(${rowText(table, names, 'r')}))
        FROM main."${table}" AS r WHERE ${counts('r')}`,
        )
        .execute(store);
      return rows[0]?.found ?? 0;
    };
    sums[table] = known === undefined ? 0n : await seal.sumOver(() => count(known));
  }
  return sums;
}

/**
 * Has every change of a sealed row fold itself into the digest, in the change's own transaction. The triggers belong to
 * this connection: the file has none that somebody could take away, and another program's changes fold in nothing.
 */
async function foldChanges(store: Store, columns: SealedColumns): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(store);
  for (const { table, counts } of SEALED) {
    const counted = (row: string): string => {
      const weight = weightOf(table, columns, row);
      return counts(row) === '1' ? weight : `CASE WHEN ${counts(row)} THEN ${weight} END`;
    };
    const on = (event: string, name: string, body: string): Promise<unknown> =>
      run(`CREATE TEMP TRIGGER seal_${table}_${name} AFTER ${event} ON main."${table}" BEGIN ${body} END`);
    const when = (row: string): string => (counts(row) === '1' ? '' : `WHEN ${counts(row)} `);
    await run(
      `CREATE TEMP TRIGGER seal_${table}_insert AFTER INSERT ON main."${table}" ${when('new')}BEGIN ${foldOf(table, 'NULL', counted('new'))} END`,
    );
    await on('DELETE', 'delete', foldOf(table, counted('old'), 'NULL'));
    await on('UPDATE', 'update', foldOf(table, counted('old'), counted('new')));
  }
  const votes = (row: string): string =>
    `CASE WHEN ${row}.status = ${PENDING} THEN
       (SELECT group_concat(${weightOf('vote', columns, 'v')}, '') FROM main.vote AS v WHERE v.activity_id = ${row}.id) END`;
  // Its votes come and go with whether it waits.
  await run(
    `CREATE TEMP TRIGGER seal_votes AFTER UPDATE OF status ON main.activity
     WHEN (old.status = ${PENDING}) <> (new.status = ${PENDING})
     BEGIN ${foldOf('vote', votes('old'), votes('new'))} END`,
  );
}

const weightOf = (table: string, columns: SealedColumns, row: string): string =>
  `keyops_weigh(${rowParts(table, columns[table] ?? [], row).join(', ')})`;

const foldOf = (table: string, removed: string, added: string): string =>
  `UPDATE main.row_seal SET sealed = keyops_fold(sealed, '${table}', ${removed}, ${added}) WHERE id = 1;`;

/** Whether the rows that decide who may do what are those that this service wrote. */
export class SealedRows {
  readonly #seal: RowSeal;
  #version: number | undefined;
  #refusal: StorageError | undefined;

  private constructor(seal: RowSeal) {
    this.#seal = seal;
  }

  /**
   * Holds the rows against their digest, and has every later change folded in.
   * @param isSealed whether this database was sealed before; a first start seals what is there
   * @throws StorageError `DATABASE_CHANGED`
   */
  static async open(store: Store, seal: RowSeal, isSealed: boolean): Promise<SealedRows> {
    const rows = new SealedRows(seal);
    const columns = await columnsNow(store);
    await store.transaction().execute(async (transaction) => {
      const known = isSealed ? await rows.#verify(transaction) : undefined;
      rows.#version = await dataVersion(transaction);
      // The same columns give the same sum: only a migration needs another look.
      const isAsBefore = known !== undefined && JSON.stringify(known.columns) === JSON.stringify(columns);
      const sums = isAsBefore && known.sums !== null ? known.sums : await sumsOf(transaction, seal, columns);
      const sealed = seal.seal({ sum: totalOf(sums), sums, columns });
      await transaction.deleteFrom('row_seal').execute();
      await transaction.insertInto('row_seal').values({ id: 1, sealed }).execute();
    });
    await foldChanges(store, columns);
    seal.onFold(keepRows(store));
    return rows;
  }

  /**
   * Holds the rows against their digest again where another program has written into the file since. To be asked before
   * the rows are used, and inside each transaction that writes. What was found to be changed stays so until the next start.
   * @throws StorageError `DATABASE_CHANGED`, from then on each time, without another look
   */
  readonly require = async (store: Store): Promise<void> => {
    if (this.#refusal !== undefined) throw this.#refusal;
    if ((await dataVersion(store)) === this.#version) return;
    // One view of all tables: changes of ours in between would look like somebody else's.
    if (store.isTransaction) await this.#look(store);
    else await store.transaction().execute((transaction) => this.#look(transaction));
  };

  /** One look for all who wait for it: whoever comes second finds the first one's answer. */
  async #look(transaction: Store): Promise<void> {
    if (this.#refusal !== undefined) throw this.#refusal;
    const version = await dataVersion(transaction);
    if (version === this.#version) return;
    try {
      await this.#verify(transaction);
    } catch (error) {
      if (error instanceof StorageError) this.#refusal = error;
      throw error;
    }
    this.#version = version;
    forgetRows(transaction);
  }

  async #verify(store: Store): Promise<SealState> {
    const row = await store.selectFrom('row_seal').select('sealed').executeTakeFirst();
    if (row === undefined) throw databaseError('DATABASE_CHANGED', { where: 'its digest is gone' });
    let state;
    try {
      state = this.#seal.open(row.sealed);
    } catch (cause) {
      throw databaseError('DATABASE_CHANGED', { where: 'its digest was changed', cause });
    }
    const sums = await sumsOf(store, this.#seal, state.columns);
    if (totalOf(sums) !== state.sum)
      throw databaseError('DATABASE_CHANGED', { where: `in ${differing(state.sums, sums)}` });
    return state;
  }
}

const totalOf = (sums: TableSums): bigint => Object.values(sums).reduce(addUp, 0n);

/** The tables whose rows are others than those that were sealed. */
function differing(sealed: TableSums | null, found: TableSums): string {
  const names = Object.keys(found).filter(
    (table) => sealed !== null && (sealed[table] ?? 0n) !== found[table],
  );
  return names.length === 0 ? 'an unknown table' : `the table ${names.join(', ')}`;
}

// Compiled once: every request runs it.
const DATA_VERSION = CompiledQuery.raw('PRAGMA data_version') as CompiledQuery<{ data_version: number }>;

/** A number that changes when another connection than this one has written (SQLite, "PRAGMA data_version"). */
async function dataVersion(store: Store): Promise<number> {
  const { rows } = await store.executeQuery(DATA_VERSION);
  return rows[0]?.data_version ?? 0;
}
