import { z } from 'zod';
import { id, name } from './fields.ts';
import { submit } from './operation.ts';
import { sessionOptions } from './session-fields.ts';
import { targetPublicKey } from './transport-fields.ts';

/** Specification, "create_read_write_session". */
export const createReadWriteSession = submit({
  path: 'create_read_write_session',
  type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
  intent: 'createReadWriteSessionIntentV2',
  result: 'createReadWriteSessionResultV2',
  effect: 'write',
  summary: 'Create a read-write session',
  parameters: z.strictObject({
    targetPublicKey: targetPublicKey(),
    userId: id('User', 'user').nullish(),
    apiKeyName: name('Name of the API key').nullish(),
    ...sessionOptions,
  }),
  output: z.looseObject({
    organizationId: z.string(),
    organizationName: z.string(),
    userId: z.string(),
    username: z.string(),
    apiKeyId: z.string(),
    credentialBundle: z.string(),
  }),
});
