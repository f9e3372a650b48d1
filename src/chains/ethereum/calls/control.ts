import { warn } from '../../model/warnings.ts';
import { describeCall } from '../descriptions/describe-call.ts';
import { address } from '../descriptions/formats.ts';

/** The contract that is called, among the facts. */
export const CONTRACT = ['Contract', address] as const;

/** Calls that change who controls a contract. */
export const CONTROL_CALLS = [
  describeCall('transferOwnership(address newOwner)', {
    id: 'ownable.transferOwnership',
    title: 'Change of owner',
    sentence: 'Make {newOwner} the owner of {@to}',
    fields: { '@to': CONTRACT, newOwner: ['New owner', address] },
    warnings: ({ newOwner }, { to }) => [
      warn(
        'OWNERSHIP_TRANSFER',
        'danger',
        'Gives a contract away',
        `${newOwner.value} will control the contract ${to}.`,
      ),
    ],
  }),
  describeCall('renounceOwnership()', {
    id: 'ownable.renounceOwnership',
    title: 'Owner steps down',
    sentence: 'Leave {@to} without an owner',
    fields: { '@to': CONTRACT },
    warnings: () => [
      warn(
        'OWNERSHIP_TRANSFER',
        'danger',
        'Leaves a contract without an owner',
        'Nobody can control it afterwards.',
      ),
    ],
  }),
];
