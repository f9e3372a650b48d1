import { contextError } from '../../context/errors.ts';
import { profileError } from './errors.ts';
import { randomUUID } from 'node:crypto';
import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { readBaseUrl } from '../../service-client/published.ts';
import { type LocalActionParts, describeAddProfile, describeRemoveProfile } from '../local-actions/module.ts';
import { LOCAL_PROFILE_ID, type StoredProfile } from '../../storage/profiles.ts';

type Needs = LocalActionParts & Pick<ConsoleContext, 'storage' | 'clock' | 'knownProfiles' | 'selections'>;

/** The services that the operator speaks to. */
export const profiles = defineModule({
  start: (needs: Needs): ModuleParts<'profiles'> => ({ handlers: { profiles: profileHandlers(needs) } }),
});

function profileHandlers(needs: Needs): Handlers<ConsoleContract>['profiles'] {
  const { storage, clock, local, knownProfiles, selections } = needs;
  const require = async (id: string): Promise<StoredProfile> => {
    const found = (await storage.profiles.list()).find((profile) => profile.id === id);
    if (found === undefined) throw contextError('PROFILE_UNKNOWN');
    return found;
  };
  return {
    select: async ({ id }) => {
      await require(id);
      await storage.settings.set('profile', id);
      await selections.onProfile();
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
      await selections.onProfile();
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
      await selections.onProfile();
    },
  };
}
