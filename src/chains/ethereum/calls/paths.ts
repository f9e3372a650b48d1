import type { Located } from '../abi/located.ts';
import { toChecksumAddress, type Hex } from '../model/address.ts';

/** The tokens that a route starts and ends with. */
export interface Ends {
  readonly first: Hex;
  readonly last: Hex;
}

/** The ends of a packed path of Uniswap V3: an address, then a 3-byte fee and an address for every step; else null. */
export function endsOfPath(path: Hex): Ends | null {
  const length = (path.length - 2) / 2;
  if (length < 43 || (length - 20) % 23 !== 0) return null;
  return { first: toChecksumAddress(path.slice(0, 42)), last: toChecksumAddress(`0x${path.slice(-40)}`) };
}

/** The ends of a list of tokens, as Uniswap V2 has it; null where it names less than two. */
export function endsOfList(path: readonly Located<Hex>[]): Ends | null {
  const [first] = path;
  const last = path.at(-1);
  return first === undefined || last === undefined || path.length < 2
    ? null
    : { first: first.value, last: last.value };
}

/** A path for an exact output is written from its end. */
export const backwards = ({ first, last }: Ends): Ends => ({ first: last, last: first });
