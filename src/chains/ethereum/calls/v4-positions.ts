import type { Fact } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { decoded, type DecodedCall, type ContractCall } from '../call.ts';
import { defineCommand, type CommandReader } from '../define-command.ts';
import { hopFacts, warnOfHooks } from './hops.ts';
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
  type Amounts,
} from './positions.ts';
import { positionsV4, recipientFact, theRecipient, warnOfPayout } from './recipients.ts';
import { theLegs, warnOfLegs } from './swap-leg.ts';
import { POOL_KEY } from './v4-swaps.ts';

const hookFacts = (data: Hex): Fact[] =>
  data === '0x' ? [] : [{ label: 'Data for the hooks', value: data, kind: 'data' }];

/** What is warned of where a position takes whatever came in: nothing says how much liquidity that must be. */
const takesWhatever = () =>
  warn(
    'POSITION_WITHOUT_LIMIT',
    'caution',
    'No limit on the price',
    'The position takes what came in at the price of that moment; Uniswap itself advises against it.',
  );

interface NewPosition {
  readonly pool: {
    readonly currency0: Hex;
    readonly currency1: Hex;
    readonly fee: number;
    readonly hooks: Hex;
  };
  readonly ticks: readonly [number, number];
  /** Null where it follows from what came in. */
  readonly liquidity: bigint | null;
  readonly most: Amounts;
  readonly owner: readonly [Hex, number];
  readonly hookData: Hex;
}

function opened(call: ContractCall, id: string, position: NewPosition): DecodedCall {
  const { pool, ticks, liquidity, most, hookData } = position;
  const owner = { address: position.owner[0], word: position.owner[1], aliases: positionsV4(call) };
  const sides = sidesOf([pool.currency0, pool.currency1], most);
  return decoded(id, 'New position', {
    sentence: say('Open a position of at most ', ...theLegs(call, sides), ' for ', theRecipient(owner)),
    facts: [
      { ...recipientFact(call, owner), label: 'Position owner' },
      ...factsOfSides(call, 'Pays at most', sides),
      ...(liquidity === null ? [] : [liquidityFact(call, liquidity, 7)]),
      ticksFact(call, ticks, 5),
      ...hopFacts([{ ...pool, hookData }]),
    ],
    warnings: [
      ...(liquidity === null ? [takesWhatever()] : []),
      ...warnOfMost(most),
      ...warnOfPayout(call, owner),
      ...warnOfLegs(call, ...sides),
      ...warnOfHooks([pool]),
    ],
  });
}

/** The actions of version 4 on positions, which its position manager takes. */
export const V4_POSITIONS: readonly CommandReader[] = [
  defineCommand(
    0x00,
    'INCREASE_LIQUIDITY(uint256 tokenId, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
    ([id, liquidity, first, second, hookData], call) => {
      const most = { first, second, word: 2 };
      return decoded('uniswapV4.increaseLiquidity', 'Paid into a position', {
        sentence: say('Pay into ', thePosition(id), ' at most ', ...theUnits(most)),
        facts: [
          positionFact(call, id, 0),
          ...unitFacts(call, 'Pays at most', most),
          liquidityFact(call, liquidity, 1),
          ...hookFacts(hookData),
        ],
        warnings: warnOfMost(most),
      });
    },
  ),
  defineCommand(
    0x01,
    'DECREASE_LIQUIDITY(uint256 tokenId, uint256 liquidity, uint128 amount0Min, uint128 amount1Min, bytes hookData)',
    ([id, liquidity, first, second, hookData], call) => {
      const least = { first, second, word: 2 };
      return decoded('uniswapV4.decreaseLiquidity', 'Taken out of a position', {
        sentence: say(
          liquidity === 0n ? 'Take the fees out of ' : 'Take liquidity out of ',
          thePosition(id),
          ' for at least ',
          ...theUnits(least),
        ),
        facts: [
          positionFact(call, id, 0),
          ...unitFacts(call, 'Receives at least', least),
          liquidityFact(call, liquidity, 1),
          ...hookFacts(hookData),
        ],
        warnings: liquidity === 0n ? [] : warnOfLeast(least),
      });
    },
  ),
  defineCommand(
    0x02,
    `MINT_POSITION(${POOL_KEY} poolKey, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
    ([pool, lower, upper, liquidity, first, second, owner, hookData], call) =>
      opened(call, 'uniswapV4.mintPosition', {
        pool,
        ticks: [lower, upper],
        liquidity,
        most: { first, second, word: 8 },
        owner: [owner, 10],
        hookData,
      }),
  ),
  defineCommand(
    0x03,
    'BURN_POSITION(uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData)',
    ([id, first, second, hookData], call) => {
      const least = { first, second, word: 1 };
      return decoded('uniswapV4.burnPosition', 'Position closed', {
        sentence: say('Close ', thePosition(id), ' for at least ', ...theUnits(least)),
        facts: [
          positionFact(call, id, 0),
          ...unitFacts(call, 'Receives at least', least),
          ...hookFacts(hookData),
        ],
        warnings: warnOfLeast(least),
      });
    },
  ),
  defineCommand(
    0x04,
    'INCREASE_LIQUIDITY_FROM_DELTAS(uint256 tokenId, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
    ([id, first, second, hookData], call) => {
      const most = { first, second, word: 1 };
      return decoded('uniswapV4.increaseLiquidityFromDeltas', 'Paid into a position', {
        sentence: say('Pay what came in into ', thePosition(id), ', at most ', ...theUnits(most)),
        facts: [positionFact(call, id, 0), ...unitFacts(call, 'Pays at most', most), ...hookFacts(hookData)],
        warnings: [takesWhatever(), ...warnOfMost(most)],
      });
    },
  ),
  defineCommand(
    0x05,
    `MINT_POSITION_FROM_DELTAS(${POOL_KEY} poolKey, int24 tickLower, int24 tickUpper, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
    ([pool, lower, upper, first, second, owner, hookData], call) =>
      opened(call, 'uniswapV4.mintPositionFromDeltas', {
        pool,
        ticks: [lower, upper],
        liquidity: null,
        most: { first, second, word: 7 },
        owner: [owner, 9],
        hookData,
      }),
  ),
];
