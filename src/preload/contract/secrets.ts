import { z } from 'zod';
import { call, news, nothing } from './call.ts';
import { fileHandle } from './files.ts';
import { requestGroup } from './request-groups.ts';

const property = z.object({ key: z.string().max(255), value: z.string().max(1024) });
const id = z.number().int().min(0);

/** A secret on its way: its name and length, never its value. */
export const secretRow = z.object({
  id,
  name: z.string(),
  /** Bytes of the value. */
  length: z.number().int(),
  properties: z.array(property),
  state: z.enum(['ready', 'refused', 'sealed', 'imported', 'waiting', 'failed']),
  /** Why it is refused or failed; empty otherwise. */
  problem: z.string(),
  /** As the service named it, once it is imported. */
  secretId: z.string().nullable(),
});
export type SecretRow = z.infer<typeof secretRow>;

/** An import of secrets, from the first name to the last result. */
export const secretImport = z.object({
  title: z.string(),
  /** `gathering`: values are in memory. `targets`: keys to seal to are asked for. `sealed`: they are kept sealed, nothing else is. */
  stage: z.enum(['gathering', 'targets', 'sealed']),
  rows: z.array(secretRow),
  /** The requests that run or wait for an approval. */
  set: requestGroup.nullable(),
  /** Files that the values were read from: they still hold them. */
  sources: z.array(z.string()),
  /** How many of those that were gathered can’t be imported, and aren’t. */
  leftOut: z.number().int(),
  /** Why the keys to seal to were not used. */
  fault: z.object({ code: z.string(), message: z.string(), remedy: z.string() }).nullable(),
});
export type SecretImport = z.infer<typeof secretImport>;

/** Secrets into the organization. Values come in once and never go back to the window. */
export const secretsCalls = {
  current: call('read', nothing, secretImport.nullable()),
  changed: news(secretImport.nullable()),
  addTyped: call(
    'write',
    z.object({
      entries: z
        .array(z.object({ name: z.string().max(255), value: z.string().max(65_536) }))
        .min(1)
        .max(100),
    }),
    secretImport,
  ),
  /** Reads a file or folder on the privileged side. */
  addFile: call('write', z.object({ file: fileHandle }), secretImport),
  rename: call('write', z.object({ id, name: z.string().max(255) }), secretImport),
  setProperties: call('write', z.object({ id, properties: z.array(property).max(32) }), secretImport),
  /** Gives every secret this property; it takes the place of one with the same key. */
  propertyForAll: call('write', property, secretImport),
  /** Takes one out; null when it was the last. */
  remove: call('write', z.object({ id }), secretImport.nullable()),
  /** Asks for keys to seal to, seals, and imports: an approval for each of the two sets of requests. */
  begin: call('write', nothing, secretImport),
  /** Forgets it; what was sent stays sent. */
  clear: call('write', nothing, nothing),
};
