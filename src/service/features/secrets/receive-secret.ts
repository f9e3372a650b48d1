import { toHex } from '#protocol/encoding.ts';
import { uncompressP256 } from '#protocol/p256-key.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { findOpenTarget } from '../transport/store.ts';
import { MALFORMED, openWithTarget } from '../transport/import-target.ts';
import { deleteWhere } from '../../storage/rows.ts';

/**
 * Opens a secret and ends the target that it names.
 * @param field where the secret stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when the target is not open here, or does not open the secret
 */
export async function receiveSecret(
  context: SubmitContext,
  sealed: { readonly targetPublicKey: string; readonly secretPayload: string },
  field: string,
): Promise<Secret> {
  const { store, caller, now } = context;
  const publicKey = targetOf(sealed.targetPublicKey, `${field}.targetPublicKey`);
  const target = await findOpenTarget(store, caller.organizationId, 'secret', publicKey, now);
  if (target === undefined) {
    throw featureError('REQUEST_INVALID.secretTarget', { field: `${field}.targetPublicKey` });
  }
  const value = await open(context, target, sealed.secretPayload, `${field}.secretPayload`);
  await deleteWhere(store, 'import_target', { public_key: publicKey });
  return value;
}

async function open(
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
