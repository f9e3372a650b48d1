import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RawSignature } from '#chains/payload/payload-signature.ts';
import { AppError } from '#protocol/error.ts';
import { Secret, copySecret } from '#protocol/secret.ts';
import type { ThreadAnswer, ThreadMessage } from './key-thread.ts';
import {
  type AccountWanted,
  ItemError,
  type KeyWork,
  PRIVATE_KEY_LENGTH,
  type WayToSign,
  type PublicSide,
} from './key-work.ts';

type Items<K extends keyof KeyWork> = Parameters<KeyWork[K]>[1];

/** What a slice may take, in milliseconds on an ordinary machine: another request's slice comes after it. */
const SLICE_MS = 20;
const MOST_THREADS = 4;

/** What work costs, in milliseconds of an ordinary machine: slices are cut by it, and the rate limit counts it. */
export const WORK_MS = {
  seed: 25,
  account: ({ path }: Pick<AccountWanted, 'path'>): number => 1 + 0.8 * (path.split('/').length - 1),
  key: ({ addressFormats }: { readonly addressFormats: readonly unknown[] }): number =>
    0.6 + 0.6 * addressFormats.length,
  signature: ({ payload, encoding }: { readonly payload: string } & Pick<WayToSign, 'encoding'>): number =>
    0.6 + (payload.length / 10_000) * (encoding === 'PAYLOAD_ENCODING_EIP712' ? 4 : 1),
} as const;

/** A slice that waits for a thread. */
interface Slice {
  readonly message: () => ThreadMessage;
  /** The place of its first item. */
  readonly from: number;
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Where the script of a thread lies; asked for once a thread is needed. */
export type ThreadScript = () => string | Promise<string>;

/**
 * Threads that derive keys, hash and sign, so that the thread that answers requests does not. Work is cut into slices, and
 * those of different requests take turns. Secrets cross as bytes that are transferred, and are wiped on the other side.
 * A thread starts with the first work and keeps nothing of it.
 */
export class KeyThreads {
  readonly #script: ThreadScript;
  readonly #most: number;
  /** The slices of each request that waits; the first in the list is next. */
  readonly #waiting: Slice[][] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Slice>();
  #starting = 0;
  #isStopped = false;

