import { z } from 'zod';
import { paginationOptions } from './fields.ts';
import { query } from './operation.ts';

/** PROTOCOL.md, section 12: names and properties, never values. */
export const listSecrets = query({
  path: 'list_secrets',
  summary: 'List secrets',
  parameters: z.strictObject({ paginationOptions: paginationOptions.nullish() }),
  output: z.looseObject({
    secrets: z.array(
      z.looseObject({
        secretId: z.string(),
        name: z.string().optional(),
        staticProperties: z.array(
          z.looseObject({ key: z.string().optional(), value: z.string().optional() }),
        ),
        createdAtUnixMs: z.string(),
      }),
    ),
  }),
});
