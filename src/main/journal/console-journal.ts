import { join } from 'node:path';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import type { Clock } from '../platform/clock.ts';
import type { StampedQuery } from '../service-client/client.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { StoredProfile } from '../storage/profiles.ts';
import type { SentRequestStore, StoredSentRequest } from '../storage/sent-requests.ts';
import type { Keychain } from '../vault/keychain.ts';
import { type Journal, openJournal } from './journal.ts';
import { subjectOf } from './line.ts';
import { createSealedHead } from './sealed-head.ts';

/** Writes the line of a query's stamp, where it needs one. @returns whether it did, once it is there. @throws AppError `JOURNAL_UNWRITABLE` */
type QueryRecorder = (query: StampedQuery) => Promise<boolean>;

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
    if (isRepeated) return false;
    // Taken out first, so that the order is that of the lines.
    written.delete(key);
    written.set(key, { outcome, atMs });
    const [oldest] = written.keys();
    if (written.size > REMEMBERED && oldest !== undefined) written.delete(oldest);
    try {
      const { publicKey } = stamper;
      await journal.append({ profile: profileName, publicKey, operation: operation.path, digest, outcome });
      return true;
    } catch (error) {
      written.delete(key);
      throw error;
    }
  };
}

/**
 * Writes the lines of stamps whose outcome a crash kept from the journal (docs/decisions/010-journal.md). All of them are
 * in the journal's queue before this waits: they stand before every line of this run, and are settled before any of them
 * can be sent again.
 * @param interrupted what the database knew of before this run sent anything
 */
async function recordInterrupted(
  journal: Journal,
  requests: SentRequestStore,
  interrupted: readonly StoredSentRequest[],
  profiles: readonly StoredProfile[],
): Promise<void> {
  const names = new Map(profiles.map(({ id, name }) => [id, name]));
  await Promise.all(
    interrupted.map(async (request) => {
      const bytes = toUtf8(request.body);
      await journal.append({
        profile: names.get(request.profileId) ?? request.profileId,
        publicKey: request.publicKey,
        operation: request.operation,
        digest: sha256Hex(bytes),
        subject: subjectOf(request.operation, bytes),
        outcome: 'interrupted',
      });
      await requests.settle(request.fingerprint, 'open');
    }),
  );
}

/**
 * Opens the journal of a data folder, with the head that the database keeps of it, and writes what a crash kept from it.
 * @param onFault gets what kept those lines from being written, and, as `later`, any other
 * @returns `recovered` ends when they are written; it waits for the journal's check, which the window does not wait for
 */
export async function openConsoleJournal(
  options: {
    readonly dataFolder: string;
    readonly keychain: Keychain;
    readonly clock: Clock;
    readonly acceptLostKeychain?: boolean | undefined;
  },
  storage: ConsoleStorage,
  onFault: (error: unknown, when: 'start' | 'later') => void,
): Promise<{ readonly journal: Journal; readonly recovered: Promise<void> }> {
  const { dataFolder, keychain, clock, acceptLostKeychain } = options;
  const heads = createSealedHead(storage.settings, keychain, dataFolder, acceptLostKeychain);
  const onUnwritable = (cause: unknown): void => onFault(cause, 'later');
  const opened = await openJournal(join(dataFolder, 'journal.jsonl'), heads, clock, { onUnwritable });
  const journal: Journal = {
    ...opened,
    close: async () => {
      await opened.close();
      heads.wipe();
    },
  };
  const [interrupted, profiles] = await Promise.all([
    storage.requests.listInterrupted(),
    storage.profiles.list(),
  ]);
  const recovered = recordInterrupted(journal, storage.requests, interrupted, profiles).catch(
    (error: unknown) => onFault(error, 'start'),
  );
  return { journal, recovered };
}
