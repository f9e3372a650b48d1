import type { AbiFunction, ContractFunctionArgs, ParseAbiItem } from 'viem';
import { decodeFunctionData, encodeFunctionData, parseAbiItem, toFunctionSelector } from 'viem/utils';
import { hasStrictLayout } from './abi-layout.ts';
import { prefixedHex, type Hex } from './address.ts';
import type { CallReading, ContractCall } from './call.ts';

type Arguments<S extends string> = ContractFunctionArgs<readonly [ParseAbiItem<S>]>;

/** Reads the calls of one function. */
export interface CallReader {
  readonly selector: Hex;
  /** The function's name and parameters, for people. */
  readonly signature: string;
  /** Null when the arguments are not exactly what the function's encoding would be. */
  readonly read: (call: ContractCall) => CallReading | null;
}

/**
 * Declares how calls of one function are read. The arguments are decoded by the ABI and encoded again: only data that
 * is the canonical encoding, with nothing hidden behind or between, is read.
 * @param signature the function in Solidity's form, such as `function transfer(address to, uint256 amount)`
 */
export function defineCall<const S extends string>(
  signature: S,
  read: (args: Arguments<S>, call: ContractCall) => CallReading,
): CallReader {
  const item = parseAbiItem(signature as string) as AbiFunction;
  const decode = (bytes: Uint8Array): readonly unknown[] | null => {
    if (!hasStrictLayout(item.inputs, bytes.subarray(4))) return null;
    const data = prefixedHex(bytes);
    try {
      const { functionName, args } = decodeFunctionData({ abi: [item] as const, data });
      return encodeFunctionData({ abi: [item] as const, functionName, args }) === data ? args : null;
    } catch {
      // The ABI decoder throws on whatever does not fit; the caller says that the call cannot be read.
      return null;
    }
  };
  return {
    selector: toFunctionSelector(item),
    signature: signature.replace(/^function /, ''),
    read: (call) => {
      const args = decode(call.data);
      return args === null ? null : read(args as Arguments<S>, call);
    },
  };
}
