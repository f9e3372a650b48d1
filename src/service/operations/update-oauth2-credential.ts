import { updateOauth2Credential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { findOauth2Credential, updateOauth2CredentialRow } from '../storage/provider-credentials.ts';
import { notFound } from './not-found.ts';
import { sealClientSecret } from './seal-client-secret.ts';

/** The whole credential is written anew; all of its members are required. */
export const updateOauth2Credential = submitHandler(
  operation,
  async (context, { oauth2CredentialId, provider, clientId, encryptedClientSecret }) => {
    const { store, caller, now } = context;
    const known = await findOauth2Credential(store, caller.organizationId, oauth2CredentialId);
    if (known === undefined) throw notFound('OAuth 2.0 credential', oauth2CredentialId);
    await updateOauth2CredentialRow(store, {
      ...known,
      provider,
      client_id: clientId,
      encrypted_client_secret: encryptedClientSecret,
      sealed_client_secret: await sealClientSecret(context, known.id, encryptedClientSecret),
      updated_at: now,
    });
    return { oauth2CredentialId };
  },
);
