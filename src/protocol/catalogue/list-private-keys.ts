import { z } from 'zod';
import { paginationOptions } from './fields.ts';
import { query } from './operation.ts';
import { privateKey } from './private-key.ts';

/** PROTOCOL.md, section 12; also answered as `get_private_keys`, and in pages where they are asked for (docs/decisions/003). */
export const listPrivateKeys = query({
  path: 'list_private_keys',
  aliases: ['get_private_keys'],
  summary: 'List private keys',
  parameters: z.strictObject({ paginationOptions: paginationOptions.nullish() }),
  output: z.looseObject({ privateKeys: z.array(privateKey) }),
});
