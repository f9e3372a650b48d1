import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { importSecrets } from '#protocol/catalogue/secrets.ts';
import { toHex } from '#protocol/encoding.ts';
import { uncompressP256 } from '#protocol/p256-key.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { deleteWhere, hasWhere, insertRow } from '../../storage/rows.ts';
import { featureError } from '../errors.ts';
import { MALFORMED, openWithTarget } from '../transport/bundles.ts';
import { findOpenTarget } from '../transport/store.ts';

/**
 * Opens a secret and ends the target that it names.
 * @param field where the secret stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when the target is not open here, or does not open the secret
 */
async function receiveSecret(
  context: SubmitContext,
  sealed: { readonly targetPublicKey: string; readonly secretPayload: string },
  field: string,
): Promise<Secret> {
  const publicKey = targetOf(sealed.targetPublicKey, `${field}.targetPublicKey`);
  const target = await findOpenTarget(context, 'secret', publicKey);
  if (target === undefined) {
    throw featureError('REQUEST_INVALID.secretTarget', { field: `${field}.targetPublicKey` });
  }
  const value = await openSecret(context, target, sealed.secretPayload, `${field}.secretPayload`);
  await deleteWhere(context.store, 'import_target', { public_key: publicKey });
  return value;
}

async function openSecret(
  context: SubmitContext,
  target: Parameters<typeof openWithTarget>[1],
  payload: string,
  field: string,
): Promise<Secret> {
  try {
    const value = await openWithTarget(context, target, payload);
    if (value !== undefined) return value;
  } catch (error) {
    throw asInvalidField(error, field, MALFORMED);
  }
  throw featureError('REQUEST_INVALID.secretKey', { field });
}

function targetOf(targetPublicKey: string, field: string): string {
  try {
    return toHex(uncompressP256(targetPublicKey, 'target public key'));
  } catch (error) {
    throw asInvalidField(error, field);
  }
}

type Wanted = z.output<typeof importSecrets.parameters>['secrets'][number];

/**
 * Receives one secret and keeps it sealed; returns its ID.
 * @throws ServiceError REQUEST_INVALID as `receiveSecret` does, or when another secret has its name
 */
export async function keepSecret(context: SubmitContext, wanted: Wanted, field: string): Promise<string> {
  const { store, caller, keyRing, now } = context;
  const name = wanted.name ?? null;
  if (name !== null && (await hasWhere(store, 'secret', { organization_id: caller.organizationId, name })))
    throw featureError('REQUEST_INVALID.secretName', { field: `${field}.name` });
  const value = await receiveSecret(context, wanted, field);
  const id = randomUUID();
  const named = { id, organization_id: caller.organizationId };
  try {
    await insertRow(store, 'secret', {
      ...named,
      name,
      static_properties: JSON.stringify(wanted.staticProperties ?? []),
      ...keyRing.seal('secret', named, { sealed_value: value }),
      created_at: now,
    });
    return id;
  } finally {
    value.wipe();
  }
}
