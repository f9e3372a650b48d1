import { randomUUID } from 'node:crypto';
import { onRampEncapsulatedKey, openOnRampCredential } from '#protocol/bundle/sealed-text.ts';
import { openQuorumEnvelope, quorumEphemeralKey } from '#protocol/bundle/quorum-envelope.ts';
import * as providerCredentials from '#protocol/catalogue/provider-credentials.ts';
import {
  createFiatOnRampCredential,
  createOauth2Credential,
  updateOauth2Credential,
} from '#protocol/catalogue/provider-credentials.ts';
import type { Secret } from '#protocol/secret.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { notFound, requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import { asInvalidField } from '../../errors.ts';
import type { SealedSecrets } from '../../keys/key-ring.ts';
import type { NamedRow } from '../../keys/sealed-values.ts';
import type { FiatOnRampCredentialRow, Oauth2CredentialRow } from '../../storage/integrations-schema.ts';
import { deleteRow, insertRow, recordsInTurns, replaceRow } from '../../storage/rows.ts';
import { featureError } from '../errors.ts';
import { findSpentSealing, firstSenderOf } from './store.ts';

/** A sealed text of a request, and what it is for. */
interface Sealing {
  /** As it was sent. */
  readonly text: string;
  /** Hex; it tells the text from every other one. */
  readonly encapsulatedKey: string;
  /** What it is used for, and nothing else from now on. */
  readonly record: string;
  /** The activity types whose requests carry such texts. */
  readonly types: readonly string[];
  /** Where it stands in the request, for errors. */
  readonly field: string;
}

/**
 * Binds a sealed text to one record. The published formats say nothing about the record in the ciphertext, and lists and
 * activities show it: without this, whoever reads it makes a record of their own around a secret that they do not know.
 * @throws ServiceError REQUEST_INVALID for a text that another record was made from, or that another user sent first
 */
async function spendSealing({ store, caller }: SubmitContext, sealing: Sealing): Promise<void> {
  const { text, encapsulatedKey, record, types, field } = sealing;
  const spent = await findSpentSealing(store, encapsulatedKey);
  if (spent === record) return;
  if (spent !== undefined) throw featureError('REQUEST_INVALID.sealingUsed', { field });
  const sender = await firstSenderOf(store, caller.organizationId, types, text);
  if (sender !== undefined && sender !== caller.userId)
    throw featureError('REQUEST_INVALID.sealingOfOther', { field });
  await insertRow(store, 'spent_sealing', { encapsulated_key: encapsulatedKey, record });
}

/**
 * Opens what a client sealed to one of the service's keys; whoever asked wipes it.
 * @param field where the sealed text stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when it does not open, or nothing is in it
 */
async function openSealedText(open: () => Promise<Secret>, field: string): Promise<Secret> {
  const secret = await opened(open, field);
  if (secret.length === 0) throw featureError('REQUEST_INVALID.sealingEmpty', { field });
  return secret;
}

async function opened(open: () => Promise<Secret>, field: string): Promise<Secret> {
  try {
    return await open();
  } catch (error) {
    throw asInvalidField(error, field);
  }
}

const FIELD = 'parameters.encryptedClientSecret';

const TYPES = [createOauth2Credential.type, updateOauth2Credential.type];

export const providerCredentialHandlers = handlersOf(providerCredentials, {
  createFiatOnRampCredential: async (context, parameters) => {
    const { onrampProvider, projectId, publishableApiKey, sandboxMode } = parameters;
    const { encryptedSecretApiKey, encryptedPrivateApiKey } = parameters;
    const { store, caller, now } = context;
    const id = randomUUID();
    const named = { id, organization_id: caller.organizationId };
    const sealed = await sealOnRampKeys(context, named, { encryptedSecretApiKey, encryptedPrivateApiKey });
    await insertRow(store, 'fiat_on_ramp_credential', {
      ...named,
      provider: onrampProvider,
      project_id: projectId ?? null,
      publishable_api_key: publishableApiKey,
      encrypted_secret_api_key: encryptedSecretApiKey,
      encrypted_private_api_key: encryptedPrivateApiKey ?? null,
      ...sealed,
      sandbox_mode: typeof sandboxMode === 'boolean' ? Number(sandboxMode) : null,
      created_at: now,
      updated_at: now,
    });
    return { fiatOnRampCredentialId: id };
  },

  deleteFiatOnRampCredential: async ({ store, caller }, { fiatOnrampCredentialId: id }) => {
    if (!(await deleteRow(store, 'fiat_on_ramp_credential', caller.organizationId, id)))
      throw notFound('fiat on-ramp credential', id);
    return { fiatOnRampCredentialId: id };
  },

  listFiatOnRampCredentials: async (context) => {
    const of = context.caller.organizationId;
    const rows = await recordsInTurns(context, 'fiat_on_ramp_credential', of, onRampCredentialRecord);
    return { fiatOnRampCredentials: rows };
  },

  createOauth2Credential: async (context, { provider, clientId, encryptedClientSecret }) => {
    const { store, caller, now } = context;
    const id = randomUUID();
    const named = { id, organization_id: caller.organizationId };
    const sealed = await sealClientSecret(context, named, encryptedClientSecret);
    await insertRow(store, 'oauth2_credential', {
      ...named,
      provider,
      client_id: clientId,
      encrypted_client_secret: encryptedClientSecret,
      ...sealed,
      created_at: now,
      updated_at: now,
    });
    return { oauth2CredentialId: id };
  },

  /** The whole credential is written anew; all of its members are required. */
  updateOauth2Credential: async (
    context,
    { oauth2CredentialId, provider, clientId, encryptedClientSecret },
  ) => {
    const { store, caller, now } = context;
    const known = await requireRow({ store, caller }, 'oauth2_credential', oauth2CredentialId);
    await replaceRow(store, 'oauth2_credential', {
      ...known,
      provider,
      client_id: clientId,
      encrypted_client_secret: encryptedClientSecret,
      ...(await sealClientSecret(context, known, encryptedClientSecret)),
      updated_at: now,
    });
    return { oauth2CredentialId };
  },

  deleteOauth2Credential: async ({ store, caller }, { oauth2CredentialId }) => {
    if (!(await deleteRow(store, 'oauth2_credential', caller.organizationId, oauth2CredentialId)))
      throw notFound('OAuth 2.0 credential', oauth2CredentialId);
    return { oauth2CredentialId };
  },

  getOauth2Credential: async ({ store, caller }, { oauth2CredentialId: id }) => {
    const row = await requireRow({ store, caller }, 'oauth2_credential', id);
    return { oauth2Credential: oauth2CredentialRecord(row) };
  },

  listOauth2Credentials: async (context) => {
    const of = context.caller.organizationId;
    const rows = await recordsInTurns(context, 'oauth2_credential', of, oauth2CredentialRecord);
    return { oauth2Credentials: rows };
  },
});

