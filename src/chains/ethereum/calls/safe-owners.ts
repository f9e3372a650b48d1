import type { Fact, SentencePart } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { addressFact, decoded, theAddress, wordFact, type DecodedCall, type ContractCall } from '../call.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';

/** A change of who may act for a Safe; a Safe makes it to itself. */
const change = (
  call: ContractCall,
  id: string,
  title: string,
  sentence: SentencePart[],
  facts: readonly Fact[],
  why: string,
): DecodedCall =>
  decoded(id, title, {
    sentence,
    facts: [{ label: 'Safe', value: call.to, kind: 'address' }, ...facts],
    warnings: [warn('SAFE_CONTROL', 'danger', 'Changes who controls a Safe', why)],
  });

const needed = (threshold: bigint) =>
  `${threshold.toString()} ${threshold === 1n ? 'signature' : 'signatures'}`;
const thresholdFact = (call: ContractCall, threshold: bigint, index: number): Fact =>
  wordFact(call, 'Needed from then on', needed(threshold), index);
const enough = (call: ContractCall, threshold: bigint) =>
  `${needed(threshold)} of owners will be enough for everything in the Safe ${call.to}.`;

/** Code that is asked before a Safe acts, or answers for it; none where the address is zero. */
const code = (call: ContractCall, id: string, title: string, label: string, address: Hex, why: string) =>
  change(
    call,
    id,
    title,
    address === ZERO_ADDRESS
      ? say(`Take the ${label.toLowerCase()} away from the Safe `, theAddress(call.to))
      : say('Make ', theAddress(address), ` the ${label.toLowerCase()} of the Safe `, theAddress(call.to)),
    [addressFact(call, label, address, 0)],
    why,
  );

/** Calls by which a Safe changes its owners, its threshold, and the code that acts for it. */
export const SAFE_OWNER_CALLS = [
  defineCall('function addOwnerWithThreshold(address owner, uint256 threshold)', ([owner, threshold], call) =>
    change(
      call,
      'safe.addOwner',
      'New owner of a Safe',
      say(
        'Make ',
        theAddress(owner),
        ' an owner of the Safe ',
        theAddress(call.to),
        ', with ',
        theAmount(needed(threshold)),
        ' needed',
      ),
      [addressFact(call, 'New owner', owner, 0), thresholdFact(call, threshold, 1)],
      enough(call, threshold),
    ),
  ),
  defineCall(
    'function removeOwner(address previous, address owner, uint256 threshold)',
    ([, owner, threshold], call) =>
      change(
        call,
        'safe.removeOwner',
        'Owner of a Safe removed',
        say(
          'Remove the owner ',
          theAddress(owner),
          ' from the Safe ',
          theAddress(call.to),
          ', with ',
          theAmount(needed(threshold)),
          ' needed',
        ),
        [addressFact(call, 'Removed owner', owner, 1), thresholdFact(call, threshold, 2)],
        enough(call, threshold),
      ),
  ),
  defineCall(
    'function swapOwner(address previous, address owner, address newOwner)',
    ([, old, owner], call) =>
      change(
        call,
        'safe.swapOwner',
        'Owner of a Safe replaced',
        say(
          'Replace the owner ',
          theAddress(old),
          ' of the Safe ',
          theAddress(call.to),
          ' by ',
          theAddress(owner),
        ),
        [addressFact(call, 'Removed owner', old, 1), addressFact(call, 'New owner', owner, 2)],
        `${owner} will sign for the Safe ${call.to} in the place of ${old}.`,
      ),
  ),
  defineCall('function changeThreshold(uint256 threshold)', ([threshold], call) =>
    change(
      call,
      'safe.changeThreshold',
      'Other number of signatures for a Safe',
      say('Let ', theAmount(needed(threshold)), ' be enough for the Safe ', theAddress(call.to)),
      [thresholdFact(call, threshold, 0)],
      enough(call, threshold),
    ),
  ),
  defineCall('function enableModule(address module)', ([address], call) =>
    change(
      call,
      'safe.enableModule',
      'Module of a Safe',
      say('Make ', theAddress(address), ' a module of the Safe ', theAddress(call.to)),
      [addressFact(call, 'Module', address, 0)],
      `The code at ${address} could take everything in the Safe ${call.to} without any signature.`,
    ),
  ),
  defineCall('function disableModule(address previous, address module)', ([, address], call) =>
    change(
      call,
      'safe.disableModule',
      'Module of a Safe removed',
      say('Take the module ', theAddress(address), ' away from the Safe ', theAddress(call.to)),
      [addressFact(call, 'Module', address, 1)],
      'What the module did for the Safe, such as limits or recovery, ends.',
    ),
  ),
  defineCall('function setGuard(address guard)', ([address], call) =>
    code(
      call,
      'safe.setGuard',
      'Guard of a Safe',
      'Guard',
      address,
      address === ZERO_ADDRESS
        ? 'Nothing will check what the Safe does but its owners.'
        : `The code at ${address} can keep the Safe from doing anything at all.`,
    ),
  ),
  defineCall('function setFallbackHandler(address handler)', ([address], call) =>
    code(
      call,
      'safe.setFallbackHandler',
      'Fallback handler of a Safe',
      'Fallback handler',
      address,
      address === ZERO_ADDRESS
        ? 'The Safe will answer no call that it does not know itself.'
        : `The code at ${address} will answer in the name of the Safe, signatures of contracts (ERC-1271) among that.`,
    ),
  ),
];
