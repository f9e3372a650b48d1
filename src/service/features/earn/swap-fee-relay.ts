import type { Logger } from 'pino';
import type { PeerNotices } from '../../storage/peer-notices.ts';
import type { Store } from '../../storage/store.ts';
import { allWhere, updateWhere } from '../../storage/rows.ts';
import type { Writer } from '../../storage/writer.ts';
import type { Clock } from '../../webhooks/dispatcher.ts';

const LOOK_EVERY_MS = 1000;
/** Where claims of other processes are told. */
const LOOK_SELDOM_MS = 30_000;

interface RelayOptions {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How other processes on the database are told; there are none on a file. */
  readonly notices?: PeerNotices | undefined;
}

/**
 * Takes up the claims of swap fees in the order in which they were made, also those that an earlier run left. Nothing here
 * swaps, so there is never anything to pay out: each claim ends as failed, and says why (docs/decisions/070).
 */
export class SwapFeeRelay {
  readonly #options: RelayOptions;
  #look: Promise<void> = Promise.resolve();
  #cancel: () => void = () => undefined;
  #stopped = false;
  /** Whether something was written since the last look began, or may have been. */
  #hasNews = true;
  #isLooking = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Looks for claims now, and from then on once a second; more seldom where it is told that there may be some. */
  start(): void {
    const { writer, notices } = this.#options;
    if (notices !== undefined) {
      writer.onCommit(() => this.#hear());
      notices.onHeard(() => this.#hear());
    }
    this.#begin();
  }

  #begin(): void {
    this.#hasNews = false;
    this.#isLooking = true;
    this.#look = this.#takeUp()
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error }, 'swap-fee claims could not be processed');
        this.#hasNews = true;
      })
      .finally(() => {
        this.#isLooking = false;
        this.#sleep();
      });
  }

  #sleep(): void {
    const isTold = this.#options.notices?.isListening === true && !this.#hasNews;
    this.#cancel();
    if (this.#stopped) return;
    this.#cancel = this.#options.clock.after(isTold ? LOOK_SELDOM_MS : LOOK_EVERY_MS, () => this.#begin());
  }

  /** However much is written, there is one look a second. */
  #hear(): void {
    if (this.#hasNews) return;
    this.#hasNews = true;
    if (!this.#isLooking) this.#sleep();
  }

  /** Resolves when the look that is under way has ended. */
  settled(): Promise<void> {
    return this.#look;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#look;
  }

  async #takeUp(): Promise<void> {
    const { store, writer, clock, logger } = this.#options;
    for (const { id } of await allWhere(store, 'swap_fee_claim', { status: 'PENDING' })) {
      if (this.#stopped) return;
      const outcome = { status: 'FAILED', failure: 'NO_FEES' } as const;
      const changes = { ...outcome, updated_at: clock.now() };
      // One that has ended stays as it is.
      const isSettled = await writer.write((unit) =>
        updateWhere(unit, 'swap_fee_claim', { id, status: 'PENDING' }, changes),
      );
      // Otherwise another process was first.
      if (isSettled) logger.info({ claimId: id, ...outcome }, 'swap-fee claim settled');
    }
  }
}
