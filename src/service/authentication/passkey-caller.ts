import { fromBase64Url } from '#protocol/encoding.ts';
import { WEBAUTHN_SCHEME, type WebauthnStamp } from '#protocol/webauthn-stamp.ts';
import { readingsOfCredentialId } from './credential-id.ts';
import { relyingPartyOf } from './relying-party.ts';
import { AssertionError, verifyAssertion } from './verify-assertion.ts';
import { serviceError, type ServiceError } from '../errors.ts';
import { authenticationError } from './errors.ts';
import { raiseCounter } from '../storage/authenticators.ts';
import type { AuthenticatorRow } from '../storage/credentials-schema.ts';
import { firstWhere, hasWhere } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { GroupCommitWriter } from '../storage/writer.ts';
import { organizationIdOf, type Caller } from './caller.ts';

/**
 * Finds whose passkey made a stamp, and checks that it holds over exactly these body bytes. The authenticator's counter is
 * kept before the request goes on, so that an assertion that counts is good for one request.
 * @throws ServiceError for a malformed or unknown organization, a credential that it does not have, or a stamp that does
 *   not hold
 */
export async function findPasskeyCaller(
  { store, writer }: { readonly store: Store; readonly writer: GroupCommitWriter },
  stamp: WebauthnStamp,
  body: Uint8Array,
  organization: unknown,
): Promise<Caller> {
  const organizationId = organizationIdOf(organization);
  const authenticator = await findCredential(store, organizationId, stamp.credentialId);
  const relyingParty = await relyingPartyOf(store, organizationId);
  const counter = await verifyAssertion(stamp, body, authenticator, relyingParty).catch((cause: unknown) => {
    throw cause instanceof AssertionError ? refused(cause.message, cause) : cause;
  });
  // Between reading the counter and here, the same assertion may have come a second time.
  if (counter > 0 && !(await writer.write((unit) => raiseCounter(unit, authenticator.id, counter))))
    throw refused(`its counter ${counter} was used already`);
  return {
    organizationId,
    userId: authenticator.user_id,
    stamp: {
      publicKey: authenticator.public_key,
      scheme: WEBAUTHN_SCHEME,
      signature: JSON.stringify(stamp),
    },
  };
}

async function findCredential(
  store: Store,
  organizationId: string,
  credentialId: string,
): Promise<AuthenticatorRow> {
  const readings = readingsOfCredentialId(fromBase64Url(credentialId));
  for (const reading of readings) {
    const found = await firstWhere(store, 'authenticator', {
      organization_id: organizationId,
      credential_id: reading,
    });
    if (found !== undefined) return found;
  }
  const known = await Promise.all(
    readings.map((reading) => hasWhere(store, 'authenticator', { credential_id: reading })),
  );
  // Only those with a passkey of their own learn which organizations exist.
  if (known.includes(true) && (await firstWhere(store, 'organization', { id: organizationId })) === undefined)
    throw serviceError('ORGANIZATION_NOT_FOUND');
  throw authenticationError('CREDENTIAL_NOT_FOUND.passkey');
}

const refused = (why: string, cause?: unknown): ServiceError =>
  authenticationError('SIGNATURE_INVALID.passkey', { why, cause });
