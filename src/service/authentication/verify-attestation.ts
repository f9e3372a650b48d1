import { SettingsService, verifyRegistrationResponse } from '@simplewebauthn/server';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { fromBase64Url, fromUtf8, toBase64Url, toHex, toUtf8 } from '#protocol/encoding.ts';
import { compressP256 } from '#protocol/p256-key.ts';
import { firstWhere } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';

/** Where an organization's passkeys may be used: on which web origins, for which relying parties. */
export interface RelyingParty {
  readonly allows: (origin: string) => boolean;
  /** The RP ids that a passkey may be made for: the origins' hosts and the domains above them. */
  readonly rpIds: readonly string[];
}

/** Without configuration: pages of this machine, on any port. */
const LOCAL: RelyingParty = {
  allows: (origin) => /^https?:\/\/localhost(?::\d{1,5})?$/.test(origin),
  rpIds: ['localhost'],
};

/** The relying party of an organization: its origins feature, or else localhost (docs/decisions/050). */
export async function relyingPartyOf(store: Store, organizationId: string): Promise<RelyingParty> {
  const name = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
  const feature = await firstWhere(store, 'organization_feature', { organization_id: organizationId, name });
  if (feature === undefined) return LOCAL;
  const origins = readOrigins(feature.value);
  return { allows: (origin) => origins.includes(origin), rpIds: [...new Set(origins.flatMap(rpIdsOf))] };
}

/** Origins as a JSON list, or as text with commas between them. */
function readOrigins(value: string): string[] {
  let listed: unknown;
  try {
    listed = JSON.parse(value);
  } catch {
    // Not JSON: an origin, or several with commas.
    listed = value.split(',');
  }
  const texts = Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : [];
  return texts.map((text) => text.trim().replace(/\/$/, '')).filter((text) => text !== '');
}

function rpIdsOf(origin: string): string[] {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return [];
  const labels = new URL(origin).hostname.split('.');
  // A browser lets a page use its host and the domains above it, never a whole top-level domain.
  return labels
    .map((_, index) => labels.slice(index).join('.'))
    .filter((_, index) => index === 0 || labels.length - index >= 2);
}

/** The origin that client data names, or undefined where it cannot be read. @param clientDataJson base64url */
export function originOf(clientDataJson: string): string | undefined {
  try {
    const data = JSON.parse(fromUtf8(fromBase64Url(clientDataJson))) as { origin?: unknown } | null;
    return typeof data?.origin === 'string' ? data.origin : undefined;
  } catch {
    return undefined;
  }
}

const COORDINATE_BYTES = 32;
/** Of keys that authenticators make. A longer one costs time and memory wherever credentials are read. */
const RSA_BITS = { least: 2048, most: 4096 };
const MOST_EXPONENT_BYTES = 4;
/** Of any key in COSE: an RSA key of the most bits has half of it. */
const MOST_KEY_BYTES = 1024;
/** WebAuthn, section 4, “Credential ID”. */
const MOST_ID_BYTES = 1023;

/** An attestation that does not hold; the message says which check failed. */
export class AttestationError extends Error {
  override readonly name = 'AttestationError';
}

/**
 * The public key of a passkey as records show it, in hex: compressed SEC1 for P-256, the 32 bytes for Ed25519, the COSE
 * structure for RSA.
 * @param coseKey as the authenticator gave it (RFC 9052, section 7)
 * @throws AppError `PUBLIC_KEY_INVALID` for coordinates that are no point of P-256; AttestationError for a size that no such key has;
 *   Error for no COSE key
 */
function publicKeyText(coseKey: Uint8Array): string {
  if (coseKey.length > MOST_KEY_BYTES)
    throw new AttestationError(`its public key has ${coseKey.length} bytes, and ${MOST_KEY_BYTES} are taken`);
  const key = decodeCredentialPublicKey(new Uint8Array(coseKey));
  if (cose.isCOSEPublicKeyEC2(key)) {
    const coordinates = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)];
    const [x, y] = coordinates;
    if (x?.length !== COORDINATE_BYTES || y?.length !== COORDINATE_BYTES)
      throw new Error('the public key is no point of P-256');
    return toHex(compressP256(Uint8Array.of(0x04, ...x, ...y), 'public key of the authenticator'));
  }
  if (cose.isCOSEPublicKeyOKP(key)) return toHex(key.get(cose.COSEKEYS.x) ?? coseKey);
  if (cose.isCOSEPublicKeyRSA(key)) requireUsualRsa(key.get(cose.COSEKEYS.n), key.get(cose.COSEKEYS.e));
  return toHex(coseKey);
}

function requireUsualRsa(modulus = new Uint8Array(), exponent = new Uint8Array()): void {
  const bits = BigInt(`0x0${toHex(modulus)}`).toString(2).length;
  if (bits < RSA_BITS.least || bits > RSA_BITS.most)
    throw new AttestationError(
      `its RSA key has ${bits} bits, and ${RSA_BITS.least} to ${RSA_BITS.most} are taken`,
    );
  if (exponent.length === 0 || exponent.length > MOST_EXPONENT_BYTES)
    throw new AttestationError(
      `the exponent of its RSA key has ${exponent.length} bytes, and 1 to ${MOST_EXPONENT_BYTES} are taken`,
    );
}

/** Heads of a CBOR byte string (RFC 8949, section 3.1): length in the head, in one byte, in two bytes. */
const HEADS = [
  {
    bytes: 1,
    lengthOf: (head: Uint8Array) =>
      (head[0] ?? 0) >= 0x40 && (head[0] ?? 0) <= 0x57 ? (head[0] ?? 0) - 0x40 : -1,
  },
  { bytes: 2, lengthOf: (head: Uint8Array) => (head[0] === 0x58 ? (head[1] ?? -1) : -1) },
  {
    bytes: 3,
    lengthOf: (head: Uint8Array) => (head[0] === 0x59 ? (head[1] ?? 0) * 256 + (head[2] ?? 0) : -1),
  },
] as const;

/**
 * What a credential id may stand for: the bytes themselves, as published clients send them, or the bytes inside a CBOR byte
 * string, as the specification has it (docs/decisions/050).
 * @returns base64url without padding, the plain reading first
 */
export function readingsOfCredentialId(bytes: Uint8Array): string[] {
  const inner = HEADS.filter(
    (head) => head.lengthOf(bytes) > 0 && head.lengthOf(bytes) === bytes.length - head.bytes,
  ).map((head) => bytes.subarray(head.bytes));
  return [bytes, ...inner].map(toBase64Url);
}

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
  const info = await verified(attestation, challenge, origin, relyingParty);
  const { id, publicKey, counter } = info.credential;
  if (!readingsOfCredentialId(bytesOfId(named)).includes(id))
    throw new AttestationError('its credential id is not the one of the attestation object');
  const { length } = bytesOfId(id);
  if (length > MOST_ID_BYTES)
    throw new AttestationError(`its credential id has ${length} bytes, and ${MOST_ID_BYTES} are taken`);
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

function bytesOfId(text: string): Uint8Array {
  try {
    return fromBase64Url(text);
  } catch (cause) {
    throw new AttestationError('its credential id is no base64url', { cause });
  }
}

async function verified(
  attestation: Attestation,
  challenge: string,
  origin: string,
  { rpIds }: RelyingParty,
) {
  const id = unpadded(attestation.credentialId);
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
    if (cause instanceof AttestationError) throw cause;
    throw new AttestationError('its public key is unreadable', { cause });
  }
}

const unpadded = (text: string): string => text.replace(/=+$/, '');
