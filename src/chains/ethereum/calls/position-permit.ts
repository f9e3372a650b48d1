import { say } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { addressFact, decoded, theAddress, untilFact, type DecodedCall, type ContractCall } from '../call.ts';
import { positionFact, thePosition } from './positions.ts';

/** A permit for one position: the spender is in word 0, the position in word 1, the deadline in word 2. */
export const positionPermit = (call: ContractCall, spender: Hex, id: bigint, deadline: bigint): DecodedCall =>
  decoded('uniswap.positionPermit', 'Position approval by signature', {
    sentence: say('Hand in a permit of the owner that lets ', theAddress(spender), ' take ', thePosition(id)),
    facts: [
      addressFact(call, 'Spender', spender, 0),
      positionFact(call, id, 1),
      { label: 'Contract', value: call.to, kind: 'address' },
      untilFact(call, deadline, 2),
    ],
    deadline: deadline,
    warnings: [
      warn(
        'POSITION_APPROVAL',
        'caution',
        'Approval of a whole position',
        `${spender} could take the position, and all that is in it.`,
      ),
    ],
  });
