/** More times than a request has secrets: then something is wrong. */
const MOST_ATTEMPTS = 200;

/**
 * Work needs a key that has to be fetched first: a version that another process has made, or a data key that a device has to unwrap.
 * What threw it is done again from its beginning once the key is there, so that no transaction is open meanwhile.
 */
export class KeysWanted extends Error {
  override readonly name = 'KeysWanted';
  /** @throws StorageError where the key can't be had */
  readonly obtain: () => Promise<void>;

  constructor(obtain: () => Promise<void>) {
    super('A key is wanted.');
    this.obtain = obtain;
  }
}

/** Does work that opens or seals secrets, again each time that it wants a key. */
export async function withKeys<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KeysWanted) || attempt === MOST_ATTEMPTS) throw error;
      await error.obtain();
    }
  }
}
