import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { address, CURVES } from './fields.ts';

/** A private key as queries show it: everything but the key. `publicKey` is hex, compressed for the ECDSA curves. */
export const privateKey = z.looseObject({
  privateKeyId: z.string(),
  privateKeyName: z.string(),
  publicKey: z.string(),
  curve: z.enum(CURVES),
  addresses: z.array(address),
  privateKeyTags: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  exported: z.boolean(),
  imported: z.boolean(),
});
export type PrivateKey = z.infer<typeof privateKey>;
