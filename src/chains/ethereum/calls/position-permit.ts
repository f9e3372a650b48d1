import { say } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { addressFact, untilFact } from '../descriptions/facts.ts';
import { positionFact, thePosition } from './positions.ts';

interface PositionPermit {
  readonly spender: Located<Hex>;
  readonly tokenId: Located<bigint>;
  readonly deadline: Located<bigint>;
}

/** A permit for one position. */
export const positionPermit = (
  { spender, tokenId, deadline }: PositionPermit,
  call: ContractCall,
): DecodedCall =>
  decoded('uniswap.positionPermit', 'Position approval by signature', {
    sentence: say(
      'Hand in a permit of the owner that lets ',
      theAddress(spender.value),
      ' take ',
      thePosition(tokenId),
    ),
    facts: [
      addressFact('Spender', spender),
      positionFact(tokenId),
      addressFact('Contract', { value: call.to }),
      untilFact(deadline),
    ],
    deadline: deadline.value,
    warnings: [
      warn(
        'POSITION_APPROVAL',
        'caution',
        'Approval of a whole position',
        `${spender.value} could take the position, and all that is in it.`,
      ),
    ],
  });
