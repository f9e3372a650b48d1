import { deleteSecrets as operation } from '../../protocol/catalogue/secrets.ts';
import { secretValues } from '../activities/key-values.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deleteSecret } from '../storage/secrets.ts';
import { requireSecret } from './require-secret.ts';

/** All or nothing: a secret that is not there, or is named twice, ends the whole. */
export const deleteSecrets = submitHandler(
  operation,
  async ({ store, caller }, { secretIds }) => {
    for (const id of secretIds) {
      await requireSecret(store, caller.organizationId, id);
      await deleteSecret(store, id);
    }
    return { secretIds };
  },
  { eachConditionValues: (on, { secretIds }) => secretValues(on, secretIds) },
);
