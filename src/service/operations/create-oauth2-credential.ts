import { randomUUID } from 'node:crypto';
import { createOauth2Credential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { sealClientSecret } from './seal-client-secret.ts';
import { insertRow } from '../storage/rows.ts';

export const createOauth2Credential = submitHandler(
  operation,
  async (context, { provider, clientId, encryptedClientSecret }) => {
    const { store, caller, now } = context;
    const id = randomUUID();
    const sealed = await sealClientSecret(context, id, encryptedClientSecret);
    await insertRow(store, 'oauth2_credential', {
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
