import { sha256Hex } from '#protocol/encoding.ts';
import type { StampedQuery } from '../service-client/client.ts';
import type { Clock } from '../platform/clock.ts';
import type { Journal } from './journal.ts';

/** Writes the line of a query's stamp, where it needs one. @throws AppError `JOURNAL_UNWRITABLE` */
export type QueryRecorder = (query: StampedQuery) => Promise<void>;

/** How long a stamp over the same bytes with the same outcome needs no second line. */
export const REPEAT_MS = 60 * 60_000;
const REMEMBERED = 1_000;

/**
 * Records queries. The window and the watch for votes ask the same again and again: a stamp over the same bytes by the
 * same key gives nobody more than the first one did (docs/decisions/090), so it is written once an hour, and when it ends
 * otherwise than before.
 */
export function createQueryRecorder(journal: Pick<Journal, 'append'>, clock: Clock): QueryRecorder {
  const written = new Map<string, { readonly outcome: string; readonly atMs: number }>();
  return async ({ target, operation, body, outcome }) => {
    const digest = sha256Hex(body);
    const { profileName, stamper } = target;
    const key = JSON.stringify([profileName, stamper.publicKey, operation.path, digest]);
    const last = written.get(key);
    const atMs = clock.now();
    // A person was asked for that stamp: each has its line.
    const isRepeated =
      last?.outcome === outcome && atMs >= last.atMs && atMs - last.atMs < REPEAT_MS && !stamper.asksEachTime;
    if (isRepeated) return;
    // Taken out first, so that the order is that of the lines.
    written.delete(key);
    written.set(key, { outcome, atMs });
    const [oldest] = written.keys();
    if (written.size > REMEMBERED && oldest !== undefined) written.delete(oldest);
    try {
      const { publicKey } = stamper;
      await journal.append({ profile: profileName, publicKey, operation: operation.path, digest, outcome });
    } catch (error) {
      written.delete(key);
      throw error;
    }
  };
}
