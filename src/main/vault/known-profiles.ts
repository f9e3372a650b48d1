import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { LOCAL_PROFILE_ID } from '../storage/profiles.ts';
import type { ProfileStore, StoredProfile } from '../storage/profiles.ts';
import { vaultError } from './errors.ts';
import type { Keychain } from './keychain.ts';

/**
 * The profiles that the operator added, as the keychain has them: whoever writes the database sends no request to another
 * address, and has no other service say whose an address is.
 */
export interface KnownProfiles {
  /** @throws AppError `PROFILE_CHANGED` for one that was not added here, or not so; KeychainError */
  require(profile: StoredProfile): Promise<void>;
  /** Notes a profile that was approved. @throws KeychainError */
  note(profile: StoredProfile): Promise<void>;
  /** @throws KeychainError */
  forget(id: string): Promise<void>;
}

/** Says that all profiles are noted: those of before this was kept are taken as they are, once. */
const ALL_NOTED = 'profiles-noted';
const itemOf = (id: string): string => `profile:${id}`;
/** Everything that decides where requests go and what answers are held to, and the name that cards have. */
const digestOf = ({ id, kind, name, baseUrl, organizationId, keys }: StoredProfile): string =>
  sha256Hex(toUtf8(JSON.stringify([id, kind, name, baseUrl, organizationId, keys])));

export function createKnownProfiles(
  keychain: Pick<Keychain, 'get' | 'set' | 'replace' | 'delete'>,
  store: Pick<ProfileStore, 'list'>,
): KnownProfiles {
  const known = new Map<string, string | null>();
  let beginning: Promise<void> | undefined;

  const note = async (profile: StoredProfile): Promise<void> => {
    const digest = digestOf(profile);
    await keychain.replace(itemOf(profile.id), digest);
    known.set(profile.id, digest);
  };
  const begin = async (): Promise<void> => {
    if ((await keychain.get(ALL_NOTED)) !== null) return;
    for (const each of await store.list()) if (each.kind === 'hosted') await note(each);
    await keychain.set(ALL_NOTED, 'yes');
  };
  const begun = (): Promise<void> => {
    beginning ??= begin();
    const now = beginning;
    // A keychain that was locked is asked again.
    now.catch(() => (beginning = beginning === now ? undefined : beginning));
    return now;
  };

  return {
    require: async (profile) => {
      await begun();
      // The one that is built in has no address of its own: its service says it at each start.
      if (profile.kind === 'local' && profile.id === LOCAL_PROFILE_ID) return;
      let digest = known.get(profile.id);
      if (digest === undefined) {
        digest = await keychain.get(itemOf(profile.id));
        known.set(profile.id, digest);
      }
      if (digest !== digestOf(profile)) throw vaultError('PROFILE_CHANGED');
    },
    note: async (profile) => {
      await begun();
      await note(profile);
    },
    forget: async (id) => {
      await keychain.delete(itemOf(id));
      known.delete(id);
    },
  };
}