/**
 * Opens a client's secret that was sealed to the fetcher key, and seals it for its credential.
 * @throws ServiceError REQUEST_INVALID where it does not open, nothing is in it, or it was sealed for another credential
 */
async function sealClientSecret(
  context: SubmitContext,
  credential: NamedRow<'oauth2_credential'>,
  encryptedClientSecret: string,
): Promise<SealedSecrets<'sealed_client_secret'>> {
  const { enclaveKeys, keyRing } = context;
  const secret = await openSealedText(
    () => openQuorumEnvelope(encryptedClientSecret, enclaveKeys.fetcher.encrypt.privateKey),
    FIELD,
  );
  try {
    await spendSealing(context, {
      text: encryptedClientSecret,
      encapsulatedKey: quorumEphemeralKey(encryptedClientSecret),
      record: credential.id,
      types: TYPES,
      field: FIELD,
    });
    return keyRing.seal('oauth2_credential', credential, { sealed_client_secret: secret });
  } finally {
    secret.wipe();
  }
}

/** A fiat on-ramp credential as queries show it: its keys as they were sealed, never as they are. */
const onRampCredentialRecord = (row: FiatOnRampCredentialRow) => ({
  fiatOnrampCredentialId: row.id,
  organizationId: row.organization_id,
  onrampProvider: row.provider,
  ...(row.project_id === null ? {} : { projectId: row.project_id }),
  publishableApiKey: row.publishable_api_key,
  encryptedSecretApiKey: row.encrypted_secret_api_key,
  ...(row.encrypted_private_api_key === null
    ? {}
    : { encryptedPrivateApiKey: row.encrypted_private_api_key }),
  ...(row.sandbox_mode === null ? {} : { sandboxMode: row.sandbox_mode === 1 }),
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
});

/** An OAuth 2.0 credential as queries show it: the secret as it was sealed, never as it is. */
const oauth2CredentialRecord = (row: Oauth2CredentialRow) => ({
  oauth2CredentialId: row.id,
  organizationId: row.organization_id,
  provider: row.provider,
  clientId: row.client_id,
  encryptedClientSecret: row.encrypted_client_secret,
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
});

/** What the client sealed to the on-ramp key, sealed for its credential. */
async function sealOnRampKeys(
  context: SubmitContext,
  credential: NamedRow<'fiat_on_ramp_credential'>,
  given: {
    readonly encryptedSecretApiKey: string;
    readonly encryptedPrivateApiKey?: string | null | undefined;
  },
): Promise<SealedSecrets<'sealed_secret_api_key'> & { readonly sealed_private_api_key?: Uint8Array }> {
  const { encryptedSecretApiKey, encryptedPrivateApiKey } = given;
  const opened: Secret[] = [];
  const open = async (member: keyof typeof given, text: string): Promise<Secret> => {
    const secret = await openOnRampKey(context, credential.id, member, text);
    opened.push(secret);
    return secret;
  };
  try {
    const secretKey = await open('encryptedSecretApiKey', encryptedSecretApiKey);
    const values = { sealed_secret_api_key: secretKey };
    if (typeof encryptedPrivateApiKey !== 'string')
      return context.keyRing.seal('fiat_on_ramp_credential', credential, values);
    const privateKey = await open('encryptedPrivateApiKey', encryptedPrivateApiKey);
    return context.keyRing.seal('fiat_on_ramp_credential', credential, {
      ...values,
      sealed_private_api_key: privateKey,
    });
  } finally {
    for (const secret of opened) secret.wipe();
  }
}

/** Opens one of an on-ramp's keys, and binds its sealed text to the credential; its member keeps the two keys apart. */
async function openOnRampKey(
  context: SubmitContext,
  id: string,
  member: string,
  text: string,
): Promise<Secret> {
  const [field, record] = [`parameters.${member}`, `${id}/${member}`];
  const secret = await openSealedText(
    () => openOnRampCredential(text, context.enclaveKeys.onRamp.encrypt.privateKey),
    field,
  );
  try {
    const encapsulatedKey = onRampEncapsulatedKey(text);
    const types = [createFiatOnRampCredential.type];
    await spendSealing(context, { text, encapsulatedKey, record, types, field });
    return secret;
  } catch (error) {
    secret.wipe();
    throw error;
  }
}
