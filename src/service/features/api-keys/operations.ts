import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as apiKeys from '#protocol/catalogue/api-keys.ts';
import type { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { makeRoomForExpiringKey } from '../../engine/expiring-keys.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { endOfQuorum, requireLastingQuorum, requireRow } from '../../engine/requirements.ts';
import { apiKeyRecords } from '../../engine/user-records.ts';
import { invalidField } from '../../errors.ts';
import { LOOK_MS, faultOfPublicKey } from '../../keys/api-public-key.ts';
import { deleteApiKey } from '../../storage/session-keys.ts';
import { allWhere, firstWhere, insertRow, rowsInTurns } from '../../storage/rows.ts';
import { lookingAhead } from '../../storage/turns.ts';
import { featureError } from '../errors.ts';

type Wanted = z.output<typeof createApiKeys.parameters>['apiKeys'][number];

/**
 * Specification, "Authentication": API-key validity defaults to 15 minutes (docs/decisions/004). In the published system such
 * a key has no end, and its clients count on it.
 */
const DEFAULT_EXPIRATION_SECONDS = { neutral: '900', published: null } as const;

/** PROTOCOL.md, section 5: at most so many keys of a user have no end. */
const MOST_LONG_LIVED = 10;

/**
 * Gives a user API keys.
 * @param under the path of the list in the request, for the violations
 * @returns their ids, in the order of the list
 * @throws ServiceError REQUEST_INVALID, CREDENTIAL_CONFLICT, RESOURCE_EXHAUSTED
 */
export async function addApiKeys(
  context: SubmitContext,
  userId: string,
  list: readonly Wanted[],
  under: string,
): Promise<string[]> {
  const ids = [];
  for (const [index, wanted] of list.entries())
    ids.push(await add(context, userId, wanted, `${under}.${index}.publicKey`));
  return ids;
}

/** Looks at keys before the transaction that adds them, which asks again and is told at once. */
export const lookAtKeys = (list: readonly Wanted[]): Promise<undefined> =>
  lookingAhead.doEach(list, ({ curveType, publicKey }) =>
    faultOfPublicKey(curveType, publicKey.toLowerCase()),
  );

async function add(context: SubmitContext, userId: string, wanted: Wanted, field: string): Promise<string> {
  const { store, caller, now, wire } = context;
  const publicKey = wanted.publicKey.toLowerCase();
  const fault = faultOfPublicKey(wanted.curveType, publicKey);
  if (fault !== undefined) throw invalidField(field, fault);
  if (
    (await firstWhere(store, 'api_key', {
      organization_id: caller.organizationId,
      public_key: publicKey,
    })) !== undefined
  ) {
    throw featureError('CREDENTIAL_CONFLICT.apiKey', { field });
  }
  const seconds = wanted.expirationSeconds ?? DEFAULT_EXPIRATION_SECONDS[wire];
  if (seconds !== null) await makeRoomForExpiringKey(context, userId);
  else {
    const keys = await allWhere(store, 'api_key', { user_id: userId });
    if (keys.filter(({ expires_at }) => expires_at === null).length >= MOST_LONG_LIVED)
      throw featureError('UNSPECIFIED.longLivedKeys', { most: MOST_LONG_LIVED });
  }
  const id = randomUUID();
  await insertRow(store, 'api_key', {
    id,
    organization_id: caller.organizationId,
    user_id: userId,
    name: wanted.apiKeyName,
    public_key: publicKey,
    curve: wanted.curveType,
    expiration_seconds: seconds,
    expires_at: seconds === null ? null : now + Number(seconds) * 1000,
    created_at: now,
    updated_at: now,
  });
  return id;
}

export const apiKeyHandlers = handlersOf(apiKeys, {
  createApiKeys: {
    work: ({ apiKeys }) =>
      LOOK_MS * apiKeys.filter(({ curveType }) => curveType === 'API_KEY_CURVE_ED25519').length,
    prepare: (_context, { apiKeys }) => lookAtKeys(apiKeys),
    handle: async (context, { apiKeys, userId }) => {
      await requireRow(context, 'user', userId);
      return { apiKeyIds: await addApiKeys(context, userId, apiKeys, 'parameters.apiKeys') };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  deleteApiKeys: {
    handle: async (context, { userId, apiKeyIds }) => {
      await requireRow(context, 'user', userId);
      const before = await endOfQuorum(context);
      const keys = new Map(
        (await allWhere(context.store, 'api_key', { user_id: userId })).map((key) => [key.id, key]),
      );
      const wanted = [...new Set(apiKeyIds)];
      for (const id of wanted) {
        const key = keys.get(id);
        if (key === undefined) {
          throw featureError('CREDENTIAL_NOT_FOUND.ofUser', { what: 'API key', id });
        }
        await deleteApiKey(context.store, key);
      }
      await requireLastingQuorum(context, before);
      return { apiKeyIds: wanted };
    },
    rules: { ownerOf: ({ userId }) => userId },
  },

  getApiKeys: async (context, { userId }) => {
    const { store, caller } = context;
    if (typeof userId === 'string') {
      await requireRow(context, 'user', userId);
      return { apiKeys: await apiKeyRecords(store, await allWhere(store, 'api_key', { user_id: userId })) };
    }
    const records = [];
    for await (const keys of rowsInTurns(context, 'api_key', caller.organizationId))
      records.push(...(await apiKeyRecords(store, keys)));
    return { apiKeys: records };
  },
});
