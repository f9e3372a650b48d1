import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const vector = z.strictObject({
  transaction: z.string(),
  version: z.union([z.literal('legacy'), z.literal(0)]),
  feePayer: z.string(),
  instructions: z.array(
    z.strictObject({ id: z.string(), fields: z.record(z.string(), z.string().nullable()) }),
  ),
});
export type Vector = z.infer<typeof vector>;

/** Transactions of independent builders, with what they were built from (test/vectors/README.md). */
export const VECTORS: readonly Vector[] = z
  .array(vector)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../vectors/solana/web3js.json'), 'utf8')));
