import { z } from 'zod';
import { SCHEME_OF_CURVE, type Stamp } from '#protocol/stamp.ts';
import { serviceError, type ServiceError } from '../errors.ts';
import { authenticationError } from './errors.ts';
import { firstWhere, hasWhere } from '../storage/rows.ts';
import type { ApiKeyRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';

/** Who stamped a request: a user of the organization that the request names, by one of the user's credentials. */
export interface Caller {
  readonly organizationId: string;
  readonly userId: string;
  /** As votes keep it: the credential's public key, and what it signed the request with. */
  readonly stamp: { readonly publicKey: string; readonly scheme: string; readonly signature: string };
}

const uuid = z.uuid().toLowerCase();

/**
 * Finds whose key made a stamp that holds.
 * @param now milliseconds since the epoch
 * @throws ServiceError for a malformed or unknown organization, a key that the organization does not have, a scheme of
 *   another curve than the key's, or an expired key
 */
export async function findCaller(
  store: Store,
  stamp: Stamp,
  organization: unknown,
  now: number,
): Promise<Caller> {
  const organizationId = organizationIdOf(organization);
  const key = await firstWhere(store, 'api_key', {
    organization_id: organizationId,
    public_key: stamp.publicKey,
  });
  if (key === undefined) throw await foreignKey(store, stamp, organizationId);
  checkUsable(key, stamp, now);
  return { organizationId, userId: key.user_id, stamp };
}

/**
 * The organization that a request names.
 * @throws ServiceError INVALID_ORGANIZATION_ID for anything but a UUID
 */
export function organizationIdOf(organization: unknown): string {
  const organizationId = uuid.safeParse(organization).data;
  if (organizationId !== undefined) return organizationId;
  throw authenticationError('INVALID_ORGANIZATION_ID', { field: 'organizationId' });
}

async function foreignKey(store: Store, stamp: Stamp, organizationId: string): Promise<ServiceError> {
  const known = await hasWhere(store, 'api_key', { public_key: stamp.publicKey });
  // Only those with a key of their own learn which organizations exist.
  if (known && (await firstWhere(store, 'organization', { id: organizationId })) === undefined) {
    return serviceError('ORGANIZATION_NOT_FOUND');
  }
  return authenticationError('PUBLIC_KEY_NOT_FOUND');
}

function checkUsable(key: ApiKeyRow, stamp: Stamp, now: number): void {
  if (SCHEME_OF_CURVE[key.curve] !== stamp.scheme) {
    throw authenticationError('SIGNATURE_INVALID.scheme', { curve: key.curve, scheme: stamp.scheme });
  }
  if (key.expires_at !== null && key.expires_at <= now) {
    throw authenticationError('API_KEY_EXPIRED');
  }
}
