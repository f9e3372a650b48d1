import type { Caller } from '../authentication/caller.ts';
import { ServiceError } from '../service-error.ts';
import { firstWhere } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';

/**
 * Whose allowlist a request means: the public key of an API key of the organization, or an empty text for the organization.
 * @throws ServiceError CREDENTIAL_NOT_FOUND
 */
export async function requireAllowlistKey(
  { store, caller }: { readonly store: Store; readonly caller: Caller },
  publicKey: string | null | undefined,
): Promise<string> {
  if (publicKey === null || publicKey === undefined) return '';
  const key = await firstWhere(store, 'api_key', {
    organization_id: caller.organizationId,
    public_key: publicKey.toLowerCase(),
  });
  if (key !== undefined) return key.public_key;
  throw new ServiceError(
    'NOT_FOUND',
    'CREDENTIAL_NOT_FOUND',
    `the organization has no API key with the public key ${publicKey}`,
  );
}