  /** @param most how many threads there may be; by the machine when left out, one processor left for the requests */
  constructor(script: ThreadScript, most = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1))) {
    this.#script = script;
    this.#most = most;
  }

  /** The seed of a wallet's words: 64 bytes. @throws AppError of `walletSeed` */
  async seed(words: Secret): Promise<Secret> {
    const [answer] = await this.#work('seed', words, [null], () => WORK_MS.seed);
    if (answer === undefined || !('secret' in answer)) throw new Error('The thread gave no seed.');
    return new Secret(answer.secret);
  }

  /** The public sides of a seed's accounts, in order. @throws ItemError about one of them */
  accounts(seed: Secret, accounts: readonly AccountWanted[]): Promise<PublicSide[]> {
    const items = accounts.map(({ curve, path, addressFormat }) => ({ curve, path, addressFormat }));
    return this.#values('accounts', seed, items, WORK_MS.account);
  }

  /** Those of private keys, 32 bytes each, one behind the other. @throws ItemError about one of them */
  keys(privateKeys: Secret, keys: Items<'keys'>): Promise<PublicSide[]> {
    // A slice takes all the bytes and looks at its own: they are few.
    return this.#values('keys', privateKeys, keys, WORK_MS.key);
  }

  /** Signatures of payloads, in order. @throws ItemError about one of them */
  signatures(privateKey: Secret, payloads: Items<'signatures'>): Promise<RawSignature[]> {
    return this.#values('signatures', privateKey, payloads, WORK_MS.signature);
  }

  /** Ends the threads; what is under way is refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const slice of [...this.#waiting.splice(0).flat(), ...this.#busy.values()]) slice.reject(stopping());
    await Promise.all([...this.#idle.splice(0), ...this.#busy.keys()].map((thread) => thread.terminate()));
  }

  async #values<K extends 'accounts' | 'keys' | 'signatures'>(
    kind: K,
    secret: Secret,
    items: Items<K>,
    msOf: (item: Items<K>[number]) => number,
  ): Promise<ReturnType<KeyWork[K]>> {
    const answers = await this.#work<Items<K>[number]>(kind, secret, items, msOf);
    return answers.flatMap((answer) => ('value' in answer ? (answer.value as unknown[]) : [])) as ReturnType<
      KeyWork[K]
    >;
  }

  async #work<I>(
    kind: keyof KeyWork,
    secret: Secret,
    items: readonly I[],
    msOf: (item: I) => number,
  ): Promise<ThreadAnswer[]> {
    if (this.#isStopped) throw stopping();
    const mine: Slice[] = [];
    const answers = slicesOf(items, msOf).map(
      ({ from, part }) =>
        new Promise<ThreadAnswer>((resolve, reject) => {
          // The copy is made when a thread takes it: none waits in a queue.
          const message = (): ThreadMessage => ({
            ...{ kind, items: part },
            secret: secret.use((bytes) =>
              copySecret(kind === 'keys' ? keysIn(bytes, from, part.length) : bytes),
            ),
          });
          mine.push({ message, from, resolve, reject });
        }),
    );
    this.#waiting.push(mine);
    this.#next();
    try {
      return await Promise.all(answers);
    } finally {
      // After an error, those that no thread has taken yet are of no use.
      mine.splice(0);
    }
  }

  /** Gives waiting slices to threads, one of each request after the other. */
  #next(): void {
    for (let mine = this.#waiting.shift(); mine !== undefined; mine = this.#waiting.shift()) {
      const thread = this.#idle.pop();
      if (thread === undefined) {
        this.#waiting.unshift(mine);
        break;
      }
      const slice = mine.shift();
      if (mine.length > 0) this.#waiting.push(mine);
      if (slice === undefined) {
        this.#idle.push(thread);
        continue;
      }
      const message = slice.message();
      this.#busy.set(thread, slice);
      thread.postMessage(message, [message.secret.buffer as ArrayBuffer]);
    }
    const wanted = Math.min(this.#waiting.length, this.#most - this.#idle.length - this.#busy.size);
    for (let more = wanted - this.#starting; more > 0; more -= 1) void this.#start();
  }

  async #start(): Promise<void> {
    this.#starting += 1;
    try {
      const thread = new Worker(await this.#script());
      // A service that ends waits for none of them.
      thread.unref();
      thread.on('message', (answer: ThreadAnswer) => {
        const slice = this.#busy.get(thread);
        this.#busy.delete(thread);
        this.#idle.push(thread);
        if (slice !== undefined) tell(slice, answer);
        this.#next();
      });
      thread.on('error', (error) => this.#lost(thread, error));
      thread.on('exit', () => this.#lost(thread, new Error('A thread that works with keys has ended.')));
      if (this.#isStopped) await thread.terminate();
      else this.#idle.push(thread);
    } catch (error) {
      for (const slice of this.#waiting.splice(0).flat()) slice.reject(error);
    } finally {
      this.#starting -= 1;
      this.#next();
    }
  }

  /** What it was working on is refused; the next work starts another one. */
  #lost(thread: Worker, error: Error): void {
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
    this.#busy.get(thread)?.reject(error);
    this.#busy.delete(thread);
    this.#next();
  }
}

/** An error of a registry that was made in a thread. */
class ErrorOfThread extends AppError {
  constructor({ code, message, remedy }: Pick<AppError, 'code' | 'message' | 'remedy'>) {
    super(code, message, remedy);
  }
}

const stopping = (): Error => new Error('The service is stopping.');

/** Work as slices of about the same cost, each with at least one item. */
function slicesOf<I>(
  items: readonly I[],
  msOf: (item: I) => number,
): { readonly from: number; readonly part: I[] }[] {
  const slices: { from: number; part: I[] }[] = [];
  let left = 0;
  for (const [index, item] of items.entries()) {
    const cost = msOf(item);
    const last = slices.at(-1);
    if (last === undefined || cost > left) {
      slices.push({ from: index, part: [item] });
      left = SLICE_MS - cost;
    } else {
      last.part.push(item);
      left -= cost;
    }
  }
  return slices;
}

const keysIn = (keys: Uint8Array, from: number, count: number): Uint8Array =>
  keys.subarray(from * PRIVATE_KEY_LENGTH, (from + count) * PRIVATE_KEY_LENGTH);

function tell({ from, resolve, reject }: Slice, answer: ThreadAnswer): void {
  if ('unexpected' in answer) reject(new Error(answer.unexpected));
  else if ('fault' in answer) {
    reject(new ItemError(from + answer.index, new ErrorOfThread(answer.fault)));
  } else resolve(answer);
}
