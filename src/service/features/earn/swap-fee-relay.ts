import type { Logger } from 'pino';
import type { Store } from '../../storage/store.ts';
import { allWhere, updateWhere } from '../../storage/rows.ts';
import type { Writer } from '../../storage/writer.ts';
import type { Clock } from '../../webhooks/dispatcher.ts';

const LOOK_EVERY_MS = 1000;

interface RelayOptions {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly logger: Logger;
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

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Looks for claims now, and from then on once a second. */
  start(): void {
    this.#look = this.#takeUp()
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error }, 'swap-fee claims could not be processed');
      })
      .finally(() => {
        if (!this.#stopped) this.#cancel = this.#options.clock.after(LOOK_EVERY_MS, () => this.start());
      });
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
