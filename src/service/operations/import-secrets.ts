import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { importSecrets as operation } from '../../protocol/catalogue/secrets.ts';
import { submitHandler, type SubmitContext } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { hasSecretNamed, insertSecret } from '../storage/secrets.ts';
import { receiveSecret } from '../transport/secret-import.ts';

type Wanted = z.output<typeof operation.parameters>['secrets'][number];

export const importSecrets = submitHandler(operation, async (context, { secrets }) => {
  const secretIds = [];
  for (const [index, wanted] of secrets.entries())
    secretIds.push(await keep(context, wanted, `parameters.secrets.${index}`));
  return { secretIds };
});

async function keep(context: SubmitContext, wanted: Wanted, field: string): Promise<string> {
  const { store, caller, storageKey, now } = context;
  const name = wanted.name ?? null;
  if (name !== null && (await hasSecretNamed(store, caller.organizationId, name)))
    throw invalidField(`${field}.name`, 'a secret of this organization has this name already');
  const value = await receiveSecret(context, wanted, field);
  const id = randomUUID();
  try {
    await insertSecret(store, {
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
