import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { toHex } from '#protocol/encoding.ts';
import { compressP256 } from '#protocol/p256-key.ts';

const COORDINATE_BYTES = 32;

/**
 * The public key of a passkey as records show it, in hex: compressed SEC1 for P-256, the 32 bytes for Ed25519, the COSE
 * structure for RSA.
 * @param coseKey as the authenticator gave it (RFC 9052, section 7)
 * @throws AppError `PUBLIC_KEY_INVALID` for coordinates that are no point of P-256; Error for no COSE key
 */
export function publicKeyText(coseKey: Uint8Array): string {
  const key = decodeCredentialPublicKey(new Uint8Array(coseKey));
  if (cose.isCOSEPublicKeyEC2(key)) {
    const coordinates = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)];
    const [x, y] = coordinates;
    if (x?.length !== COORDINATE_BYTES || y?.length !== COORDINATE_BYTES)
      throw new Error('the public key is no point of P-256');
    return toHex(compressP256(Uint8Array.of(0x04, ...x, ...y), 'public key of the authenticator'));
  }
  if (cose.isCOSEPublicKeyOKP(key)) return toHex(key.get(cose.COSEKEYS.x) ?? coseKey);
  return toHex(coseKey);
}
