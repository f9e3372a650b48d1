import type { SessionProfile } from '../../protocol/catalogue/session-profiles.ts';
import { timeText } from '../activities/record.ts';
import type { SessionProfileRow } from '../storage/credentials-schema.ts';

/** The session profile as queries show it. */
export const sessionProfileRecord = (row: SessionProfileRow): SessionProfile => ({
  sessionProfileId: row.id,
  sessionProfileName: row.name,
  scope: row.scope,
  ...(row.expiration_seconds === null ? {} : { expirationSeconds: row.expiration_seconds }),
  ...(row.notes === null ? {} : { notes: row.notes }),
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
});
