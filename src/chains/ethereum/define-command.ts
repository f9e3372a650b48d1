import type { AbiFunction, ContractFunctionArgs, ParseAbiItem } from 'viem';
import { parseAbiItem } from 'viem/utils';
import { decodeStrict } from './abi-decode.ts';
import type { DecodedCall, ContractCall } from './call.ts';

type Arguments<S extends string> = ContractFunctionArgs<readonly [ParseAbiItem<`function ${S}`>]>;

/** Reads the input of one command of a router. */
export interface CommandReader {
  /** The byte that asks for it, without the flags. */
  readonly code: number;
  readonly name: string;
  /** Null when the input is not exactly what the encoding of the command's arguments would be. */
  readonly read: (input: ContractCall) => DecodedCall | null;
}

/**
 * Declares how the input of one command is read.
 * @param signature its name and arguments in Solidity's form, such as `SWEEP(address token, address to, uint256 amount)`
 * @param read gets the router's call, seen from the input's own words
 */
export function defineCommand<const S extends string>(
  code: number,
  signature: S,
  read: (args: Arguments<S>, input: ContractCall) => DecodedCall,
): CommandReader {
  const item = parseAbiItem(`function ${signature as string}`) as AbiFunction;
  return {
    code,
    name: item.name,
    read: (input) => {
      const args = decodeStrict(item.inputs, input.data.subarray(4));
      return args === null ? null : read(args as Arguments<S>, input);
    },
  };
}

/**
 * As {@link defineCommand}, for a command that later routers give one more argument: the least price of each hop.
 * @param signature the command as the first routers have it
 * @param read gets these prices too; none where the command is in the first form
 */
export function defineWithHopPrices<const S extends string>(
  code: number,
  signature: S,
  read: (args: Arguments<S>, input: ContractCall, prices: readonly bigint[]) => DecodedCall,
): CommandReader {
  const first = defineCommand(code, signature, (args, input) => read(args, input, []));
  const later = defineCommand(
    code,
    signature.replace(/\)$/, ', uint256[] minHopPriceX36)') as S,
    // The prices are behind the arguments of the first form.
    (args, input) => read(args, input, (args as readonly unknown[]).at(-1) as readonly bigint[]),
  );
  return { ...first, read: (input) => first.read(input) ?? later.read(input) };
}
