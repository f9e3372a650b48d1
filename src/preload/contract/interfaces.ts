import { z } from 'zod';
import { call, nothing } from './call.ts';
import { fileHandle } from './files.ts';

const chainId = z.string().regex(/^[1-9]\d{0,18}$/);

/** An ABI that the operator imported for a contract. */
export const importedAbi = z.object({
  chainId,
  network: z.string(),
  address: z.string(),
  name: z.string(),
  functions: z.number().int(),
  importedAtMs: z.number(),
  /** Whether this console imported it as it is; cards show nothing of one that it didn't. */
  isOwn: z.boolean(),
});
export type ImportedAbi = z.infer<typeof importedAbi>;

/** The descriptors (ERC-7730) and the lists of tokens that are read. */
export const descriptorState = z.object({
  /** How many come with the console, and of which day they are, `YYYY-MM-DD`. */
  builtIn: z.number().int(),
  builtInDate: z.string(),
  /** Of which day the console's own list of tokens is. */
  tokenListDate: z.string(),
  folder: z.string().nullable(),
  /** How many of the folder's descriptors are in use, and when their files were written, ms since the epoch. */
  loaded: z.number().int(),
  writtenMs: z.object({ oldest: z.number(), newest: z.number() }).nullable(),
  /** The folder's lists of tokens, with the day that each says it is of, and how many tokens are used and aren't. */
  tokenLists: z.array(
    z.object({
      file: z.string(),
      name: z.string(),
      date: z.string(),
      tokens: z.number().int(),
      leftOut: z.number().int(),
    }),
  ),
  refused: z.array(z.object({ file: z.string(), message: z.string() })),
});
export type DescriptorState = z.infer<typeof descriptorState>;

/** Interfaces of contracts beside the readers that are built in: ABIs of the current profile, descriptors of this machine. */
export const interfacesCalls = {
  list: call('read', nothing, z.array(importedAbi)),
  /** Reads a JSON ABI from a file and keeps it, in the place of the contract's earlier one. */
  importAbi: call(
    'write',
    z.object({
      chainId,
      address: z.string().max(100),
      name: z.string().trim().min(1).max(60),
      file: fileHandle,
    }),
    importedAbi,
  ),
  descriptors: call('read', nothing, descriptorState),
  /** Reads the descriptors of a folder and keeps which it is; null for none. Every file is used whole or not at all. */
  useDescriptorFolder: call('write', z.object({ file: fileHandle.nullable() }), descriptorState),
  removeAbi: call('write', z.object({ chainId, address: z.string().max(100) }), nothing),
};
