import { sqlStateOf } from '#storage/postgres/sql-state.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { KeysWanted, withKeys } from '../keys/keys-wanted.ts';
import type { Store } from './store.ts';
import type { WriteScope, Writer } from './writer.ts';

/** SQLSTATE of a row that names what is not there: here a version of the storage key that was taken away meanwhile. */
const REFERENCE_MISSING = '23503';

/** Has work done again that wants a key, outside of the transaction that it ran in, and work that sealed under a version that is gone. */
export class KeyedWriter implements Writer {
  readonly #writer: Writer;
  readonly #keyRing: KeyRing;

  constructor(writer: Writer, keyRing: KeyRing) {
    this.#writer = writer;
    this.#keyRing = keyRing;
  }

  write<T>(work: (store: Store) => Promise<T>, scope?: WriteScope): Promise<T> {
    return withKeys(async () => {
      try {
        return await this.#writer.write(work, scope);
      } catch (error) {
        const isStale = sqlStateOf(error) === REFERENCE_MISSING && (await this.#keyRing.refresh());
        if (!isStale) throw error;
        throw new KeysWanted(() => Promise.resolve());
      }
    });
  }

  onCommit(listener: () => void): void {
    this.#writer.onCommit(listener);
  }

  settled(): Promise<void> {
    return this.#writer.settled();
  }
}
