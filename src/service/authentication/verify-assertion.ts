import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { webauthnChallengeOf, type WebauthnStamp } from '#protocol/webauthn-stamp.ts';
import type { AuthenticatorRow } from '../storage/credentials-schema.ts';
import { originOf, type RelyingParty } from './relying-party.ts';

/** An assertion that does not hold; the message says which check failed. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/**
 * Verifies a passkey stamp over exactly these body bytes: challenge, origin, RP id, user presence and verification,
 * signature, and a counter that grew where the authenticator counts.
 * @returns the authenticator's counter, to be kept
 * @throws AssertionError
 */
export async function verifyAssertion(
  stamp: WebauthnStamp,
  body: Uint8Array,
  authenticator: AuthenticatorRow,
  relyingParty: RelyingParty,
): Promise<number> {
  const origin = originOf(stamp.clientDataJson);
  if (origin === undefined) throw new AssertionError('its client data is no JSON with an origin');
  if (!relyingParty.allows(origin))
    throw new AssertionError(`its origin ${origin.slice(0, 200)} is not allowed`);
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
