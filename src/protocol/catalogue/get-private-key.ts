import { z } from 'zod';
import { id } from './fields.ts';
import { query } from './operation.ts';
import { privateKey } from './private-key.ts';

/** PROTOCOL.md, section 12. */
export const getPrivateKey = query({
  path: 'get_private_key',
  summary: 'Show a private key',
  parameters: z.strictObject({ privateKeyId: id('Private key', 'privateKey') }),
  output: z.looseObject({ privateKey }),
});
