import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { HOSTED_KEYS } from '../../../protocol/pinned-keys.ts';
import { contextError } from '../../context/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { describeAddProfile, describeRemoveProfile } from '../local-actions/describe-actions.ts';
import type { LocalActions } from '../local-actions/local-actions.ts';
import { LOCAL_PROFILE_ID } from '../../storage/profiles.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { KnownProfiles } from '../../vault/known-profiles.ts';
import { profileError } from './errors.ts';

export function profileHandlers(parts: {
  readonly storage: ConsoleStorage;
  readonly clock: Clock;
  readonly local: LocalActions;
  readonly knownProfiles: Pick<KnownProfiles, 'note' | 'forget'>;
  /** After another profile may have become the current one; what was there for the one before goes away with it. */
  readonly onSelected: () => Promise<void>;
}): Handlers<ConsoleContract>['profiles'] {
  const { storage, clock, local, knownProfiles, onSelected } = parts;
  const require = async (id: string): Promise<StoredProfile> => {
    const found = (await storage.profiles.list()).find((profile) => profile.id === id);
    if (found === undefined) throw contextError('PROFILE_UNKNOWN');
    return found;
  };
  return {
    select: async ({ id }) => {
      await require(id);
      await storage.settings.set('profile', id);
      await onSelected();
    },
    add: async ({ name, baseUrl, organizationId }) => {
      const id = randomUUID();
      const profile = {
        id,
        kind: 'hosted',
        name,
        baseUrl: readBaseUrl(baseUrl),
        organizationId,
        organizationName: null,
        keys: HOSTED_KEYS,
      } as const;
      // From then on the console sends what the window asks for to this address.
      await local.approve(describeAddProfile(profile, organizationId));
      await knownProfiles.note(profile);
      await storage.profiles.add(profile, clock.now());
      await onSelected();
      return { id };
    },
    remove: async ({ id }) => {
      const profile = await require(id);
      if (id === LOCAL_PROFILE_ID) throw profileError('PROFILE_IS_BUILT_IN');
      const requireEmpty = async (): Promise<void> => {
        if ((await storage.credentials.list()).some((credential) => credential.profileId === id))
          throw profileError('PROFILE_HAS_CREDENTIALS');
      };
      await requireEmpty();
      await local.approve(describeRemoveProfile(profile));
      // A credential may have come while it was looked at.
      await requireEmpty();
      await storage.profiles.remove(id);
      await knownProfiles.forget(id);
      await onSelected();
    },
  };
}

/**
 * The base address of a hosted profile: https, or http on this machine only; no user, query or fragment.
 * @throws AppError `PROFILE_ADDRESS_INSECURE`
 */
export function readBaseUrl(text: string): string {
  const url = new URL(text);
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(url.hostname);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback))) {
    throw profileError('PROFILE_ADDRESS_INSECURE');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
