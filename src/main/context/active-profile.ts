import type { StoredCredential } from '../storage/credentials.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { StoredProfile } from '../storage/profiles.ts';

/** The profile that is selected now; Local when the selected one is gone. */
export async function currentProfile(storage: ConsoleStorage): Promise<StoredProfile> {
  const [profiles, selected] = await Promise.all([storage.profiles.list(), storage.settings.get('profile')]);
  const profile = profiles.find(({ id }) => id === selected) ?? profiles[0];
  if (profile === undefined) throw new Error('The database holds no profile.');
  return profile;
}

/** The credential that stamps for a profile: the selected one, else the oldest. */
export async function currentCredential(
  storage: ConsoleStorage,
  profileId: string,
): Promise<StoredCredential | undefined> {
  const [all, selected] = await Promise.all([
    storage.credentials.list(),
    storage.settings.get(`credential.${profileId}`),
  ]);
  const own = all.filter((credential) => credential.profileId === profileId);
  return own.find(({ publicKey }) => publicKey === selected) ?? own[0];
}
