import { openQuorumEnvelope, quorumEphemeralKey } from '../../protocol/bundle/quorum-envelope.ts';
import {
  createOauth2Credential,
  updateOauth2Credential,
} from '../../protocol/catalogue/provider-credentials.ts';
import type { SubmitContext } from '../activities/operation-handler.ts';
import { openSealedText } from './open-sealed-text.ts';
import { spendSealing } from './spend-sealing.ts';

const FIELD = 'parameters.encryptedClientSecret';
const TYPES = [createOauth2Credential.type, updateOauth2Credential.type];

/**
 * Opens a client's secret that was sealed to the fetcher key, and seals it under the storage key, bound to its credential.
 * @throws ServiceError REQUEST_INVALID where it does not open, nothing is in it, or it was sealed for another credential
 */
export async function sealClientSecret(
  context: SubmitContext,
  credentialId: string,
  encryptedClientSecret: string,
): Promise<Uint8Array> {
  const { enclaveKeys, storageKey } = context;
  const sealed = await openSealedText(
    () => openQuorumEnvelope(encryptedClientSecret, enclaveKeys.fetcher.encrypt.privateKey),
    FIELD,
    (bytes) => storageKey.seal(bytes, credentialId),
  );
  await spendSealing(context, {
    text: encryptedClientSecret,
    encapsulatedKey: quorumEphemeralKey(encryptedClientSecret),
    record: credentialId,
    types: TYPES,
    field: FIELD,
  });
  return sealed;
}
