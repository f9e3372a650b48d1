import type { Store } from './store.ts';

/** More than a busy hour asks for; then everything is read anew. */
const MOST_KEPT = 10_000;
/** As many characters of questions: some hold what a stranger wrote, such as the ID of a passkey that nobody has. */
const MOST_ASKED = 4 * 1024 * 1024;

/**
 * What was read of the rows that decide who may do what, until one of them changes. They are read for each request and
 * change seldom; their triggers (sealed-rows.ts) tell of every change on this connection.
 */
class KeptRows {
  readonly #answers = new Map<string, unknown>();
  /** The characters of their questions. */
  #asked = 0;
  /** Raised by each change: what was read across one is not kept. */
  #version = 0;
  /** Whether a transaction is under way that has changed a row: what it reads may yet be undone. */
  #isChanging = false;

  async recall<T>(question: string, read: () => Promise<T>): Promise<T> {
    if (this.#isChanging) return await read();
    if (this.#answers.has(question)) return this.#answers.get(question) as T;
    const version = this.#version;
    const answer = frozen(await read());
    if (version === this.#version && !this.#answers.has(question)) {
      if (this.#answers.size >= MOST_KEPT || this.#asked + question.length > MOST_ASKED) this.#clear();
      this.#answers.set(question, answer);
      this.#asked += question.length;
    }
    return answer;
  }

  readonly onChange = (): void => {
    this.#isChanging = true;
    this.#forget();
  };

  onTransactionEnd(): void {
    if (!this.#isChanging) return;
    this.#isChanging = false;
    this.#forget();
  }

  #forget(): void {
    this.#version += 1;
    this.#clear();
  }

  #clear(): void {
    this.#answers.clear();
    this.#asked = 0;
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
 * @returns to be called when a sealed row changes, in the change's transaction
 */
export function keepRows(store: Store): () => void {
  const kept = new KeptRows();
  keptOf.set(connectionOf(store), kept);
  return kept.onChange;
}

/** To be called when a transaction has ended, whichever way. */
export const endKeptTransaction = (store: Store): void => keptOf.get(connectionOf(store))?.onTransactionEnd();

/** To be called when another program has written into the file. */
export function forgetRows(store: Store): void {
  const kept = keptOf.get(connectionOf(store));
  kept?.onChange();
  kept?.onTransactionEnd();
}

/**
 * What a question about sealed rows was answered, or is answered now. Whoever gets an answer changes nothing in it.
 * @param question names the statement and its parameters
 * @param read reads sealed rows alone, and depends on nothing but `question`
 */
export const recall = <T>(store: Store, question: string, read: () => Promise<T>): Promise<T> =>
  (views.get(store) ?? keptOf.get(connectionOf(store)))?.recall(question, read) ?? read();
