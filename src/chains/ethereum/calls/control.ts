import { addressFact, decoded, theAddress, type ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
import type { Fact } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import { warn } from '../../warnings.ts';

const contractFact = (call: ContractCall): Fact => ({ label: 'Contract', value: call.to, kind: 'address' });

const transferOwnership = defineCall('function transferOwnership(address newOwner)', ([owner], call) =>
  decoded('ownable.transferOwnership', 'Change of owner', {
    sentence: say('Make ', theAddress(owner), ' the owner of ', theAddress(call.to)),
    facts: [contractFact(call), addressFact(call, 'New owner', owner, 0)],
    warnings: [
      warn(
        'OWNERSHIP_TRANSFER',
        'danger',
        'Gives a contract away',
        `${owner} will control the contract ${call.to}.`,
      ),
    ],
  }),
);

const renounceOwnership = defineCall('function renounceOwnership()', (_args, call) =>
  decoded('ownable.renounceOwnership', 'Owner steps down', {
    sentence: say('Leave ', theAddress(call.to), ' without an owner'),
    facts: [contractFact(call)],
    warnings: [
      warn(
        'OWNERSHIP_TRANSFER',
        'danger',
        'Leaves a contract without an owner',
        'Nobody can control it afterwards.',
      ),
    ],
  }),
);

/** Calls that change who controls a contract. */
export const CONTROL_CALLS = [transferOwnership, renounceOwnership];
