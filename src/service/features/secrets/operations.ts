import * as secrets from '#protocol/catalogue/secrets.ts';
import { secretValues } from '../../engine/key-values.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { deleteWhere, objectPageOf, pageOfRows } from '../../storage/rows.ts';
import { makeTarget, sealForExport } from '../transport/bundles.ts';
import { keepSecret } from './receive-secret.ts';

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
      secretIds.push(await keepSecret(context, wanted, `parameters.secrets.${index}`));
    return { secretIds };
  },

  /** All or nothing: what one secret throws ends the whole. */
  exportSecrets: {
    handle: async (context, { secrets }) => {
      const { store, caller, keyRing } = context;
      const secretPayloads = [];
      for (const [index, { secretId, targetPublicKey }] of secrets.entries()) {
        const secret = await requireRow({ store, caller }, 'secret', secretId);
        const value = keyRing.open('secret', secret, 'sealed_value');
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
