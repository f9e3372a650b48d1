import { randomUUID } from 'node:crypto';
import { onRampEncapsulatedKey, openOnRampCredential } from '../../protocol/bundle/on-ramp.ts';
import { createFiatOnRampCredential as operation } from '../../protocol/catalogue/provider-credentials.ts';
import { submitHandler, type SubmitContext } from '../activities/operation-handler.ts';
import { insertFiatOnRampCredential } from '../storage/provider-credentials.ts';
import { openSealedText } from './open-sealed-text.ts';
import { spendSealing } from './spend-sealing.ts';

export const createFiatOnRampCredential = submitHandler(operation, async (context, parameters) => {
  const { onrampProvider, projectId, publishableApiKey, sandboxMode } = parameters;
  const { encryptedSecretApiKey, encryptedPrivateApiKey } = parameters;
  const { store, caller, now } = context;
  const id = randomUUID();
  await insertFiatOnRampCredential(store, {
    id,
    organization_id: caller.organizationId,
    provider: onrampProvider,
    project_id: projectId ?? null,
    publishable_api_key: publishableApiKey,
    encrypted_secret_api_key: encryptedSecretApiKey,
    encrypted_private_api_key: encryptedPrivateApiKey ?? null,
    sealed_secret_api_key: await reseal(context, id, 'encryptedSecretApiKey', encryptedSecretApiKey),
    sealed_private_api_key:
      typeof encryptedPrivateApiKey === 'string'
        ? await reseal(context, id, 'encryptedPrivateApiKey', encryptedPrivateApiKey)
        : null,
    sandbox_mode: typeof sandboxMode === 'boolean' ? Number(sandboxMode) : null,
    created_at: now,
    updated_at: now,
  });
  return { fiatOnRampCredentialId: id };
});

/** What the client sealed to the on-ramp key, sealed under the storage key; its member keeps the two keys apart. */
async function reseal(context: SubmitContext, id: string, member: string, text: string): Promise<Uint8Array> {
  const { enclaveKeys, storageKey } = context;
  const [field, record] = [`parameters.${member}`, `${id}/${member}`];
  const sealed = await openSealedText(
    () => openOnRampCredential(text, enclaveKeys.onRamp.encrypt.privateKey),
    field,
    (bytes) => storageKey.seal(bytes, record),
  );
  const encapsulatedKey = onRampEncapsulatedKey(text);
  await spendSealing(context, { text, encapsulatedKey, record, types: [operation.type], field });
  return sealed;
}
