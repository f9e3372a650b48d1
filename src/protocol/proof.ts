import { z } from 'zod';
import { fromHex, toHex, toUtf8 } from './encoding.ts';
import type { AppError } from './error.ts';
import { protocolError } from './errors.ts';
import { signP256, uncompressP256, verifyP256 } from './p256-key.ts';
import type { QuorumKey } from './quorum-key.ts';

/** The only published scheme of app proofs (PROTOCOL.md, section 9). */
const APP_PROOF_SCHEME = 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256';

/** An entry of an activity's `appProofs`. */
export interface AppProof {
  readonly scheme: string;
  /** Encrypt half ‖ sign half of the enclave's ephemeral key, 130 bytes as hex. */
  readonly publicKey: string;
  /** JSON text, signed as it stands. */
  readonly proofPayload: string;
  /** 64 bytes r‖s as hex. */
  readonly signature: string;
}

const proofPayload = z.looseObject({
  type: z.string().min(1),
  timestampMs: z.string().regex(/^[0-9]{1,16}$/),
});

/**
 * What a proof states: its type, its time in milliseconds as decimal text, and one member named after the type
 * (`addressDerivationProof`, `policyOutcomeProof`).
 */
export type ProofPayload = z.infer<typeof proofPayload>;

/** Makes an app proof: the payload's JSON text, signed by the sign half of an ephemeral key. */
export function makeAppProof(payload: ProofPayload, ephemeralKey: QuorumKey): AppProof {
  const text = JSON.stringify(payload);
  return {
    scheme: APP_PROOF_SCHEME,
    publicKey: toHex(ephemeralKey.publicKey),
    proofPayload: text,
    signature: toHex(signP256(toUtf8(text), ephemeralKey.sign.privateKey, 'compact')),
  };
}

/**
 * Checks an app proof's signature over its payload as sent, and reads the payload. Who holds the key is another
 * question: give the key that is known to be the enclave's. (The proof's own key checks the signature alone.)
 * @param trustedPublicKey 130 bytes as hex
 * @throws AppError `PROOF_SCHEME`, `PROOF_MALFORMED`, `PROOF_KEY_MISMATCH`, `SIGNATURE_MALFORMED`, `SIGNATURE_INVALID`
 */
export function verifyAppProof(proof: AppProof, trustedPublicKey: string): ProofPayload {
  if (proof.scheme !== APP_PROOF_SCHEME) {
    throw protocolError('PROOF_SCHEME', { scheme: JSON.stringify(proof.scheme.slice(0, 64)) });
  }
  const publicKey = readHex(proof.publicKey, 'public key');
  if (publicKey.length !== 130) throw malformed(`its public key has ${publicKey.length} bytes, not 130`);
  if (toHex(publicKey) !== trustedPublicKey.toLowerCase()) {
    throw protocolError('PROOF_KEY_MISMATCH');
  }
  const signKey = uncompressP256(publicKey.subarray(65), 'sign half of the proof’s key');
  verifyP256(toUtf8(proof.proofPayload), readHex(proof.signature, 'signature'), signKey, {
    form: 'compact',
    what: 'app proof',
  });
  return readPayload(proof.proofPayload);
}

function readPayload(text: string): ProofPayload {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed('its payload is no JSON', cause);
  }
  const parsed = proofPayload.safeParse(value);
  if (!parsed.success) throw malformed('its payload lacks a type or a time');
  return parsed.data;
}

function readHex(text: string, what: string): Uint8Array {
  try {
    return fromHex(text, what);
  } catch (cause) {
    throw malformed(`its ${what} is no hex`, cause);
  }
}

const malformed = (why: string, cause?: unknown): AppError =>
  protocolError('PROOF_MALFORMED', { why, cause });
