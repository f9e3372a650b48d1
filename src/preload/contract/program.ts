import { z } from 'zod';
import { call, nothing } from './call.ts';

/** What the program is made of. */
const programFacts = z.object({
  version: z.string(),
  /** The runtimes by name: Electron, Chromium, Node.js. */
  runtimes: z.array(z.object({ name: z.string(), version: z.string() })),
  license: z.string(),
  dataFolder: z.string(),
  /** The name under which the keychain lists the console's items, and what keeps them. */
  keychainItem: z.string(),
  keychainBackend: z.string(),
  /** How many packages of others are in the program; null where their licenses were not built. */
  packages: z.number().int().nullable(),
});
export type ProgramFacts = z.infer<typeof programFacts>;

/** A package of somebody else in the program. */
const shippedPackage = z.object({ name: z.string(), version: z.string(), license: z.string() });
export type ShippedPackage = z.infer<typeof shippedPackage>;

/** One thing that was measured. `look`: nothing is wrong for certain, and somebody should look. */
const checkRow = z.object({
  id: z.enum([
    'version',
    'fuses',
    'sandbox',
    'integrity',
    'keychain',
    'unlocking',
    'permissions',
    'listening',
    'dataFolder',
    'copies',
    'coreDumps',
    'clock',
    'journal',
  ]),
  title: z.string(),
  state: z.enum(['good', 'look', 'bad']),
  /** What was found: without names, paths and addresses, as it goes into the report. */
  found: z.string(),
  /** What to do about it; empty when nothing. */
  remedy: z.string(),
  /** Each finding, for the window alone: it may name files. */
  details: z.array(z.string()),
});
export type CheckRow = z.infer<typeof checkRow>;

const selfCheck = z.object({
  checkedAtMs: z.number(),
  rows: z.array(checkRow),
  /** The rows as plain text, without names, paths and addresses. */
  report: z.string(),
});
export type SelfCheck = z.infer<typeof selfCheck>;

/** The running program: what it is made of, and whether it runs as it should. */
export const programCalls = {
  about: call('read', nothing, programFacts),
  /** The packages whose name, license or license text has each of the words. */
  licenses: call('read', z.object({ query: z.string().max(200) }), z.array(shippedPackage)),
  /** The license text of one package. */
  licenseText: call(
    'read',
    z.object({ name: z.string().max(200), version: z.string().max(100) }),
    z.string(),
  ),
  /** Measures every row now. */
  selfCheck: call('read', nothing, selfCheck),
};
