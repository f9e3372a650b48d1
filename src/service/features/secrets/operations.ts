import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as secrets from '#protocol/catalogue/secrets.ts';
import type { importSecrets } from '#protocol/catalogue/secrets.ts';
import { toHex } from '#protocol/encoding.ts';
import { uncompressP256 } from '#protocol/p256-key.ts';
import type { Secret } from '#protocol/secret.ts';
import { secretValues } from '../../engine/key-values.ts';
import { deleteWhere, hasWhere, insertRow, objectPageOf, pageOfRows } from '../../storage/rows.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { MALFORMED, makeTarget, openWithTarget, sealForExport } from '../transport/bundles.ts';
import { findOpenTarget } from '../transport/store.ts';

/**
 * Opens a secret and ends the target that it names.
 * @param field where the secret stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when the target is not open here, or does not open the secret
 */
async function receiveSecret(
  context: SubmitContext,
  sealed: { readonly targetPublicKey: string; readonly secretPayload: string },
  field: string,
): Promise<Secret> {
  const publicKey = targetOf(sealed.targetPublicKey, `${field}.targetPublicKey`);
  const target = await findOpenTarget(context, 'secret', publicKey);
  if (target === undefined) {
    throw featureError('REQUEST_INVALID.secretTarget', { field: `${field}.targetPublicKey` });
  }
  const value = await open(context, target, sealed.secretPayload, `${field}.secretPayload`);
  await deleteWhere(context.store, 'import_target', { public_key: publicKey });
  return value;
}

async function open(
  context: SubmitContext,
  target: Parameters<typeof openWithTarget>[1],
  payload: string,
  field: string,
): Promise<Secret> {
  try {
    const value = await openWithTarget(context, target, payload);
    if (value !== undefined) return value;
  } catch (error) {
    throw asInvalidField(error, field, MALFORMED);
  }
  throw featureError('REQUEST_INVALID.secretKey', { field });
}

function targetOf(targetPublicKey: string, field: string): string {
  try {
    return toHex(uncompressP256(targetPublicKey, 'target public key'));
  } catch (error) {
    throw asInvalidField(error, field);
  }
}

type Wanted = z.output<typeof importSecrets.parameters>['secrets'][number];

export const secretHandlers = handlersOf(secrets, {
  initImportSecrets: async (context, { numSecrets }) => {
    const enclaveTargetMessages = [];
    for (let made = 0; made < numSecrets; made += 1)
      enclaveTargetMessages.push(await makeTarget(context, 'secret'));
    return { enclaveTargetMessages };
  },

  importSecrets: async (context, { secrets }) => {
    const secretIds = [];
    for (const [index, wanted] of secrets.entries())
      secretIds.push(await keep(context, wanted, `parameters.secrets.${index}`));
    return { secretIds };
  },

  /** All or nothing: what one secret throws ends the whole. */
  exportSecrets: {
    handle: async (context, { secrets }) => {
      const { store, caller, storageKey } = context;
      const secretPayloads = [];
      for (const [index, { secretId, targetPublicKey }] of secrets.entries()) {
        const secret = await requireRow({ store, caller }, 'secret', secretId);
        const value = storageKey.open(secret.sealed_value, secret.id);
        try {
          const field = `parameters.secrets.${index}.targetPublicKey`;
          secretPayloads.push(await sealForExport(context, value, targetPublicKey, field));
        } finally {
          value.wipe();
        }
      }
      return { secretPayloads };
    },
    rules: {
      eachConditionValues: (on, { secrets }) =>
        secretValues(
          on,
          secrets.map(({ secretId }) => secretId),
        ),
    },
  },

  /** All or nothing: a secret that is not there, or is named twice, ends the whole. */
  deleteSecrets: {
    handle: async ({ store, caller }, { secretIds }) => {
      for (const id of secretIds) {
        await requireRow({ store, caller }, 'secret', id);
        await deleteWhere(store, 'secret', { id });
      }
      return { secretIds };
    },
    rules: { eachConditionValues: (on, { secretIds }) => secretValues(on, secretIds) },
  },

  listSecrets: async ({ store, caller }, { paginationOptions }) => {
    const secrets = await pageOfRows(
      store,
      'secret',
      { organization_id: caller.organizationId },
      objectPageOf(paginationOptions),
    );
    return {
      secrets: secrets.map((secret) => ({
        secretId: secret.id,
        ...(secret.name === null ? {} : { name: secret.name }),
        staticProperties: JSON.parse(secret.static_properties) as { key?: string; value?: string }[],
        createdAtUnixMs: String(secret.created_at),
      })),
    };
  },
});

async function keep(context: SubmitContext, wanted: Wanted, field: string): Promise<string> {
  const { store, caller, storageKey, now } = context;
  const name = wanted.name ?? null;
  if (name !== null && (await hasWhere(store, 'secret', { organization_id: caller.organizationId, name })))
    throw featureError('REQUEST_INVALID.secretName', { field: `${field}.name` });
  const value = await receiveSecret(context, wanted, field);
  const id = randomUUID();
  try {
    await insertRow(store, 'secret', {
      id,
      organization_id: caller.organizationId,
      name,
      static_properties: JSON.stringify(wanted.staticProperties ?? []),
      sealed_value: value.use((bytes) => storageKey.seal(bytes, id)),
      created_at: now,
    });
    return id;
  } finally {
    value.wipe();
  }
}
