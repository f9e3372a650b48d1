import { say } from '../../sentence.ts';
import { argumentsAt, bytesOffset, decoded, theAddress, tupleAt, untilFact } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { bytesIn } from '../abi/located.ts';
import { newPoolV4 } from './new-pool.ts';
import { batchPermit, PERMIT_BATCH } from './permit2-grants.ts';
import { positionPermit } from './position-permit.ts';
import { newBudget, stepsIn } from './steps.ts';
import { tellActions } from './v4-actions.ts';
import { POOL_KEY } from './v4-swaps.ts';

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
        ? decoded(ID, 'Actions that could not be read', {
            sentence: say('Run actions that could not be read on ', theAddress(call.to)),
            facts: [{ label: 'Data', value: unlockData, kind: 'data' }, until],
            deadline: deadline,
            blind: true,
          })
        : {
            ...tellActions(ID, inside, { ...steps, contract: 'positions', budget: newBudget() }, [until]),
            deadline: deadline,
          };
    },
  ),
  defineCall(
    'function modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params)',
    ([codes, inputs], call) =>
      tellActions(ID, call, { codes, inputs, contract: 'positions', budget: newBudget() }),
  ),
  defineCall(`function initializePool(${POOL_KEY} key, uint160 sqrtPriceX96)`, ([pool, price], call) =>
    newPoolV4(call, pool, price),
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
