import { MacSum, addUp } from './mac-sum.ts';
import type { WeighThread } from './weigh-thread.ts';

/** So many rows are weighed at once: a thread takes as long to start. */
const AT_ONCE = 8192;
/** And so many at a time are handed to a thread. */
const BATCH = 1024;

/** What rows weigh, each by itself or many of them in a thread. */
export interface Scale {
  weigh(row: string): string;
  startThread(): WeighThread;
}

/**
 * The sum over the rows of one statement. It runs without a pause, so what is more than a few is weighed beside it, as far as the
 * thread can follow.
 */
export class RowSum {
  readonly #scale: Scale;
  readonly #sum = new MacSum();
  #rows: string[] = [];
  #thread: WeighThread | undefined;
  #count = 0;

  constructor(scale: Scale) {
    this.#scale = scale;
  }

  /** How many were added. */
  get count(): number {
    return this.#count;
  }

  /** @param row as of `RowSeal.weigh` */
  add(row: string): void {
    this.#count += 1;
    if (this.#count <= AT_ONCE || this.#thread?.isBusy === true) {
      this.#sum.add(this.#scale.weigh(row));
      return;
    }
    this.#rows.push(row);
    if (this.#rows.length === BATCH) this.#handOver();
  }

  /** What they come to, modulo 2^256. @throws Error where the thread failed */
  async total(): Promise<bigint> {
    if (this.#rows.length > 0) this.#handOver();
    const beside = (await this.#thread?.total()) ?? 0n;
    return addUp(this.#sum.total(), beside);
  }

  /** Ends the thread, if there is one. */
  stop(): void {
    this.#thread?.stop();
  }

  #handOver(): void {
    this.#thread ??= this.#scale.startThread();
    this.#thread.add(this.#rows);
    this.#rows = [];
  }
}
