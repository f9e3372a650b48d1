import type { StoredCredential } from '../storage/credentials.ts';

/**
 * What reads while a passkey stamps: a key or session of the same user, so that looking asks nobody.
 * @param userIdOf whose a credential is; undefined where the service does not know it
 */
export async function silentCredential(
  { profileId }: StoredCredential,
  userId: string,
  { credentials, nowMs }: { readonly credentials: readonly StoredCredential[]; readonly nowMs: number },
  userIdOf: (credential: StoredCredential) => Promise<string | undefined>,
): Promise<StoredCredential | undefined> {
  for (const credential of credentials) {
    if (credential.kind === 'passkey' || credential.profileId !== profileId) continue;
    if (credential.expiresAtMs !== null && nowMs >= credential.expiresAtMs) continue;
    if ((await userIdOf(credential)) === userId) return credential;
  }
  return undefined;
}
