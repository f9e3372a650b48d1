import type { CatalogueOperation, ResourceName } from '#protocol/catalogue/catalogue.ts';
import { credentialRequests } from './valid-credential-requests.ts';
import { keyRequests } from './valid-key-requests.ts';
import { organizationRequests } from './valid-organization-requests.ts';
import { providerRequests } from './valid-provider-requests.ts';
import type { ValidRequests, World } from './world.ts';

/** A valid request of every operation and query: one that is missing, or misspelt, does not compile. */
export const validRequests: ValidRequests<ResourceName> = {
  ...credentialRequests,
  ...keyRequests,
  ...organizationRequests,
  ...providerRequests,
};

/** Makes a valid request, and in the world what it needs to be there. */
export async function validRequest(path: string, world: World): Promise<object> {
  return validRequests[path as CatalogueOperation['path']](world);
}
