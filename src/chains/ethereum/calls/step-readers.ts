import type { AbiFunction } from 'viem';
import { parseAbiItem } from 'viem/utils';
import type { SentencePart } from '../../model/decoded.ts';
import { lowerFirst, say } from '../../model/sentence.ts';
import { decodeLocated } from '../abi/decode.ts';
import type { Located, LocatedArguments, LocatedList } from '../abi/located.ts';
import type { Hex } from '../model/address.ts';
import { type ContractCall, type DecodedCall, bytesAt } from '../model/call.ts';

type Arguments<S extends string> = LocatedArguments<`function ${S}`>;

/** Reads the input of one command of a router. */
export interface CommandReader {
  /** The byte that asks for it, without the flags. */
  readonly code: number;
  readonly name: string;
  /** Null when the input is not exactly what the encoding of the command's arguments would be. */
  readonly read: (call: ContractCall, input: Located<Hex>) => DecodedCall | null;
}

/**
 * Declares how the input of one command is read.
 * @param signature its name and arguments in Solidity's form, such as `SWEEP(address token, address to, uint256 amount)`
 * @param read gets the arguments by their names, each with its bytes, and the router's call
 */
export function defineCommand<const S extends string>(
  code: number,
  signature: S,
  read: (args: Arguments<S>, call: ContractCall) => DecodedCall,
): CommandReader {
  const item = parseAbiItem(`function ${signature as string}`) as AbiFunction;
  return {
    code,
    name: item.name,
    read: (call, { range }) => {
      const args = decodeLocated(item.inputs, bytesAt(call, range), range[0]);
      return args === null ? null : read(args as Arguments<S>, call);
    },
  };
}

/** The least prices of the hops of a route; zero is no limit. */
export type HopPrices = readonly Located<bigint>[];

/**
 * As {@link defineCommand}, for a command that later routers give one more argument: the least price of each hop.
 * @param signature the command as the first routers have it
 * @param read gets these prices too; none where the command is in the first form
 */
export function defineWithHopPrices<const S extends string>(
  code: number,
  signature: S,
  read: (args: Arguments<S>, call: ContractCall, prices: HopPrices) => DecodedCall,
): CommandReader {
  const first = defineCommand(code, signature, (args, call) => read(args, call, []));
  const later = defineCommand(
    code,
    signature.replace(/\)$/, ', uint256[] minHopPriceX36)') as S,
    (args, call) => {
      const { minHopPriceX36 } = args as unknown as { readonly minHopPriceX36: LocatedList<Located<bigint>> };
      return read(args, call, minHopPriceX36.items);
    },
  );
  return { ...first, read: (call, input) => first.read(call, input) ?? later.read(call, input) };
}

/** More steps than this in one sentence would not be read. */
const MOST_IN_A_SENTENCE = 4;

/** The sentences of a few steps as one; null where there are many, none, or one is blind. */
export function inTurn(steps: readonly DecodedCall[]): SentencePart[] | null {
  if (steps.length === 0 || steps.length > MOST_IN_A_SENTENCE || steps.some(({ blind }) => blind))
    return null;
  return steps.flatMap(({ sentence }, index) =>
    index === 0 ? sentence : [...say(', then '), ...lowerFirst(sentence)],
  );
}
