import { z } from 'zod';
import { call } from './call.ts';
import { fileHandle } from './files.ts';

/** What a backup of the local service holds, once it was verified. */
const serviceBackupFacts = z.object({
  path: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  createdAtMs: z.number(),
  activities: z.number().int(),
  newest: z.object({ atMs: z.number(), type: z.string() }).nullable(),
  /** Of the file, as hex. */
  sha256: z.string(),
});
export type ServiceBackupFacts = z.infer<typeof serviceBackupFacts>;

const handed = z.object({ file: fileHandle });

/** Backups of the service on this computer: its database, with keys that only this computer’s keychain opens. */
export const serviceBackupCalls = {
  /** Writes one where the operator says, and verifies it; null when called off. */
  make: call('read', z.undefined(), serviceBackupFacts.nullable()),
  /** Looks one through: whether it is whole, and this service’s. */
  verify: call('read', handed, serviceBackupFacts),
  /** Puts one in the place of the service’s database, after an approval that names both. */
  restore: call('destroy', handed, serviceBackupFacts.extend({ replaced: z.string().nullable() })),
};
