import { say } from '../../model/sentence.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { untilFact } from '../descriptions/formats.ts';
import { decoded, theLocatedAddress } from '../model/call.ts';
import { positionPermit } from './permits.ts';
import { PERMIT_BATCH } from './permit2.ts';
import { permitFor } from './permit2-grants.ts';
import { newPoolV4 } from './position-manager-v3.ts';
import { newBudget, stepsIn } from './steps.ts';
import { tellActions } from './v4-actions.ts';
import { POOL_KEY } from './v4-swaps.ts';

const ID = 'uniswapV4.modifyLiquidities';

/** The calls of Uniswap's position manager of version 4. */
export const POSITION_MANAGER_V4_CALLS = [
  defineCall('modifyLiquidities(bytes unlockData, uint256 deadline)', ({ unlockData, deadline }, call) => {
    const until = untilFact(deadline);
    const steps = stepsIn(call, unlockData);
    const told =
      steps === null
        ? decoded(ID, 'Actions that could not be read', {
            sentence: say('Run actions that could not be read on ', theLocatedAddress(call.to)),
            facts: [{ label: 'Data', value: unlockData.value, kind: 'data' }, until],
            blind: true,
          })
        : tellActions(ID, call, { ...steps, contract: 'positions', budget: newBudget() }, [until]);
    return { ...told, deadline: deadline.value };
  }),
  defineCall('modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params)', ({ actions, params }, call) =>
    tellActions(ID, call, { codes: actions, inputs: params, contract: 'positions', budget: newBudget() }),
  ),
  defineCall(`initializePool(${POOL_KEY} key, uint160 sqrtPriceX96)`, ({ key, sqrtPriceX96 }, call) =>
    newPoolV4(call, key, sqrtPriceX96),
  ),
  defineCall(
    `permitBatch(address owner, ${PERMIT_BATCH} permit, bytes signature)`,
    ({ owner, permit }, call) => permitFor(call, owner, permit),
  ),
  defineCall(
    'permit(address spender, uint256 tokenId, uint256 deadline, uint256 nonce, bytes signature)',
    positionPermit,
  ),
];
