import type { RlpItem } from './rlp.ts';
import { MAX_UINT64, rangeOf, readFixed, readUint } from './field-reader.ts';
import type { DelegationFields } from './transaction.ts';

/**
 * Reads what every authorization of EIP-7702 begins with.
 * @param name the path of the tuple, for errors
 * @throws AppError `TRANSACTION_FIELD_INVALID`
 */
export const readDelegationFields = (
  name: string,
  tuple: RlpItem,
  [chainId, address, nonce]: readonly [RlpItem, RlpItem, RlpItem],
): DelegationFields => ({
  chainId: readUint(`${name}.chainId`, chainId),
  address: readFixed(`${name}.address`, address, 20),
  nonce: readUint(`${name}.nonce`, nonce, MAX_UINT64),
  range: rangeOf(tuple),
});
