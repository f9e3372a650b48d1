import { randomUUID } from 'node:crypto';
import * as sessionProfiles from '#protocol/catalogue/session-profiles.ts';
import type { SessionProfile } from '#protocol/catalogue/session-profiles.ts';
import { parsePart } from '#protocol/policies/fields.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { timeText } from '../../engine/records.ts';
import { requireRow } from '../../engine/requirements.ts';
import { featureError } from '../errors.ts';
import type { SessionProfileRow } from '../../storage/schema.ts';
import { hasWhere, insertRow, recordsInTurns } from '../../storage/rows.ts';

export const sessionProfileHandlers = handlersOf(sessionProfiles, {
  createSessionProfile: async ({ store, caller, now }, parameters) => {
    const { sessionProfileName: name, scope } = parameters;
    checkScope(scope);
    if (await hasWhere(store, 'session_profile', { organization_id: caller.organizationId, name }))
      throw featureError('REQUEST_INVALID.sessionProfileName', { field: 'parameters.sessionProfileName' });
    const sessionProfileId = randomUUID();
    await insertRow(store, 'session_profile', {
      id: sessionProfileId,
      organization_id: caller.organizationId,
      name,
      scope,
      expiration_seconds: parameters.expirationSeconds ?? null,
      notes: parameters.notes ?? null,
      created_at: now,
      updated_at: now,
    });
    return { sessionProfileId };
  },

  getSessionProfile: async ({ store, caller }, { sessionProfileId }) => {
    const found = await requireRow({ store, caller }, 'session_profile', sessionProfileId);
    return { sessionProfile: sessionProfileRecord(found) };
  },

  getSessionProfiles: async (context) => {
    const of = context.caller.organizationId;
    return { sessionProfiles: await recordsInTurns(context, 'session_profile', of, sessionProfileRecord) };
  },
});

/** The session profile as queries show it. */
const sessionProfileRecord = (row: SessionProfileRow): SessionProfile => ({
  sessionProfileId: row.id,
  sessionProfileName: row.name,
  scope: row.scope,
  ...(row.expiration_seconds === null ? {} : { expirationSeconds: row.expiration_seconds }),
  ...(row.notes === null ? {} : { notes: row.notes }),
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
});

function checkScope(scope: string): void {
  try {
    parsePart('condition', scope);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw featureError('REQUEST_INVALID.sessionScope', {
      field: 'parameters.scope',
      why: error.message,
      cause: error,
    });
  }
}
