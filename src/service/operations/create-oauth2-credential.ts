import { randomUUID } from 'node:crypto';
import { createOauth2Credential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { insertOauth2Credential } from '../storage/provider-credentials.ts';
import { sealClientSecret } from './seal-client-secret.ts';

export const createOauth2Credential = submitHandler(
  operation,
  async (context, { provider, clientId, encryptedClientSecret }) => {
    const { store, caller, now } = context;
    const id = randomUUID();
    const sealed = await sealClientSecret(context, id, encryptedClientSecret);
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
