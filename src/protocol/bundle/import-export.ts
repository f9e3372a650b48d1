import { toHex } from '../encoding.ts';
import { type HpkeMessage, open, seal } from '../hpke.ts';
import { uncompressP256 } from '../p256-key.ts';
import { Secret } from '../secret.ts';
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

const WHAT = 'export bundle';

/** What an export bundle is made of. */
export interface ExportParameters {
  /** A private key's 32 raw bytes, a wallet's UTF-8 mnemonic, or a secret's bytes. */
  readonly plaintext: Secret;
  /** The client's key, SEC1 bytes or hex. */
  readonly targetPublicKey: Uint8Array | string;
  readonly organizationId: string;
  readonly quorumSignKey: Secret;
  readonly info?: string | undefined;
}

/**
 * Makes an export bundle, or one entry of `secretPayloads` (PROTOCOL.md, section 3.2): the plaintext sealed to the
 * client, in an enclave-signed envelope that names the organization.
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export async function makeExportBundle(parameters: ExportParameters): Promise<string> {
  const { plaintext, targetPublicKey, organizationId, quorumSignKey, info } = parameters;
  const { enc, ciphertext } = await plaintext.use((bytes) => seal(bytes, targetPublicKey, info));
  return signEnvelope(
    { encappedPublic: toHex(enc), ciphertext: toHex(ciphertext), organizationId },
    quorumSignKey,
  );
}

/** What the client expects of an export bundle. */
export interface ExportExpectation {
  readonly organizationId: string;
  /** The pinned sign half of the quorum key, hex. */
  readonly quorumPublicKey: string;
  /**
   * Members by which the enclave may name what was exported, with the values asked for. Published bundles name nothing
   * but the organization; where one does say more, it has to be this.
   */
  readonly named?: Readonly<Record<string, string>>;
}

/**
 * Reads an export bundle, checking signer key, signature, organization and what it names, in this order. Nothing is
 * decrypted.
 * @throws AppError `ENVELOPE_MALFORMED`, `ENVELOPE_VERSION`, `SIGNER_KEY_MISMATCH`, `SIGNATURE_MALFORMED`,
 *   `SIGNATURE_INVALID`, `ORGANIZATION_MISMATCH`, `KEY_ID_MISMATCH`
 */
export function readExportBundle(bundle: string, expectation: ExportExpectation): HpkeMessage {
  const data = openEnvelope(bundle, expectation.quorumPublicKey, WHAT);
  expectMember(data, 'organizationId', expectation.organizationId, {
    code: 'ORGANIZATION_MISMATCH',
    what: WHAT,
  });
  for (const [member, value] of Object.entries(expectation.named ?? {})) {
    if (data[member] !== undefined)
      expectMember(data, member, value, { code: 'KEY_ID_MISMATCH', what: WHAT });
  }
  return {
    enc: readHexMember(data, 'encappedPublic', WHAT),
    ciphertext: readHexMember(data, 'ciphertext', WHAT),
  };
}

/**
 * Opens an export bundle after the checks of {@link readExportBundle}.
 * @param expectation with the private key whose public key went out as `targetPublicKey`
 * @throws AppError those of the checks, `PUBLIC_KEY_INVALID`, `HPKE_OPEN_FAILED`
 */
export async function openExportBundle(
  bundle: string,
  expectation: ExportExpectation & { readonly targetPrivateKey: Secret; readonly info?: string | undefined },
): Promise<Secret> {
  const message = readExportBundle(bundle, expectation);
  return new Secret(await expectation.targetPrivateKey.use((key) => open(message, key, expectation.info)));
}
