import { randomUUID } from 'node:crypto';
import { openQuorumEnvelope } from '../../protocol/bundle/quorum-envelope.ts';
import { createOauth2Credential as operation } from '../../protocol/catalogue/create-oauth2-credential.ts';
import { effect } from '../activities/effect.ts';
import { insertOauth2Credential } from '../storage/provider-credentials.ts';
import { openSealedText } from './open-sealed-text.ts';

export const createOauth2Credential = effect(
  operation,
  async ({ store, caller, enclaveKeys, storageKey, now }, { provider, clientId, encryptedClientSecret }) => {
    const id = randomUUID();
    const sealed = await openSealedText(
      () => openQuorumEnvelope(encryptedClientSecret, enclaveKeys.fetcher.encrypt.privateKey),
      'parameters.encryptedClientSecret',
      (bytes) => storageKey.seal(bytes, id),
    );
    await insertOauth2Credential(store, {
      id,
      organization_id: caller.organizationId,
      provider,
      client_id: clientId,
      encrypted_client_secret: encryptedClientSecret,
      sealed_client_secret: sealed,
      created_at: now,
      updated_at: now,
    });
    return { oauth2CredentialId: id };
  },
);
