import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '#protocol/secret.ts';
import { KeysWanted } from './keys-wanted.ts';
import type { WrappingKey } from './wrapping-key.ts';

const DATA_KEY_BYTES = 32;
/** So many opened data keys are held, the last used ones, each for so long: a key that was taken away elsewhere ends here as well. */
const MOST_OPENED = 10_000;
const OPENED_MS = 5 * 60 * 1000;
/** So many are made ahead at once. A request may make thousands of keys, and all of theirs have to be ready at one time. */
const [LEAST_READY, MOST_READY] = [4, 4096];
/** After a while without a run on them, fewer are made. */
const CALM_MS = 60_000;

/** A data key that nothing is sealed under yet. */
export interface FreshDataKey {
  /** Whoever took it wipes it. */
  readonly secret: Secret;
  readonly wrapped: Uint8Array;
}

interface OpenedDataKey {
  readonly secret: Secret;
  readonly untilMs: number;
}

/** 32 fresh random bytes. */
export const newDataKey = (): Secret => new Secret(new Uint8Array(randomBytes(DATA_KEY_BYTES)));

/** Data keys of wrapping keys that are not in this process: some made ahead, and those that were unwrapped a short while ago. */
export class DataKeys {
  readonly #opened = new Map<string, OpenedDataKey>();
  #ready: FreshDataKey[] = [];
  /** Which key those are wrapped under. */
  #readyFor = '';
  #amount = LEAST_READY;
  #madeMs = -Infinity;
  readonly #steadyMs: () => number;

  /** @param steadyMs a clock that nobody can set, in milliseconds */
  constructor(steadyMs: () => number = () => performance.now()) {
    this.#steadyMs = steadyMs;
  }

  /**
   * A data key that was made ahead; it is given to nobody else.
   * @throws KeysWanted where there is none
   */
  take(key: WrappingKey): FreshDataKey {
    if (this.#readyFor !== key.id) this.#forgetReady();
    const ready = this.#ready.pop();
    if (ready !== undefined) return ready;
    throw new KeysWanted(() => this.#makeReady(key));
  }

  /**
   * The data key that was wrapped; whoever asked wipes what it gets.
   * @throws KeysWanted where it has to be unwrapped first
   */
  opened(key: WrappingKey, wrapped: Uint8Array): Secret {
    const name = nameOf(key, wrapped);
    const found = this.#opened.get(name);
    if (found !== undefined && found.untilMs > this.#steadyMs()) {
      this.#opened.delete(name);
      this.#opened.set(name, found);
      return found.secret.use((bytes) => new Secret(Uint8Array.from(bytes)));
    }
    this.#forget(name);
    throw new KeysWanted(async () => {
      const [secret] = await key.unwrap([wrapped]);
      if (secret !== undefined) this.#keep(name, secret);
    });
  }

  /**
   * Has several opened, with one question.
   * @throws KeysWanted where some have to be unwrapped first
   */
  requireOpened(key: WrappingKey, wrapped: readonly Uint8Array[]): void {
    const soon = this.#steadyMs();
    const missing = wrapped.filter((each) => (this.#opened.get(nameOf(key, each))?.untilMs ?? 0) <= soon);
    if (missing.length === 0) return;
    throw new KeysWanted(async () => {
      const secrets = await key.unwrap(missing);
      for (const [at, each] of missing.entries()) {
        const secret = secrets[at];
        if (secret !== undefined) this.#keep(nameOf(key, each), secret);
      }
    });
  }

  wipe(): void {
    this.#forgetReady();
    for (const name of [...this.#opened.keys()]) this.#forget(name);
  }

  /** Twice as many each time that they ran out: a request that makes many keys is done again a few times, not once for each. */
  async #makeReady(key: WrappingKey): Promise<void> {
    const now = this.#steadyMs();
    if (now - this.#madeMs > CALM_MS) this.#amount = LEAST_READY;
    this.#madeMs = now;
    const secrets = Array.from({ length: this.#amount }, newDataKey);
    this.#amount = Math.min(2 * this.#amount, MOST_READY);
    let wrapped: readonly Uint8Array[];
    try {
      wrapped = await key.wrap(secrets);
    } catch (error) {
      for (const secret of secrets) secret.wipe();
      throw error;
    }
    if (this.#readyFor !== key.id) this.#forgetReady();
    this.#readyFor = key.id;
    secrets.forEach((secret, at) => {
      const bytes = wrapped[at];
      if (bytes !== undefined) this.#ready.push({ secret, wrapped: bytes });
    });
  }

  #keep(name: string, secret: Secret): void {
    this.#forget(name);
    this.#opened.set(name, { secret, untilMs: this.#steadyMs() + OPENED_MS });
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MOST_OPENED && oldest !== undefined) this.#forget(oldest);
  }

  #forget(name: string): void {
    this.#opened.get(name)?.secret.wipe();
    this.#opened.delete(name);
  }

  #forgetReady(): void {
    for (const { secret } of this.#ready) secret.wipe();
    this.#ready = [];
  }
}

const nameOf = (key: WrappingKey, wrapped: Uint8Array): string =>
  createHash('sha256').update(`${key.id}\n`).update(wrapped).digest('base64');
