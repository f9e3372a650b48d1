import { z } from 'zod';
import { addressOfPublicKey, parseAddress, type Hex } from '#chains/ethereum/model/address.ts';
import { fromHex } from '#protocol/encoding.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { findSigningKey } from '../signing/operations.ts';
import type { EarnWrapperRow } from '../../storage/integrations-schema.ts';
import { notFound } from '../../engine/requirements.ts';
import { firstWhere } from '../../storage/rows.ts';

/**
 * An address of a request, with its checksum.
 * @throws ServiceError REQUEST_INVALID
 */
export function readAccountAddress(text: string, field: string): Hex {
  try {
    return parseAddress(text);
  } catch (error) {
    throw asInvalidField(error, field);
  }
}

/**
 * The wrapper that a request names, one of the organization's own.
 * @throws ServiceError REQUEST_INVALID for a wrong checksum or, where a chain is given, another chain; NOT_FOUND
 */
export async function requireWrapper(
  { store, caller }: Pick<SubmitContext, 'store' | 'caller'>,
  wrapperAddress: string,
  chain?: string,
): Promise<EarnWrapperRow> {
  const address = readAccountAddress(wrapperAddress, 'parameters.wrapperAddress');
  const wrapper = await firstWhere(store, 'earn_wrapper', {
    organization_id: caller.organizationId,
    address,
  });
  if (wrapper === undefined) throw notFound('deployed wrapper', address);
  if (chain !== undefined && chain !== wrapper.chain)
    throw featureError('REQUEST_INVALID.wrapperChain', {
      field: 'parameters.chainCaip2',
      chain: wrapper.chain,
    });
  return wrapper;
}

/**
 * The Ethereum address of the key that a request signs with.
 * @throws ServiceError NOT_FOUND where the organization has no such key; REQUEST_INVALID for a key of another curve
 */
export async function walletOf(context: SubmitContext, signWith: string): Promise<Hex> {
  const field = 'parameters.signWith';
  const { curve, publicKey } = await findSigningKey(context, signWith);
  if (curve !== 'CURVE_SECP256K1') throw featureError('REQUEST_INVALID.walletCurve', { field, curve });
  const isId = z.uuid().safeParse(signWith).success;
  return isId ? addressOfPublicKey(fromHex(publicKey)) : readAccountAddress(signWith, field);
}
