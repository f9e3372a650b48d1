import { say } from '../../sentence.ts';
import { argumentsAt, bytesOffset, reading, theAddress, tupleAt, untilFact } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { bytesIn } from './batch-parts.ts';
import { newPool } from './new-pool.ts';
import { batchPermit, PERMIT_BATCH } from './permit2-grants.ts';
import { positionPermit } from './position-permit.ts';
import { stepsIn, type StepKind } from './steps.ts';
import { tellActions } from './v4-actions.ts';
import { POOL_KEY } from './v4-swaps.ts';

/** More actions than any front end makes; those behind are not read. */
const wholeBudget = (): StepKind['budget'] => ({ left: 64 });
const ID = 'uniswapV4.modifyLiquidities';

/** The calls of Uniswap's position manager of version 4. */
export const POSITION_MANAGER_V4_CALLS = [
  defineCall(
    'function modifyLiquidities(bytes unlockData, uint256 deadline)',
    ([unlockData, deadline], call) => {
      const start = bytesOffset(call, 0);
      const inside = argumentsAt(call, start, start + bytesIn(unlockData));
      const until = untilFact(call, deadline, 1);
      const steps = stepsIn(inside);
      return steps === null
        ? reading(ID, 'Actions that could not be read', {
            sentence: say('Run actions that could not be read on ', theAddress(call.to)),
            facts: [{ label: 'Data', value: unlockData, kind: 'data' }, until],
            until: deadline,
            blind: true,
          })
        : {
            ...tellActions(ID, inside, { ...steps, contract: 'positions', budget: wholeBudget() }, [until]),
            until: deadline,
          };
    },
  ),
  defineCall(
    'function modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params)',
    ([codes, inputs], call) =>
      tellActions(ID, call, { codes, inputs, contract: 'positions', budget: wholeBudget() }),
  ),
  defineCall(`function initializePool(${POOL_KEY} key, uint160 sqrtPriceX96)`, ([pool, price], call) =>
    newPool(call, {
      id: 'uniswapV4.initializePool',
      tokens: [pool.currency0, pool.currency1],
      hop: { ...pool, hookData: '0x' },
      price,
      word: 5,
    }),
  ),
  defineCall(
    `function permitBatch(address owner, ${PERMIT_BATCH} permit, bytes signature)`,
    ([owner, batch], call) => batchPermit(call, { address: owner, word: 0 }, batch, tupleAt(call, 1)),
  ),
  defineCall(
    'function permit(address spender, uint256 tokenId, uint256 deadline, uint256 nonce, bytes signature)',
    ([spender, id, deadline], call) => positionPermit(call, spender, id, deadline),
  ),
];
