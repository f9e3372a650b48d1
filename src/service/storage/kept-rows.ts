import type { Store } from './store.ts';

/** More than a busy hour asks for; then everything is read anew. */
const MOST_KEPT = 10_000;
/** As many characters of questions: some hold what a stranger wrote, such as the ID of a passkey that nobody has. */
const MOST_ASKED = 4 * 1024 * 1024;

/** What was answered about some tables together. */
interface Answers {
  readonly tables: ReadonlySet<string>;
  readonly byQuestion: Map<string, unknown>;
  /** Raised by each change of one of them: what was read across one is not kept. */
  version: number;
}

/**
 * What was read of the rows that decide who may do what, until one in the same tables changes. They are read for each request and
 * change seldom; their triggers (sealed-rows.ts) tell of every change on this connection.
 */
class KeptRows {
  /** By the names of the tables that were asked. */
  readonly #answers = new Map<string, Answers>();
  #count = 0;
  /** The characters of their questions. */
  #asked = 0;
  /** The tables in which a transaction that is under way has changed a row: what it reads of them may yet be undone. */
  readonly #changing = new Set<string>();

  async recall<T>(tables: string, question: string, read: () => Promise<T>): Promise<T> {
    const answers = this.#about(tables);
    if (this.#isChanging(answers)) return await read();
    const { byQuestion, version } = answers;
    if (byQuestion.has(question)) return byQuestion.get(question) as T;
    const answer = frozen(await read());
    if (version === answers.version && !byQuestion.has(question)) {
      if (this.#count >= MOST_KEPT || this.#asked + question.length > MOST_ASKED) this.#forget();
      byQuestion.set(question, answer);
      this.#count += 1;
      this.#asked += question.length;
    }
    return answer;
  }

  readonly onChange = (table: string): void => {
    this.#changing.add(table);
    this.#forget(table);
  };

  onTransactionEnd(): void {
    for (const table of this.#changing) this.#forget(table);
    this.#changing.clear();
  }

  /** Forgets everything, for any row may have changed. */
  onUnknownChange(): void {
    this.#forget();
  }

  #about(tables: string): Answers {
    const known = this.#answers.get(tables);
    if (known !== undefined) return known;
    const made = { tables: new Set(tables.split(' ')), byQuestion: new Map<string, unknown>(), version: 0 };
    this.#answers.set(tables, made);
    return made;
  }

  #isChanging({ tables }: Answers): boolean {
    for (const table of this.#changing) if (tables.has(table)) return true;
    return false;
  }

  /** @param table one that has changed; every one when left out */
  #forget(table?: string): void {
    for (const answers of this.#answers.values()) {
      if (table !== undefined && !answers.tables.has(table)) continue;
      answers.version += 1;
      for (const question of answers.byQuestion.keys()) this.#asked -= question.length;
      this.#count -= answers.byQuestion.size;
      answers.byQuestion.clear();
    }
  }
}

/** A row, or rows, that the next who asks gets as they are now. */
function frozen<T>(answer: T): T {
  for (const row of Array.isArray(answer) ? (answer as unknown[]) : []) Object.freeze(row);
  return Object.freeze(answer);
}

/** By the connection: a transaction has a store of its own, over the same one. */
const keptOf = new WeakMap<object, KeptRows>();
const connectionOf = (store: Store): object => store.getExecutor().adapter;

/** The rows of one version of a database that other processes write to as well. */
interface RowsOfVersion {
  readonly version: string;
  readonly kept: KeptRows;
}

const newestOf = new WeakMap<object, RowsOfVersion>();
/** Those that see the rows of one version: stores of requests, and transactions behind their locks. */
const views = new WeakMap<Store, KeptRows>();

/**
 * Has a store of PostgreSQL keep what it reads with others that see the same version of the rows: each transaction that changes
 * one of them gives the organization's row another version, so none is missed (docs/decisions/225-fewer-statements.md).
 * @param version as it was read of the organization's row: in a transaction, of the row that it has locked
 */
export function seeVersion(store: Store, version: string): void {
  const connection = connectionOf(store);
  const newest = newestOf.get(connection);
  const kept = newest?.version === version ? newest.kept : new KeptRows();
  // Who comes late with an earlier one puts it in the other's place: that costs others a reading, and nothing else.
  if (newest?.version !== version) newestOf.set(connection, { version, kept });
  views.set(store, kept);
}

/** A store that sees the rows as they were at a version. */
export function storeAtVersion(store: Store, version: string): Store {
  const view = store.withTables();
  seeVersion(view, version);
  return view;
}

/** To be called by whoever changes a row: from then on the transaction reads what it wrote. */
export const forgetVersion = (store: Store): boolean => views.delete(store);

/**
 * From now on, what is read of sealed rows is kept.
 * @returns to be called with the table when a sealed row changes, in the change's transaction
 */
export function keepRows(store: Store): (table: string) => void {
  const kept = new KeptRows();
  keptOf.set(connectionOf(store), kept);
  return kept.onChange;
}

/** To be called when a transaction has ended, whichever way. */
export const endKeptTransaction = (store: Store): void => keptOf.get(connectionOf(store))?.onTransactionEnd();

/** To be called when another program has written into the file. */
export function forgetRows(store: Store): void {
  keptOf.get(connectionOf(store))?.onUnknownChange();
}

/**
 * What a question about sealed rows was answered, or is answered now. Whoever gets an answer changes nothing in it.
 * @param tables the sealed tables that are read, with a space between two
 * @param question names the statement and its parameters
 * @param read reads rows of those tables alone, and depends on nothing but `question`
 */
export const recall = <T>(
  store: Store,
  tables: string,
  question: string,
  read: () => Promise<T>,
): Promise<T> =>
  (views.get(store) ?? keptOf.get(connectionOf(store)))?.recall(tables, question, read) ?? read();
