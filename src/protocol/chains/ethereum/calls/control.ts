import type { Hex } from '../address.ts';
import { addressFact, bytesOffset, reading, theAddress, type ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
import type { Fact } from '../../reading.ts';
import { say } from '../../sentence.ts';
import { warn } from '../../warnings.ts';

const contractFact = (call: ContractCall): Fact => ({ label: 'Contract', value: call.to, kind: 'address' });

const upgrades = (implementation: Hex) =>
  warn(
    'CONTRACT_UPGRADE',
    'danger',
    'Replaces the code of a contract',
    `From then on the contract does what the code at ${implementation} says, with everything it holds.`,
  );

const upgradeTo = defineCall('function upgradeTo(address newImplementation)', ([implementation], call) =>
  reading('proxy.upgradeTo', 'Contract upgrade', {
    sentence: say('Replace the code of ', theAddress(call.to), ' with ', theAddress(implementation)),
    facts: [contractFact(call), addressFact(call, 'New code', implementation, 0)],
    warnings: [upgrades(implementation)],
  }),
);

const upgradeToAndCall = defineCall(
  'function upgradeToAndCall(address newImplementation, bytes data)',
  ([implementation, data], call) =>
    reading('proxy.upgradeToAndCall', 'Contract upgrade with a call', {
      sentence: say('Replace the code of ', theAddress(call.to), ' with ', theAddress(implementation)),
      facts: [contractFact(call), addressFact(call, 'New code', implementation, 0)],
      warnings: [upgrades(implementation)],
      // The proxy runs this call on itself, with the new code.
      inner:
        data === '0x'
          ? []
          : [call.readInner({ value: 0n, offset: bytesOffset(call, 1), length: (data.length - 2) / 2 })],
    }),
);

const transferOwnership = defineCall('function transferOwnership(address newOwner)', ([owner], call) =>
  reading('ownable.transferOwnership', 'Change of owner', {
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
  reading('ownable.renounceOwnership', 'Owner steps down', {
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

/** Calls that change who controls a contract or what its code is. */
export const CONTROL_CALLS = [upgradeTo, upgradeToAndCall, transferOwnership, renounceOwnership];
