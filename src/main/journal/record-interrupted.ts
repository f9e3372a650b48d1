import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import type { StoredSentRequest, SentRequestStore } from '../storage/sent-requests.ts';
import type { StoredProfile } from '../storage/profiles.ts';
import type { Journal } from './journal.ts';
import { subjectOf } from './subject-of.ts';

/**
 * Writes the lines of stamps whose outcome a crash kept from the journal (docs/decisions/010-journal.md). All of them are
 * in the journal's queue before this waits: they stand before every line of this run, and are settled before any of them
 * can be sent again.
 * @param interrupted what the database knew of before this run sent anything
 */
export async function recordInterrupted(
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
