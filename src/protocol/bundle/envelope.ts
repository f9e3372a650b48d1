import { z } from 'zod';
import { fromHex, fromUtf8, toHex, toUtf8 } from '../encoding.ts';
import type { AppError } from '../error.ts';
import { p256PublicKeyOf, signP256, uncompressP256, verifyP256 } from '../p256-key.ts';
import type { Secret } from '../secret.ts';
import { bundleError } from './errors.ts';

const VERSION = 'v1.0.0';

const envelope = z.looseObject({
  version: z.string(),
  data: z.string().max(1 << 20),
  dataSignature: z.string().max(160),
  enclaveQuorumPublic: z.string().max(260),
});

/** What the enclave signed: a JSON object whose members depend on what the envelope is for. */
export type SignedData = Readonly<Record<string, unknown>>;

/**
 * Signs data as the enclave does (PROTOCOL.md, section 3.2): the JSON text `{version, data, dataSignature,
 * enclaveQuorumPublic}`, where data is the hex of the JSON of `data`, signed by ECDSA P-256 over its bytes.
 * @param quorumSignKey the sign half of the quorum key
 */
export function signEnvelope(data: SignedData, quorumSignKey: Secret): string {
  const bytes = toUtf8(JSON.stringify(data));
  return JSON.stringify({
    version: VERSION,
    data: toHex(bytes),
    dataSignature: toHex(signP256(bytes, quorumSignKey, 'der')),
    enclaveQuorumPublic: toHex(quorumSignKey.use(p256PublicKeyOf)),
  });
}

/**
 * Reads an enclave-signed envelope, checking in the published order: the key it names is the pinned one, the
 * signature holds over the data as sent, and only then what the data says.
 * @param quorumPublicKey the pinned sign half, hex
 * @param what the name of the envelope, for errors
 * @throws AppError `ENVELOPE_MALFORMED`, `ENVELOPE_VERSION`, `SIGNER_KEY_MISMATCH`, `SIGNATURE_MALFORMED`,
 *   `SIGNATURE_INVALID`
 */
export function openEnvelope(text: string, quorumPublicKey: string, what: string): SignedData {
  const parsed = envelope.safeParse(readJson(text, what));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(what, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}`);
  }
  const { version, data, dataSignature, enclaveQuorumPublic } = parsed.data;
  if (version !== VERSION) {
    throw bundleError('ENVELOPE_VERSION', {
      what,
      version: JSON.stringify(version.slice(0, 32)),
      known: VERSION,
    });
  }
  const pinned = uncompressP256(quorumPublicKey, 'pinned quorum key');
  if (enclaveQuorumPublic !== toHex(pinned)) {
    throw bundleError('SIGNER_KEY_MISMATCH', {
      what,
      signer: enclaveQuorumPublic.slice(0, 20),
      pinned: toHex(pinned).slice(0, 20),
    });
  }
  const bytes = readHex(data, 'data', what);
  verifyP256(bytes, readHex(dataSignature, 'dataSignature', what), pinned, { form: 'der', what });
  const signed = z.record(z.string(), z.unknown()).safeParse(readJson(readText(bytes, what), what));
  if (!signed.success) throw malformed(what, 'the signed data is no JSON object');
  return signed.data;
}

/**
 * Checks that a member of signed data is what the caller expects.
 * @throws AppError with `code` when it is missing or another
 */
export function expectMember(
  data: SignedData,
  member: string,
  expected: string,
  { code, what }: { code: 'ORGANIZATION_MISMATCH' | 'USER_MISMATCH' | 'KEY_ID_MISMATCH'; what: string },
): void {
  const found = data[member];
  if (found === expected && expected !== '') return;
  throw bundleError(code, {
    what,
    member,
    found: typeof found === 'string' ? found.slice(0, 64) : '(none)',
    expected,
  });
}

/**
 * Reads a hex member of signed data.
 * @throws AppError `ENVELOPE_MALFORMED` when it is missing or no hex
 */
export function readHexMember(data: SignedData, member: string, what: string): Uint8Array {
  const value = data[member];
  if (typeof value !== 'string') throw malformed(what, `${member} is missing from the signed data`);
  return readHex(value, member, what);
}

function readHex(value: string, member: string, what: string): Uint8Array {
  try {
    return fromHex(value, member);
  } catch (cause) {
    throw malformed(what, `${member} is no hex`, cause);
  }
}

function readText(bytes: Uint8Array, what: string): string {
  try {
    return fromUtf8(bytes, 'signed data');
  } catch (cause) {
    throw malformed(what, 'the signed data is no UTF-8', cause);
  }
}

function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(what, 'it is no JSON', cause);
  }
}

const malformed = (what: string, why: string, cause?: unknown): AppError =>
  bundleError('ENVELOPE_MALFORMED', { what, why, cause });
