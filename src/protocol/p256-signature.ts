import { p256 } from '@noble/curves/nist.js';
import { protocolError } from './errors.ts';
import type { Secret } from './secret.ts';

/** How r and s are written: ASN.1 DER, or 64 bytes r‖s. */
type SignatureForm = 'der' | 'compact';

/** Signs a message with ECDSA P-256 over its SHA-256 (RFC 6979 nonce). */
export const signP256 = (message: Uint8Array, privateKey: Secret, form: SignatureForm): Uint8Array =>
  privateKey.use((key) => p256.sign(message, key, { format: form, lowS: false }));

/**
 * Checks an ECDSA P-256 signature over the SHA-256 of a message.
 * DER is read as PROTOCOL.md, section 3.2 has it: a SEQUENCE with a short-form length and two INTEGERs of at most
 * 33 bytes, nothing after them. S may be high: published signers do not normalise it.
 * @param publicKey SEC1 bytes
 * @param what the name of the signed thing, for the error
 * @throws AppError `SIGNATURE_MALFORMED` (not two numbers), `SIGNATURE_INVALID` (not of this key and message)
 */
export function verifyP256(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  { form, what }: { form: SignatureForm; what: string },
): void {
  let parsed: Uint8Array;
  try {
    parsed = p256.Signature.fromBytes(signature, form).toBytes('compact');
  } catch (cause) {
    throw protocolError('SIGNATURE_MALFORMED', {
      what,
      why: form === 'der' ? 'not DER of r and s' : 'not 64 bytes r‖s',
      cause,
    });
  }
  if (!p256.verify(parsed, message, publicKey, { format: 'compact', lowS: false })) {
    throw protocolError('SIGNATURE_INVALID', { what });
  }
}
