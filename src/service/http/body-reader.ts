import { type ReadBody, readJsonObject } from './request-body.ts';
import { UserTurns } from './user-turns.ts';

/** So long bodies are read in one turn of the event loop, in milliseconds; the last one may take longer. */
const TURN_MS = 5;

/** Reads bodies one after the other, users by turns: many that came at once would all be read in one turn of the event loop. */
export class BodyReader {
  readonly #users = new UserTurns();
  #began = -Infinity;

  /** @throws ServiceError REQUEST_INVALID, and what `admit` throws once its turn has come */
  async read(userId: string, body: Uint8Array, admit: () => void): Promise<ReadBody> {
    await this.#users.take(userId);
    try {
      admit();
      return readJsonObject(body);
    } finally {
      if (performance.now() - this.#began < TURN_MS) this.#users.leave();
      else
        setImmediate(() => {
          this.#began = performance.now();
          this.#users.leave();
        });
    }
  }
}
