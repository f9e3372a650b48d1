import { sql } from 'kysely';
import { StorageError } from '#storage/storage-error.ts';
import { databaseError } from './errors.ts';
import { addUp } from './row-seal.ts';
import type { RowSeal, SealedColumns, SealState } from './row-seal.ts';
import { columnsNow, foldChanges, sealedRows } from './sealed-tables.ts';
import type { Store } from './store.ts';

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
      const sum = isAsBefore ? known.sum : await rows.#sumOf(transaction, columns);
      const sealed = seal.seal({ sum, columns });
      await transaction.deleteFrom('row_seal').execute();
      await transaction.insertInto('row_seal').values({ id: 1, sealed }).execute();
    });
    await foldChanges(store, columns);
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
  }

  async #verify(store: Store): Promise<SealState> {
    const row = await store.selectFrom('row_seal').select('sealed').executeTakeFirst();
    if (row === undefined) throw databaseError('DATABASE_CHANGED');
    let state;
    try {
      state = this.#seal.open(row.sealed);
    } catch (cause) {
      throw databaseError('DATABASE_CHANGED', { cause });
    }
    if ((await this.#sumOf(store, state.columns)) !== state.sum) throw databaseError('DATABASE_CHANGED');
    return state;
  }

  async #sumOf(store: Store, columns: SealedColumns): Promise<bigint> {
    let sum = 0n;
    for await (const text of sealedRows(store, columns)) sum = addUp(sum, this.#seal.weigh(text));
    return sum;
  }
}

/** A number that changes when another connection than this one has written (SQLite, "PRAGMA data_version"). */
async function dataVersion(store: Store): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`PRAGMA data_version`.execute(store);
  return rows[0]?.data_version ?? 0;
}
