import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../preload/call.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import { HOSTED_KEYS } from '../../protocol/pinned-keys.ts';
import { operationError } from '../console-error.ts';
import type { Clock } from '../clock.ts';
import { LOCAL_PROFILE_ID } from '../storage/profiles.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';

export function profileHandlers(parts: {
  readonly storage: ConsoleStorage;
  readonly clock: Clock;
  /** After another profile or credential became the current one. */
  readonly onSelected: () => void;
}): Handlers<ConsoleContract>['profiles'] {
  const { storage, clock, onSelected } = parts;
  const require = async (id: string): Promise<void> => {
    if (!(await storage.profiles.list()).some((profile) => profile.id === id))
      throw operationError('PROFILE_UNKNOWN');
  };
  return {
    select: async ({ id }) => {
      await require(id);
      await storage.settings.set('profile', id);
      onSelected();
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
      await storage.profiles.add(profile, clock.now());
      onSelected();
      return { id };
    },
    remove: async ({ id }) => {
      await require(id);
      if (id === LOCAL_PROFILE_ID) throw operationError('PROFILE_IS_BUILT_IN');
      if ((await storage.credentials.list()).some((credential) => credential.profileId === id)) {
        throw operationError('PROFILE_HAS_CREDENTIALS');
      }
      await storage.profiles.remove(id);
      onSelected();
    },
  };
}

/**
 * The base address of a hosted profile: https, or http on this machine only; no user, query or fragment.
 * @throws ProtocolError `PROFILE_ADDRESS_INSECURE`
 */
export function readBaseUrl(text: string): string {
  const url = new URL(text);
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(url.hostname);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback))) {
    throw operationError('PROFILE_ADDRESS_INSECURE');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
