import type { Fact, Warning } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { addressFact, decoded, theAddress, tuplesAt, type DecodedCall, type ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { entryPointVersion } from '../entry-points.ts';
import {
  OPERATION_06,
  PACKED_OPERATION,
  read06,
  readPacked,
  type Operation06,
  type PackedOperation,
} from './user-operation.ts';

/** The operations in a call, and what is to be told of them together. */
interface Handed {
  readonly operations: readonly DecodedCall[];
  readonly facts: readonly Fact[];
}

/** Tells the operations that an EntryPoint is handed. */
function handled(call: ContractCall, { operations, facts }: Handed, beneficiary: Hex): DecodedCall {
  const [only] = operations;
  const version = entryPointVersion(call.to);
  const warnings: Warning[] = [];
  if (version === undefined) {
    warnings.push(
      warn(
        'UNKNOWN_ENTRY_POINT',
        'caution',
        'No EntryPoint of the local list',
        `${call.to} is none of the published EntryPoints: it may do with the operations what it likes.`,
      ),
    );
  }
  if (call.from !== null && call.from !== beneficiary) {
    warnings.push(
      warn(
        'FEES_TO_OTHER',
        'notice',
        'Fees go to another address',
        `${beneficiary} is paid for handing this in.`,
      ),
    );
  }
  return decoded('erc4337.handleOps', 'Operations of smart accounts', {
    sentence:
      operations.length === 1 && only !== undefined
        ? only.sentence
        : say(`Hand in ${operations.length} operations of smart accounts to `, theAddress(call.to)),
    facts: [
      {
        label: 'EntryPoint',
        value: call.to,
        kind: 'address',
        note: version === undefined ? 'not in the local list' : `version ${version}`,
      },
      addressFact(call, 'Fees paid to', beneficiary, 1),
      ...facts,
    ],
    warnings,
    inner: [...operations],
  });
}

const each = <T>(
  call: ContractCall,
  operations: readonly T[],
  read: (at: ContractCall, operation: T) => DecodedCall,
): DecodedCall[] => {
  const places = tuplesAt(call, 0, operations.length);
  return operations.map((operation, index) => read(places[index] ?? call, operation));
};

/** Operations by the contract that checks their signatures together. */
interface Aggregated<T> {
  readonly userOps: readonly T[];
  readonly aggregator: Hex;
}
type AggregatedArguments<T> = readonly [groups: readonly Aggregated<T>[], beneficiary: Hex];

function eachAggregated<T>(
  call: ContractCall,
  groups: readonly Aggregated<T>[],
  read: (at: ContractCall, operation: T) => DecodedCall,
): Handed {
  const places = tuplesAt(call, 0, groups.length);
  const found = groups.map(({ userOps, aggregator }, index) => {
    const at = places[index] ?? call;
    return {
      operations: each(at, userOps, read),
      fact: addressFact(at, 'Signatures checked by', aggregator, 1),
    };
  });
  return {
    operations: found.flatMap(({ operations }) => operations),
    facts: found.map(({ fact }) => fact),
  };
}

// Typed as plain text, since the parser of types does not go this deep.
const aggregatedSignature = (operation: string): string =>
  `function handleAggregatedOps((${operation}[] userOps, address aggregator, bytes signature)[] groups, address beneficiary)`;

/** What bundlers hand in to an EntryPoint (ERC-4337), in the form of version 0.6 and in the packed one of 0.7 and later. */
export const USER_OPERATION_CALLS = [
  defineCall(`function handleOps(${OPERATION_06}[] ops, address beneficiary)`, ([ops, beneficiary], call) =>
    handled(call, { operations: each(call, ops, read06), facts: [] }, beneficiary),
  ),
  defineCall(
    `function handleOps(${PACKED_OPERATION}[] ops, address beneficiary)`,
    ([ops, beneficiary], call) =>
      handled(call, { operations: each(call, ops, readPacked), facts: [] }, beneficiary),
  ),
  defineCall(aggregatedSignature(OPERATION_06), (args, call) => {
    const [groups, beneficiary] = args as AggregatedArguments<Operation06>;
    return handled(call, eachAggregated(call, groups, read06), beneficiary);
  }),
  defineCall(aggregatedSignature(PACKED_OPERATION), (args, call) => {
    const [groups, beneficiary] = args as AggregatedArguments<PackedOperation>;
    return handled(call, eachAggregated(call, groups, readPacked), beneficiary);
  }),
];
