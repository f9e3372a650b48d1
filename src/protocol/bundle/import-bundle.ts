import { toHex } from '../encoding.ts';
import { uncompressP256 } from '../p256-key.ts';
import type { Secret } from '../secret.ts';
import { type SignedData, expectMember, openEnvelope, readHexMember, signEnvelope } from './envelope.ts';

/** Whom a target key was made for. */
interface ImportTarget {
  /** The service's one-use key, SEC1 bytes or hex. */
  readonly targetPublicKey: Uint8Array | string;
  readonly organizationId: string;
  /** Absent from the targets of secrets (PROTOCOL.md, section 3.2). */
  readonly userId?: string | undefined;
}

/**
 * Makes the envelope that `init_import_wallet`, `init_import_private_key` and `init_import_secrets` answer with
 * (PROTOCOL.md, section 3.2): the key to seal to, signed by the quorum key.
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export function makeImportBundle(target: ImportTarget, quorumSignKey: Secret): string {
  const targetPublic = toHex(uncompressP256(target.targetPublicKey, 'target public key'));
  const { organizationId, userId } = target;
  return signEnvelope(
    userId === undefined ? { targetPublic, organizationId } : { targetPublic, organizationId, userId },
    quorumSignKey,
  );
}

/**
 * Reads the import bundle of a wallet or private key, checking signer key, signature, organization and user.
 * @param quorumPublicKey the pinned sign half, hex
 * @returns the target key, uncompressed hex
 * @throws AppError those of {@link openEnvelope}, `ORGANIZATION_MISMATCH`, `USER_MISMATCH`, `PUBLIC_KEY_INVALID`
 */
export function readImportBundle(
  bundle: string,
  expected: { readonly organizationId: string; readonly userId: string },
  quorumPublicKey: string,
): string {
  const what = 'import bundle';
  const data = openEnvelope(bundle, quorumPublicKey, what);
  expectMember(data, 'organizationId', expected.organizationId, { code: 'ORGANIZATION_MISMATCH', what });
  expectMember(data, 'userId', expected.userId, { code: 'USER_MISMATCH', what });
  return readTarget(data, what);
}

/**
 * Reads one of `enclaveTargetMessages`, the target of a secret: as {@link readImportBundle}, but it names no user.
 * @returns the target key, uncompressed hex, to be repeated in `import_secrets`
 */
export function readSecretTarget(message: string, organizationId: string, quorumPublicKey: string): string {
  const what = 'secret target';
  const data = openEnvelope(message, quorumPublicKey, what);
  expectMember(data, 'organizationId', organizationId, { code: 'ORGANIZATION_MISMATCH', what });
  return readTarget(data, what);
}

const readTarget = (data: SignedData, what: string): string =>
  toHex(uncompressP256(readHexMember(data, 'targetPublic', what), 'target public key'));
