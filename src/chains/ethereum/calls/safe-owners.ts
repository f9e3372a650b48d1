import type { Warning } from '../../model/decoded.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import type { ContractCall, DecodedCall } from '../call.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCall, describe, describeCall } from '../descriptions/describe-call.ts';
import { address, textOf } from '../descriptions/formats.ts';

const needed = (threshold: bigint) =>
  `${threshold.toString()} ${threshold === 1n ? 'signature' : 'signatures'}`;

const SAFE = ['Safe', address] as const;
const THRESHOLD = ['Needed from then on', textOf(needed)] as const;

/** The warning of a change of who may act for a Safe; a Safe makes it to itself. */
const controls = (why: string): Warning[] => [
  warn('SAFE_CONTROL', 'danger', 'Changes who controls a Safe', why),
];
const enough = ({ threshold }: { readonly threshold: Located<bigint> }, { to }: ContractCall) =>
  controls(`${needed(threshold.value)} of owners will be enough for everything in the Safe ${to}.`);

/** Code that is asked before a Safe acts, or answers for it; none where the address is zero. */
function describeCode(
  call: ContractCall,
  code: Located<Hex>,
  [id, name]: readonly [id: string, name: string],
  [none, some]: readonly [none: string, some: string],
): DecodedCall {
  const isNone = code.value === ZERO_ADDRESS;
  const what = name.toLowerCase();
  return describe(
    {
      id,
      title: `${name} of a Safe`,
      sentence: isNone
        ? `Take the ${what} away from the Safe {@to}`
        : `Make {code} the ${what} of the Safe {@to}`,
      fields: { '@to': SAFE, code: [name, address] },
      warnings: () => controls(isNone ? none : `The code at ${code.value} ${some}`),
    },
    { code },
    call,
  );
}

/** Calls by which a Safe changes its owners, its threshold, and the code that acts for it. */
export const SAFE_OWNER_CALLS = [
  describeCall('addOwnerWithThreshold(address owner, uint256 threshold)', {
    id: 'safe.addOwner',
    title: 'New owner of a Safe',
    sentence: 'Make {owner} an owner of the Safe {@to}, with {threshold} needed',
    fields: { '@to': SAFE, owner: ['New owner', address], threshold: THRESHOLD },
    warnings: enough,
  }),
  describeCall('removeOwner(address previous, address owner, uint256 threshold)', {
    id: 'safe.removeOwner',
    title: 'Owner of a Safe removed',
    sentence: 'Remove the owner {owner} from the Safe {@to}, with {threshold} needed',
    fields: { '@to': SAFE, owner: ['Removed owner', address], threshold: THRESHOLD },
    warnings: enough,
  }),
  describeCall('swapOwner(address previous, address owner, address newOwner)', {
    id: 'safe.swapOwner',
    title: 'Owner of a Safe replaced',
    sentence: 'Replace the owner {owner} of the Safe {@to} by {newOwner}',
    fields: { '@to': SAFE, owner: ['Removed owner', address], newOwner: ['New owner', address] },
    warnings: ({ owner, newOwner }, { to }) =>
      controls(`${newOwner.value} will sign for the Safe ${to} in the place of ${owner.value}.`),
  }),
  describeCall('changeThreshold(uint256 threshold)', {
    id: 'safe.changeThreshold',
    title: 'Other number of signatures for a Safe',
    sentence: 'Let {threshold} be enough for the Safe {@to}',
    fields: { '@to': SAFE, threshold: THRESHOLD },
    warnings: enough,
  }),
  describeCall('enableModule(address module)', {
    id: 'safe.enableModule',
    title: 'Module of a Safe',
    sentence: 'Make {module} a module of the Safe {@to}',
    fields: { '@to': SAFE, module: ['Module', address] },
    warnings: ({ module }, { to }) =>
      controls(`The code at ${module.value} could take everything in the Safe ${to} without any signature.`),
  }),
  describeCall('disableModule(address previous, address module)', {
    id: 'safe.disableModule',
    title: 'Module of a Safe removed',
    sentence: 'Take the module {module} away from the Safe {@to}',
    fields: { '@to': SAFE, module: ['Module', address] },
    warnings: () => controls('What the module did for the Safe, such as limits or recovery, ends.'),
  }),
  defineCall('setGuard(address guard)', ({ guard }, call) =>
    describeCode(
      call,
      guard,
      ['safe.setGuard', 'Guard'],
      [
        'Nothing will check what the Safe does but its owners.',
        'can keep the Safe from doing anything at all.',
      ],
    ),
  ),
  defineCall('setFallbackHandler(address handler)', ({ handler }, call) =>
    describeCode(
      call,
      handler,
      ['safe.setFallbackHandler', 'Fallback handler'],
      [
        'The Safe will answer no call that it does not know itself.',
        'will answer in the name of the Safe, signatures of contracts (ERC-1271) among that.',
      ],
    ),
  ),
];
