import { credentialRequests } from './valid-credential-requests.ts';
import { keyRequests } from './valid-key-requests.ts';
import { organizationRequests } from './valid-organization-requests.ts';
import { providerRequests } from './valid-provider-requests.ts';
import type { Prepare, World } from './world.ts';

/** A valid request of every operation and query, by its path. */
export const validRequests: Readonly<Record<string, Prepare>> = {
  ...credentialRequests,
  ...keyRequests,
  ...organizationRequests,
  ...providerRequests,
};

/** Makes a valid request, and in the world what it needs to be there. */
export function validRequest(path: string, world: World): Promise<object> {
  const request = validRequests[path];
  if (request === undefined) throw new Error(`there is no valid request for ${path}`);
  return Promise.resolve(request(world));
}
