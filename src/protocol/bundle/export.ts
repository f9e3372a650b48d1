import { toHex } from '../encoding.ts';
import { open, seal } from '../hpke.ts';
import { Secret } from '../secret.ts';
import { expectMember, openEnvelope, readHexMember, signEnvelope } from './envelope.ts';

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
 * @throws ProtocolError `PUBLIC_KEY_INVALID`
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
  /** The private key whose public key went out as `targetPublicKey`. */
  readonly targetPrivateKey: Secret;
  readonly info?: string | undefined;
}

/**
 * Opens an export bundle after checking signer key, signature and organization, in this order.
 * @throws ProtocolError `ENVELOPE_MALFORMED`, `ENVELOPE_VERSION`, `SIGNER_KEY_MISMATCH`, `SIGNATURE_MALFORMED`,
 *   `SIGNATURE_INVALID`, `ORGANIZATION_MISMATCH`, `PUBLIC_KEY_INVALID`, `HPKE_OPEN_FAILED`
 */
export async function openExportBundle(bundle: string, expectation: ExportExpectation): Promise<Secret> {
  const what = 'export bundle';
  const data = openEnvelope(bundle, expectation.quorumPublicKey, what);
  expectMember(data, 'organizationId', expectation.organizationId, 'ORGANIZATION_MISMATCH', what);
  const message = {
    enc: readHexMember(data, 'encappedPublic', what),
    ciphertext: readHexMember(data, 'ciphertext', what),
  };
  return new Secret(await expectation.targetPrivateKey.use((key) => open(message, key, expectation.info)));
}
