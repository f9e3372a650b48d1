import { deleteSecrets as operation } from '../../protocol/catalogue/secrets.ts';
import { secretValues } from '../engine/key-values.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { requireSecret } from './require-secret.ts';
import { deleteWhere } from '../storage/rows.ts';

/** All or nothing: a secret that is not there, or is named twice, ends the whole. */
export const deleteSecrets = submitHandler(
  operation,
  async ({ store, caller }, { secretIds }) => {
    for (const id of secretIds) {
      await requireSecret(store, caller.organizationId, id);
      await deleteWhere(store, 'secret', { id });
    }
    return { secretIds };
  },
  { eachConditionValues: (on, { secretIds }) => secretValues(on, secretIds) },
);
