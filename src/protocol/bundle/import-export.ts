import { toHex } from '../encoding.ts';
import { type HpkeMessage, open, seal } from '../hpke.ts';
import { Secret } from '../secret.ts';
import { expectMember, openEnvelope, readHexMember, signEnvelope } from './envelope.ts';

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
