import { SettingsService, verifyRegistrationResponse } from '@simplewebauthn/server';
import { fromBase64Url, toBase64Url, toUtf8 } from '#protocol/encoding.ts';
import { readingsOfCredentialId } from './credential-id.ts';
import { publicKeyText } from './public-key-text.ts';
import { originOf, type RelyingParty } from './relying-party.ts';

/** An attestation as the request has it, each member base64url. */
export interface Attestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
}

/** What an attestation that holds says about its authenticator. */
export interface AttestedCredential {
  /** Base64url without padding, of the id itself. */
  readonly credentialId: string;
  readonly coseKey: Uint8Array;
  readonly publicKey: string;
  readonly counter: number;
  readonly attestationType: string;
  readonly aaguid: string;
  readonly rpId: string;
}

/** An attestation that does not hold; the message says which check failed. */
export class AttestationError extends Error {
  override readonly name = 'AttestationError';
}

/** COSE algorithms (RFC 9053; RFC 8812): EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

// Chains would be followed to revocation lists on the network. Statements are checked; whose model it is stays a claim.
for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
  SettingsService.setRootCertificates({ identifier, certificates: [] });

/**
 * Verifies what an authenticator said when it made a passkey: type, challenge, origin, RP id, user presence and
 * verification, algorithm, attestation statement, and that it is the credential that the request names.
 * @param challenge that of the request: the client data names it as it stands, or as base64url of its text
 * @throws AttestationError
 */
export async function verifyAttestation(
  attestation: Attestation,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<AttestedCredential> {
  const origin = originOf(attestation.clientDataJson);
  if (origin === undefined) throw new AttestationError('its client data is no JSON with an origin');
  if (!relyingParty.allows(origin))
    throw new AttestationError(`its origin ${origin.slice(0, 200)} is not allowed`);
  const named = unpadded(attestation.credentialId);
  const info = await verified(attestation, named, challenge, origin, relyingParty);
  const { id, publicKey, counter } = info.credential;
  if (!readingsOfCredentialId(fromBase64Url(named)).includes(id))
    throw new AttestationError('its credential id is not the one of the attestation object');
  return {
    credentialId: id,
    coseKey: publicKey,
    publicKey: readPublicKey(publicKey),
    counter,
    attestationType: info.fmt,
    aaguid: info.aaguid,
    rpId: info.rpID ?? '',
  };
}

async function verified(
  attestation: Attestation,
  id: string,
  challenge: string,
  origin: string,
  { rpIds }: RelyingParty,
) {
  const expected = [unpadded(challenge), toBase64Url(toUtf8(challenge))];
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: unpadded(attestation.clientDataJson),
          attestationObject: unpadded(attestation.attestationObject),
        },
      },
      expectedChallenge: (text) => expected.includes(unpadded(text)),
      expectedOrigin: origin,
      expectedRPID: [...rpIds],
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo !== undefined) return registrationInfo;
  } catch (cause) {
    // The library's messages repeat what was sent, at any length.
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : 'unreadable';
    throw new AttestationError(reason, { cause });
  }
  throw new AttestationError('its statement does not hold');
}

function readPublicKey(coseKey: Uint8Array): string {
  try {
    return publicKeyText(coseKey);
  } catch (cause) {
    throw new AttestationError('its public key is unreadable', { cause });
  }
}

const unpadded = (text: string): string => text.replace(/=+$/, '');
