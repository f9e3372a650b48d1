import * as secrets from '#protocol/catalogue/secrets.ts';
import { secretValues } from '../../engine/key-values.ts';
import { type Prepared, PreparedAnswer, handlersOf, preparedAs } from '../../engine/operation-handler.ts';
import { requireRow } from '../../engine/requirements.ts';
import { deleteWhere, objectPageOf, pageOfRows } from '../../storage/rows.ts';
import { giveTurn } from '../../storage/turns.ts';
import { type NewTarget, keepTarget, newTarget, sealForExport } from '../transport/bundles.ts';
import { forgetTargets } from '../transport/store.ts';
import { ReceivedSecrets, keepSecret, receiveSecrets } from './receive-secret.ts';

/** What a key exchange or a signature of ours takes, in milliseconds; all of it is done before the transaction. */
const EACH_MS = 11;

class NewTargets implements Prepared {
  readonly targets: NewTarget[] = [];

  wipe(): void {
    for (const { privateKey } of this.targets) privateKey.wipe();
  }
}

/** Secrets, encrypted to the client's keys. */
class SealedSecrets extends PreparedAnswer<string[]> {}

export const secretHandlers = handlersOf(secrets, {
  initImportSecrets: {
    work: ({ numSecrets }) => numSecrets * EACH_MS,
    prepare: async (context, { numSecrets }) => {
      const made = new NewTargets();
      while (made.targets.length < numSecrets) {
        await giveTurn();
        made.targets.push(newTarget(context));
      }
      return made;
    },
    handle: async (context) => {
      const { targets } = preparedAs(context, NewTargets);
      await forgetTargets(context.store, context.now);
      for (const target of targets) await keepTarget(context, target, 'secret');
      return { enclaveTargetMessages: targets.map(({ message }) => message) };
    },
  },

  importSecrets: {
    work: ({ secrets }) => secrets.length * EACH_MS,
    prepare: (context, { secrets }) => receiveSecrets(context, secrets),
    handle: async (context, { secrets }) => {
      const { received } = preparedAs(context, ReceivedSecrets);
      const secretIds = [];
      for (const [index, each] of received.entries()) {
        const wanted = secrets[index];
        if (wanted !== undefined) secretIds.push(await keepSecret(context, wanted, each, index));
      }
      return { secretIds };
    },
  },

  /** All or nothing: what one secret throws ends the whole. */
  exportSecrets: {
    work: ({ secrets }) => secrets.length * EACH_MS,
    prepare: async (context, { secrets }) => {
      const { keyRing } = context;
      const rows = [];
      for (const { secretId } of secrets) rows.push(await requireRow(context, 'secret', secretId));
      keyRing.requireOpened(rows);
      const sealed: string[] = [];
      for (const [index, row] of rows.entries()) {
        await giveTurn();
        const value = keyRing.open('secret', row, 'sealed_value');
        try {
          const field = `parameters.secrets.${index}.targetPublicKey`;
          const targetPublicKey = secrets[index]?.targetPublicKey ?? '';
          sealed.push(await sealForExport(context, value, targetPublicKey, field));
        } finally {
          value.wipe();
        }
      }
      return new SealedSecrets(sealed);
    },
    handle: async (context, { secrets }) => {
      const { answer } = preparedAs(context, SealedSecrets);
      // What was deleted since isn't told.
      for (const { secretId } of secrets) await requireRow(context, 'secret', secretId);
      return { secretPayloads: answer };
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
