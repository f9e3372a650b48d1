import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Located } from '../abi/located.ts';
import type { Hex } from '../model/address.ts';
import { type ContractCall, type DecodedCall, decoded } from '../model/call.ts';
import { type CommandReader, defineCommand } from './step-readers.ts';
import type { PoolKey } from './position-manager-v3.ts';
import {
  factsOfSides,
  liquidityFact,
  positionFact,
  sidesOf,
  thePosition,
  theUnits,
  ticksFact,
  unitFacts,
  warnOfLeast,
  warnOfMost,
} from './positions.ts';
import { positionsV4, recipientFact, theRecipient, warnOfPayout } from './recipients.ts';
import { hopFacts, theLegs, warnOfHooks, warnOfLegs } from './swap.ts';
import { POOL_KEY } from './v4-swaps.ts';

const hookFacts = ({ value }: Located<Hex>): Fact[] =>
  value === '0x' ? [] : [{ label: 'Data for the hooks', value, kind: 'data' }];

/** What is warned of where a position takes whatever came in: nothing says how much liquidity that must be. */
const takesWhatever = () =>
  warn(
    'POSITION_WITHOUT_LIMIT',
    'caution',
    'No limit on the price',
    'The position takes what came in at the price of that moment; Uniswap itself advises against it.',
  );

interface NewPosition {
  readonly poolKey: PoolKey;
  readonly tickLower: Located<number>;
  readonly tickUpper: Located<number>;
  /** Absent where it follows from what came in. */
  readonly liquidity?: Located<bigint>;
  readonly amount0Max: Located<bigint>;
  readonly amount1Max: Located<bigint>;
  readonly owner: Located<Hex>;
  readonly hookData: Located<Hex>;
}

function opened(call: ContractCall, id: string, position: NewPosition): DecodedCall {
  const { poolKey, tickLower, tickUpper, liquidity, hookData } = position;
  const most = { first: position.amount0Max, second: position.amount1Max };
  const hop = { fee: poolKey.fee.value, hooks: poolKey.hooks.value, hookData: hookData.value };
  const owner = { address: position.owner, aliases: positionsV4(call) };
  const sides = sidesOf([poolKey.currency0.value, poolKey.currency1.value], most);
  return decoded(id, 'New position', {
    sentence: say('Open a position of at most ', ...theLegs(call, sides), ' for ', theRecipient(owner)),
    facts: [
      { ...recipientFact(owner), label: 'Position owner' },
      ...factsOfSides(call, 'Pays at most', sides),
      ...(liquidity === undefined ? [] : [liquidityFact(liquidity)]),
      ticksFact(tickLower, tickUpper),
      ...hopFacts([hop]),
    ],
    warnings: [
      ...(liquidity === undefined ? [takesWhatever()] : []),
      ...warnOfMost(most),
      ...warnOfPayout(call, owner),
      ...warnOfLegs(call, ...sides),
      ...warnOfHooks([hop]),
    ],
  });
}

/** The actions of version 4 on positions, which its position manager takes. */
export const V4_POSITIONS: readonly CommandReader[] = [
  defineCommand(
    0x00,
    'INCREASE_LIQUIDITY(uint256 tokenId, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
    ({ tokenId: id, liquidity, amount0Max, amount1Max, hookData }) => {
      const most = { first: amount0Max, second: amount1Max };
      return decoded('uniswapV4.increaseLiquidity', 'Paid into a position', {
        sentence: say('Pay into ', thePosition(id), ' at most ', ...theUnits(most)),
        facts: [
          positionFact(id),
          ...unitFacts('Pays at most', most),
          liquidityFact(liquidity),
          ...hookFacts(hookData),
        ],
        warnings: warnOfMost(most),
      });
    },
  ),
  defineCommand(
    0x01,
    'DECREASE_LIQUIDITY(uint256 tokenId, uint256 liquidity, uint128 amount0Min, uint128 amount1Min, bytes hookData)',
    ({ tokenId: id, liquidity, amount0Min, amount1Min, hookData }) => {
      const least = { first: amount0Min, second: amount1Min };
      return decoded('uniswapV4.decreaseLiquidity', 'Taken out of a position', {
        sentence: say(
          liquidity.value === 0n ? 'Take the fees out of ' : 'Take liquidity out of ',
          thePosition(id),
          ' for at least ',
          ...theUnits(least),
        ),
        facts: [
          positionFact(id),
          ...unitFacts('Receives at least', least),
          liquidityFact(liquidity),
          ...hookFacts(hookData),
        ],
        warnings: liquidity.value === 0n ? [] : warnOfLeast(least),
      });
    },
  ),
  defineCommand(
    0x02,
    `MINT_POSITION(${POOL_KEY} poolKey, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
    (args, call) => opened(call, 'uniswapV4.mintPosition', args),
  ),
  defineCommand(
    0x03,
    'BURN_POSITION(uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData)',
    ({ tokenId: id, amount0Min, amount1Min, hookData }) => {
      const least = { first: amount0Min, second: amount1Min };
      return decoded('uniswapV4.burnPosition', 'Position closed', {
        sentence: say('Close ', thePosition(id), ' for at least ', ...theUnits(least)),
        facts: [positionFact(id), ...unitFacts('Receives at least', least), ...hookFacts(hookData)],
        warnings: warnOfLeast(least),
      });
    },
  ),
  defineCommand(
    0x04,
    'INCREASE_LIQUIDITY_FROM_DELTAS(uint256 tokenId, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
    ({ tokenId: id, amount0Max, amount1Max, hookData }) => {
      const most = { first: amount0Max, second: amount1Max };
      return decoded('uniswapV4.increaseLiquidityFromDeltas', 'Paid into a position', {
        sentence: say('Pay what came in into ', thePosition(id), ', at most ', ...theUnits(most)),
        facts: [positionFact(id), ...unitFacts('Pays at most', most), ...hookFacts(hookData)],
        warnings: [takesWhatever(), ...warnOfMost(most)],
      });
    },
  ),
  defineCommand(
    0x05,
    `MINT_POSITION_FROM_DELTAS(${POOL_KEY} poolKey, int24 tickLower, int24 tickUpper, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
    (args, call) => opened(call, 'uniswapV4.mintPositionFromDeltas', args),
  ),
];
