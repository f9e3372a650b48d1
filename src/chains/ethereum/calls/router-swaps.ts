import type { Located, LocatedList } from '../abi/located.ts';
import { valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import type { ContractCall, DecodedCall } from '../model/call.ts';
import { type HopPrices, defineWithHopPrices } from './step-readers.ts';
import { WHOLE_BALANCE } from './payments.ts';
import { LATER_ROUTERS } from './recipients.ts';
import {
  ALL_IT_HOLDS,
  type Ends,
  backwards,
  endsOfList,
  endsOfPath,
  legsAlong,
  hopPriceFacts,
  noRoute,
  swap,
} from './swap.ts';

interface Arguments<Path> {
  readonly recipient: Located<Hex>;
  /** The amount that is exact, and its bound on the other side. */
  readonly exact: Located<bigint>;
  readonly bound: Located<bigint>;
  readonly path: Path;
  /** Whether the caller pays, through Permit2, and not the router. */
  readonly payerIsUser: Located<boolean>;
}

interface RouterSwap<Path> {
  readonly id: string;
  readonly exactIn: boolean;
  readonly endsOf: (path: Path) => Ends | null;
  /** What an exact amount of zero stands for, if anything. */
  readonly zero?: string;
}

const routerSwap =
  <Path>({ id, exactIn, endsOf, zero }: RouterSwap<Path>) =>
  (args: Arguments<Path>, call: ContractCall, prices: HopPrices): DecodedCall => {
    const { recipient, exact, bound, path, payerIsUser } = args;
    const ends = endsOf(path);
    if (ends === null) return noRoute(call, id);
    const instead = exact.value === WHOLE_BALANCE ? ALL_IT_HOLDS : exact.value === 0n ? zero : undefined;
    const [pays, gets] = exactIn ? [exact, bound] : [bound, exact];
    const payer = payerIsUser.value ? 'the caller, through Permit2' : 'the router';
    return swap(call, {
      id,
      exactIn,
      ...legsAlong(ends, pays, gets, exactIn && instead !== undefined ? { instead } : {}),
      recipient: { address: recipient, aliases: LATER_ROUTERS },
      more: [valueFact('Paid by', payerIsUser, payer), ...hopPriceFacts(prices)],
    });
  };

const packed = (path: Located<Hex>): Ends | null => endsOfPath(path.value);
/** A path for an exact output is written from its end. */
const packedBackwards = (path: Located<Hex>): Ends | null => {
  const ends = packed(path);
  return ends === null ? null : backwards(ends);
};
const listed = (path: LocatedList<Located<Hex>>): Ends | null => endsOfList(path.items);

const V3 = '(address recipient, uint256 exact, uint256 bound, bytes path, bool payerIsUser)';
const V2 = '(address recipient, uint256 exact, uint256 bound, address[] path, bool payerIsUser)';

/** The swaps among the commands of Uniswap's universal routers, by its versions 2 and 3. */
export const ROUTER_SWAPS = [
  defineWithHopPrices(
    0x00,
    `V3_SWAP_EXACT_IN${V3}`,
    routerSwap({ id: 'universalRouter.v3SwapExactIn', exactIn: true, endsOf: packed }),
  ),
  defineWithHopPrices(
    0x01,
    `V3_SWAP_EXACT_OUT${V3}`,
    routerSwap({ id: 'universalRouter.v3SwapExactOut', exactIn: false, endsOf: packedBackwards }),
  ),
  defineWithHopPrices(
    0x08,
    `V2_SWAP_EXACT_IN${V2}`,
    routerSwap({
      id: 'universalRouter.v2SwapExactIn',
      exactIn: true,
      endsOf: listed,
      zero: 'what was paid to the pair before',
    }),
  ),
  defineWithHopPrices(
    0x09,
    `V2_SWAP_EXACT_OUT${V2}`,
    routerSwap({ id: 'universalRouter.v2SwapExactOut', exactIn: false, endsOf: listed }),
  ),
];
