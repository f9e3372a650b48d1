import { z } from 'zod';
import { isSourceAllowed } from '#protocol/network/ip-allowlist.ts';
import { SCHEME_OF_CURVE, type Stamp } from '#protocol/stamp.ts';
import { WEBAUTHN_SCHEME } from '#protocol/webauthn-stamp.ts';
import { type ServiceError, serviceError } from '../errors.ts';
import { findIpAllowlists } from '../storage/organization.ts';
import { firstWhere, hasWhere } from '../storage/rows.ts';
import type { ApiKeyRow, IpAllowlistRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';
import { authenticationError } from './errors.ts';
import { relyingPartyOf } from './verify-attestation.ts';

/** Who stamped a request: a user of the organization that the request names, by one of the user's credentials. */
export interface Caller {
  readonly organizationId: string;
  readonly userId: string;
  /** As votes keep it: the credential's public key, and what it signed the request with. */
  readonly stamp: { readonly publicKey: string; readonly scheme: string; readonly signature: string };
}

/** A caller whose request is under way, and where it comes from. */
export interface Sender extends Caller {
  /** The page that the passkey was used on; undefined for an API key. */
  readonly origin: string | undefined;
  /** The address; undefined where it can't be told. Only a trusted proxy's header can say another one than the connection's. */
  readonly source: string | undefined;
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

/** Whose key it is in some organization: a stranger's is nobody's. */
export async function ownerOfKey(store: Store, publicKey: string): Promise<string | undefined> {
  return (await firstWhere(store, 'api_key', { public_key: publicKey }))?.user_id;
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
  const known = await ownerOfKey(store, stamp.publicKey);
  // Only those with a key of their own learn which organizations exist.
  if (
    known !== undefined &&
    (await firstWhere(store, 'organization', { id: organizationId })) === undefined
  ) {
    return serviceError('ORGANIZATION_NOT_FOUND');
  }
  return authenticationError('PUBLIC_KEY_NOT_FOUND');
}

/**
 * Refuses a request whose credential, origin or address was taken away, or ended, while the request waited for its turn. To
 * be asked in the request's transaction.
 * @throws ServiceError as for a request that comes now
 */
export async function requireSender(store: Store, sender: Sender, now: number): Promise<void> {
  await requireCredential(store, sender, now);
  if (sender.origin !== undefined) await checkOrigin(store, sender.organizationId, sender.origin);
  await checkSource(store, sender);
}

async function requireCredential(store: Store, caller: Caller, now: number): Promise<void> {
  const { organizationId, userId, stamp } = caller;
  const match = { organization_id: organizationId, user_id: userId, public_key: stamp.publicKey };
  if (stamp.scheme === WEBAUTHN_SCHEME) {
    if (await hasWhere(store, 'authenticator', match)) return;
    throw authenticationError('CREDENTIAL_NOT_FOUND.passkey');
  }
  const key = await firstWhere(store, 'api_key', match);
  if (key === undefined) throw authenticationError('PUBLIC_KEY_NOT_FOUND');
  checkUsable(key, stamp, now);
}

function checkUsable(key: ApiKeyRow, stamp: Caller['stamp'], now: number): void {
  if (SCHEME_OF_CURVE[key.curve] !== stamp.scheme) {
    throw authenticationError('SIGNATURE_INVALID.scheme', { curve: key.curve, scheme: stamp.scheme });
  }
  if (key.expires_at !== null && key.expires_at <= now) {
    throw authenticationError('API_KEY_EXPIRED');
  }
}

/**
 * Refuses a passkey's request from a page that the organization doesn't name.
 * @throws ServiceError SIGNATURE_INVALID
 */
export async function checkOrigin(store: Store, organizationId: string, origin: string): Promise<void> {
  const { allows } = await relyingPartyOf(store, organizationId);
  if (allows(origin)) return;
  const why = `its origin ${origin.slice(0, 200)} is not allowed`;
  throw authenticationError('SIGNATURE_INVALID.passkey', { why });
}

/**
 * Refuses a request from an address that the IP allowlists do not let in.
 * @throws ServiceError FORBIDDEN
 */
export async function checkSource(store: Store, { organizationId, stamp, source }: Sender): Promise<void> {
  const lists = await findIpAllowlists(store, organizationId, ['', stamp.publicKey]);
  const organization = lists.find((list) => list.public_key === '');
  if (organization === undefined) return;
  const key = lists.find((list) => list.public_key !== '');
  const allowed = isSourceAllowed(
    source,
    { ...allowlistOf(organization), enabled: organization.enabled === 1 },
    key && allowlistOf(key),
  );
  if (allowed) return;
  throw authenticationError('FORBIDDEN.source', { source: source ?? 'an unknown address' });
}

const allowlistOf = (row: IpAllowlistRow) => ({
  rules: (JSON.parse(row.rules) as { cidr: string }[]).map(({ cidr }) => cidr),
  onEvaluationError: row.on_evaluation_error,
});
