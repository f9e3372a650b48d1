import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as authenticators from '#protocol/catalogue/authenticators.ts';
import type { createAuthenticators } from '#protocol/catalogue/authenticators.ts';
import {
  AttestationError,
  type RelyingParty,
  relyingPartyOf,
  verifyAttestation,
} from '../../authentication/verify-attestation.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { endOfQuorum, requireLastingQuorum, requireRow } from '../../engine/requirements.ts';
import { authenticatorRecord } from '../../engine/user-records.ts';
import { allWhere, deleteWhere, findRow, firstWhere, insertRow } from '../../storage/rows.ts';
import { featureError } from '../errors.ts';

type Wanted = z.output<typeof createAuthenticators.parameters>['authenticators'][number];

/** PROTOCOL.md, section 7, resource limits. */
const MOST_PER_USER = 10;

/**
 * Gives a user authenticators, from passkeys that were just made.
 * @returns their IDs, in the order of the list
 * @throws ServiceError NOT_FOUND, REQUEST_INVALID, CREDENTIAL_CONFLICT, RESOURCE_EXHAUSTED
 */
export async function addAuthenticators(
  context: SubmitContext,
  userId: string,
  authenticators: readonly Wanted[],
): Promise<string[]> {
  const { store, caller } = context;
  await requireRow(context, 'user', userId);
  const count = (await allWhere(store, 'authenticator', { user_id: userId })).length + authenticators.length;
  if (count > MOST_PER_USER) throw featureError('UNSPECIFIED.authenticators', { most: MOST_PER_USER });
  const relyingParty = await relyingPartyOf(store, caller.organizationId);
  const ids = [];
  for (const [index, wanted] of authenticators.entries()) {
    const field = `parameters.authenticators.${index}.attestation`;
    ids.push(await create(context, userId, wanted, { relyingParty, field }));
  }
  return ids;
}

async function create(
  { store, caller, now }: SubmitContext,
  userId: string,
  { authenticatorName, challenge, attestation }: Wanted,
  { relyingParty, field }: { readonly relyingParty: RelyingParty; readonly field: string },
): Promise<string> {
  const attested = await verifyAttestation(attestation, challenge, relyingParty).catch((cause: unknown) => {
    throw cause instanceof AttestationError
      ? featureError('REQUEST_INVALID.attestation', { field, why: cause.message, cause })
      : cause;
  });
  const known = await firstWhere(store, 'authenticator', {
    organization_id: caller.organizationId,
    credential_id: attested.credentialId,
  });
  if (known !== undefined) {
    throw featureError('CREDENTIAL_CONFLICT.passkey', { field });
  }
  const id = randomUUID();
  await insertRow(store, 'authenticator', {
    id,
    organization_id: caller.organizationId,
    user_id: userId,
    name: authenticatorName,
    credential_id: attested.credentialId,
    public_key: attested.publicKey,
    cose_key: attested.coseKey,
    counter: attested.counter,
    transports: JSON.stringify([...new Set(attestation.transports)]),
    attestation_type: attested.attestationType,
    aaguid: attested.aaguid,
    rp_id: attested.rpId,
    created_at: now,
    updated_at: now,
  });
  return id;
}

export const authenticatorHandlers = handlersOf(authenticators, {
  createAuthenticators: {
    handle: async (context, { userId, authenticators: list }) => ({
      authenticatorIds: await addAuthenticators(context, userId, list),
    }),
    rules: { ownerOf: ({ userId }) => userId },
  },

  deleteAuthenticators: {
    handle: async (context, { userId, authenticatorIds }) => {
      await requireRow(context, 'user', userId);
      const before = await endOfQuorum(context);
      const wanted = [...new Set(authenticatorIds)];
      for (const id of wanted) {
        const found = await findRow(context.store, 'authenticator', context.caller.organizationId, id);
        if (found?.user_id !== userId) {
          throw featureError('CREDENTIAL_NOT_FOUND.ofUser', { what: 'authenticator', id });
        }
        await deleteWhere(context.store, 'authenticator', { id });
      }
      await requireLastingQuorum(context, before);
      return { authenticatorIds: wanted };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  getAuthenticator: async ({ store, caller }, { authenticatorId }) => {
    const found = await findRow(store, 'authenticator', caller.organizationId, authenticatorId);
    if (found !== undefined) return { authenticator: authenticatorRecord(found) };
    throw featureError('CREDENTIAL_NOT_FOUND.authenticator');
  },

  getAuthenticators: async (context, { userId }) => {
    await requireRow(context, 'user', userId);
    return {
      authenticators: (await allWhere(context.store, 'authenticator', { user_id: userId })).map(
        authenticatorRecord,
      ),
    };
  },
});
