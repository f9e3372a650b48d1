import { sha256Hex, toUtf8 } from '../../protocol/encoding.ts';
import type { ProfileStore } from '../storage/profiles.ts';
import type { SentRequestStore } from '../storage/sent-requests.ts';
import type { Journal } from './journal.ts';

/** Writes the lines of stamps whose outcome a crash kept from the journal (docs/decisions/010-journal.md). */
export async function recordInterrupted(
  journal: Journal,
  requests: SentRequestStore,
  profiles: ProfileStore,
): Promise<void> {
  const names = new Map((await profiles.list()).map(({ id, name }) => [id, name]));
  for (const request of await requests.listInterrupted()) {
    await journal.append({
      profile: names.get(request.profileId) ?? request.profileId,
      publicKey: request.publicKey,
      operation: request.operation,
      digest: sha256Hex(toUtf8(request.body)),
      outcome: 'interrupted',
    });
    await requests.settle(request.fingerprint, 'open');
  }
}
