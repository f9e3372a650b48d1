import { initImportSecrets as operation } from '../../protocol/catalogue/secrets.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { makeTarget } from '../transport/import-target.ts';

export const initImportSecrets = submitHandler(operation, async (context, { numSecrets }) => {
  const enclaveTargetMessages = [];
  for (let made = 0; made < numSecrets; made += 1)
    enclaveTargetMessages.push(await makeTarget(context, 'secret'));
  return { enclaveTargetMessages };
});
