import { z } from 'zod';
import { call } from '../call.ts';

const nothing = z.undefined();
const chainId = z.string().regex(/^[1-9]\d{0,18}$/);

/** An ABI that the operator imported for a contract. */
export const importedAbi = z.object({
  chainId,
  network: z.string(),
  address: z.string(),
  name: z.string(),
  functions: z.number().int(),
  importedAtMs: z.number(),
});
export type ImportedAbi = z.infer<typeof importedAbi>;

/** Interfaces of contracts beside those that are built in; of the current profile. */
export const interfacesCalls = {
  list: call('read', nothing, z.array(importedAbi)),
  /** Reads a JSON ABI from a file and keeps it, in the place of the contract's earlier one. */
  importAbi: call(
    'write',
    z.object({
      chainId,
      address: z.string().max(100),
      name: z.string().trim().min(1).max(60),
      path: z.string().min(1).max(4096),
    }),
    importedAbi,
  ),
  removeAbi: call('write', z.object({ chainId, address: z.string().max(100) }), nothing),
};
