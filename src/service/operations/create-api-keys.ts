import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createApiKeys as operation } from '../../protocol/catalogue/create-api-keys.ts';
import { effect, type EffectContext } from '../activities/effect.ts';
import { faultOfPublicKey } from '../keys/api-public-key.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import { findApiKey, insertApiKey } from '../storage/api-keys.ts';
import { findUser } from '../storage/users.ts';

type Wanted = z.output<typeof operation.parameters>['apiKeys'][number];

/** Specification, "Authentication": API-key validity defaults to 15 minutes (docs/decisions/004). */
const DEFAULT_EXPIRATION_SECONDS = '900';

export const createApiKeys = effect(operation, async (context, { apiKeys, userId }) => {
  const user = await findUser(context.store, context.caller.organizationId, userId);
  if (user === undefined)
    throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no user found with the ID ${userId}`);
  const apiKeyIds = [];
  for (const [index, wanted] of apiKeys.entries())
    apiKeyIds.push(await create(context, userId, wanted, index));
  return { apiKeyIds };
});

async function create(
  { store, caller, now }: EffectContext,
  userId: string,
  wanted: Wanted,
  index: number,
): Promise<string> {
  const field = `parameters.apiKeys.${index}.publicKey`;
  const publicKey = wanted.publicKey.toLowerCase();
  const fault = faultOfPublicKey(wanted.curveType, publicKey);
  if (fault !== undefined) throw invalidField(field, fault);
  if ((await findApiKey(store, caller.organizationId, publicKey)) !== undefined) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      'CREDENTIAL_CONFLICT',
      'the public key is an API key of this organization already',
      {
        remedy: 'Use the API key that is there, or another public key.',
        fieldViolations: [{ field, description: 'is an API key already' }],
      },
    );
  }
  const seconds = wanted.expirationSeconds ?? DEFAULT_EXPIRATION_SECONDS;
  const id = randomUUID();
  await insertApiKey(store, {
    id,
    organization_id: caller.organizationId,
    user_id: userId,
    name: wanted.apiKeyName,
    public_key: publicKey,
    curve: wanted.curveType,
    expiration_seconds: seconds,
    expires_at: now + Number(seconds) * 1000,
    created_at: now,
    updated_at: now,
  });
  return id;
}
