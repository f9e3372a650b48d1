import { z } from 'zod';
import { addressOfPublicKey, parseAddress, type Hex } from '#chains/ethereum/model/address.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { invalidField } from '../../errors.ts';
import { findSigningKey } from '../signing/signing-key.ts';
import type { EarnWrapperRow } from '../../storage/providers-schema.ts';
import { notFound } from '../../engine/require-row.ts';
import { firstWhere } from '../../storage/rows.ts';
import { requireRow } from '../../engine/require-row.ts';

const uuid = z.uuid().toLowerCase();

/**
 * An address of a request, with its checksum.
 * @throws ServiceError REQUEST_INVALID
 */
export function readAddress(text: string, field: string): Hex {
  try {
    return parseAddress(text);
  } catch (error) {
    throw error instanceof AppError ? invalidField(field, error.message, { cause: error }) : error;
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
  const address = readAddress(wrapperAddress, 'parameters.wrapperAddress');
  const wrapper = await firstWhere(store, 'earn_wrapper', {
    organization_id: caller.organizationId,
    address,
  });
  if (wrapper === undefined) throw notFound('deployed wrapper', address);
  if (chain !== undefined && chain !== wrapper.chain)
    throw invalidField('parameters.chainCaip2', `the wrapper is on ${wrapper.chain}`);
  return wrapper;
}

/**
 * The Ethereum address of the key that a request signs with.
 * @throws ServiceError NOT_FOUND where the organization has no such key; REQUEST_INVALID for a key of another curve
 */
export async function walletOf(context: SubmitContext, signWith: string): Promise<Hex> {
  const field = 'parameters.signWith';
  const { curve } = await findSigningKey(context, signWith);
  if (curve !== 'CURVE_SECP256K1') throw invalidField(field, `its key is of ${curve}, not CURVE_SECP256K1`);
  const id = uuid.safeParse(signWith).data;
  if (id === undefined) return readAddress(signWith, field);
  const key = await requireRow(context, 'private_key', id);
  return addressOfPublicKey(fromHex(key.public_key));
}
