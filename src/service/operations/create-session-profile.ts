import { randomUUID } from 'node:crypto';
import { createSessionProfile as operation } from '../../protocol/catalogue/session-profiles.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { parsePart } from '../../protocol/policies/fields.ts';
import { PolicyError } from '../../protocol/policies/policy-error.ts';
import { invalidField } from '../service-error.ts';
import { insertSessionProfile, sessionProfilesOf } from '../storage/session-profiles.ts';

export const createSessionProfile = submitHandler(operation, async ({ store, caller, now }, parameters) => {
  const { sessionProfileName: name, scope } = parameters;
  checkScope(scope);
  const others = await sessionProfilesOf(store, caller.organizationId);
  if (others.some((other) => other.name === name))
    throw invalidField('parameters.sessionProfileName', 'a session profile has this name already');
  const sessionProfileId = randomUUID();
  await insertSessionProfile(store, {
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
});

function checkScope(scope: string): void {
  try {
    parsePart('condition', scope);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw invalidField('parameters.scope', `invalid scope: ${error.message}`, { cause: error });
  }
}
