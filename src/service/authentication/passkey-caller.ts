import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { fromBase64Url } from '#protocol/encoding.ts';
import { WEBAUTHN_SCHEME, type WebauthnStamp, webauthnChallengeOf } from '#protocol/webauthn-stamp.ts';
import { type ServiceError, serviceError } from '../errors.ts';
import { raiseCounter } from '../storage/credentials.ts';
import type { AuthenticatorRow } from '../storage/schema.ts';
import { firstWhere } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';
import { type Caller, checkOrigin, organizationIdOf } from './caller.ts';
import { authenticationError } from './errors.ts';
import { originOf, readingsOfCredentialId } from './verify-attestation.ts';

/** An assertion that does not hold; the message says which check failed. */
class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/**
 * Verifies a passkey stamp over exactly these body bytes: challenge, RP id, user presence and verification, signature, and a
 * counter that grew where the authenticator counts.
 * @param origin the client data's, which the organization allows
 * @returns the authenticator's counter, to be kept
 * @throws AssertionError
 */
async function verifyAssertion(
  stamp: WebauthnStamp,
  body: Uint8Array,
  authenticator: AuthenticatorRow,
  origin: string,
): Promise<number> {
  const id = authenticator.credential_id;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: stamp.clientDataJson,
          authenticatorData: stamp.authenticatorData,
          signature: stamp.signature,
        },
      },
      expectedChallenge: webauthnChallengeOf(body),
      expectedOrigin: origin,
      expectedRPID: authenticator.rp_id,
      credential: { id, publicKey: new Uint8Array(authenticator.cose_key), counter: authenticator.counter },
      requireUserVerification: true,
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (cause) {
    throw new AssertionError(cause instanceof Error ? cause.message.slice(0, 200) : 'unreadable', { cause });
  }
  throw new AssertionError('its signature does not hold');
}

/**
 * Finds whose passkey made a stamp, and checks that it holds over exactly these body bytes. The authenticator's counter is
 * kept before the request goes on, so that an assertion that counts is good for one request.
 * @throws ServiceError for a malformed or unknown organization, a credential that it does not have, or a stamp that does
 *   not hold
 */
export async function findPasskeyCaller(
  { store, writer }: { readonly store: Store; readonly writer: Writer },
  stamp: WebauthnStamp,
  body: Uint8Array,
  organization: unknown,
): Promise<Caller & { readonly origin: string }> {
  const organizationId = organizationIdOf(organization);
  const authenticator = await findCredential(store, organizationId, stamp.credentialId);
  const origin = originOf(stamp.clientDataJson);
  if (origin === undefined) throw refused('its client data is no JSON with an origin');
  await checkOrigin(store, organizationId, origin);
  const counter = await verifyAssertion(stamp, body, authenticator, origin).catch((cause: unknown) => {
    throw cause instanceof AssertionError ? refused(cause.message, cause) : cause;
  });
  // Between reading the counter and here, the same assertion may have come a second time.
  if (
    counter > 0 &&
    !(await writer.write((unit) => raiseCounter(unit, authenticator.id, counter), {
      organizationId,
      effect: 'decides',
    }))
  )
    throw refused(`its counter ${counter} was used already`);
  return {
    organizationId,
    userId: authenticator.user_id,
    origin,
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
  const owner = await ownerOfPasskey(store, credentialId);
  // Only those with a passkey of their own learn which organizations exist.
  if (owner !== undefined && (await firstWhere(store, 'organization', { id: organizationId })) === undefined)
    throw serviceError('ORGANIZATION_NOT_FOUND');
  throw authenticationError('CREDENTIAL_NOT_FOUND.passkey');
}

/** Whose passkey it is in some organization, before its stamp is checked: of a stranger's ID it is nobody's. */
export async function ownerOfPasskey(store: Store, credentialId: string): Promise<string | undefined> {
  for (const reading of readingsOfCredentialId(fromBase64Url(credentialId))) {
    const found = await firstWhere(store, 'authenticator', { credential_id: reading });
    if (found !== undefined) return found.user_id;
  }
  return undefined;
}

const refused = (why: string, cause?: unknown): ServiceError =>
  authenticationError('SIGNATURE_INVALID.passkey', { why, cause });
