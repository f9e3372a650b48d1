import type { AbiFunction, ContractFunctionArgs, ParseAbiItem } from 'viem';
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import { decodeStrict } from './abi-decode.ts';
import type { CallReader, ContractCall, DecodedCall } from './call.ts';

type Arguments<S extends string> = ContractFunctionArgs<readonly [ParseAbiItem<S>]>;

/**
 * Declares how calls of one function are read. Only data that is the canonical encoding of the
 * arguments is read.
 * @param signature the function in Solidity's form, such as `function transfer(address to, uint256 amount)`
 */
export function defineCall<const S extends string>(
  signature: S,
  read: (args: Arguments<S>, call: ContractCall) => DecodedCall,
): CallReader {
  const item = parseAbiItem(signature as string) as AbiFunction;
  return {
    selector: toFunctionSelector(item),
    signature: signature.replace(/^function /, ''),
    read: (call) => {
      const args = decodeStrict(item.inputs, call.data.subarray(4));
      return args === null ? null : read(args as Arguments<S>, call);
    },
  };
}
