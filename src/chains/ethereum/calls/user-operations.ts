import type { Fact, Warning } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact } from '../descriptions/facts.ts';
import { entryPointVersion } from '../entry-points.ts';
import { OPERATION_06, PACKED_OPERATION, read06, readPacked } from './user-operation.ts';

/** The operations in a call, and what is to be told of them together. */
interface Handed {
  readonly operations: readonly DecodedCall[];
  readonly facts: readonly Fact[];
}

/** Tells the operations that an EntryPoint is handed. */
function handled(call: ContractCall, { operations, facts }: Handed, beneficiary: Located<Hex>): DecodedCall {
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
  if (call.from !== null && call.from !== beneficiary.value) {
    warnings.push(
      warn(
        'FEES_TO_OTHER',
        'notice',
        'Fees go to another address',
        `${beneficiary.value} is paid for handing this in.`,
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
      addressFact('Fees paid to', beneficiary),
      ...facts,
    ],
    warnings,
    inner: [...operations],
  });
}

type ReadOperation<T> = (call: ContractCall, operation: T) => DecodedCall;

interface Operations<T> {
  readonly ops: LocatedList<T>;
  readonly beneficiary: Located<Hex>;
}
const each =
  <T>(read: ReadOperation<T>) =>
  ({ ops, beneficiary }: Operations<T>, call: ContractCall): DecodedCall =>
    handled(call, { operations: ops.items.map((one) => read(call, one)), facts: [] }, beneficiary);

/** Operations by the contract that checks their signatures together. */
interface Aggregated<T> {
  readonly groups: LocatedList<{ readonly userOps: LocatedList<T>; readonly aggregator: Located<Hex> }>;
  readonly beneficiary: Located<Hex>;
}
function eachAggregated<T>(args: unknown, call: ContractCall, read: ReadOperation<T>): DecodedCall {
  const { groups, beneficiary } = args as Aggregated<T>;
  return handled(
    call,
    {
      operations: groups.items.flatMap(({ userOps }) => userOps.items.map((one) => read(call, one))),
      facts: groups.items.map(({ aggregator }) => addressFact('Signatures checked by', aggregator)),
    },
    beneficiary,
  );
}

// Typed as plain text, since the parser of types does not go this deep.
const aggregatedSignature = (operation: string): string =>
  `handleAggregatedOps((${operation}[] userOps, address aggregator, bytes signature)[] groups, address beneficiary)`;

/** What bundlers hand in to an EntryPoint (ERC-4337), in the form of version 0.6 and in the packed one of 0.7 and later. */
export const USER_OPERATION_CALLS = [
  defineCall(`handleOps(${OPERATION_06}[] ops, address beneficiary)`, each(read06)),
  defineCall(`handleOps(${PACKED_OPERATION}[] ops, address beneficiary)`, each(readPacked)),
  defineCall(aggregatedSignature(OPERATION_06), (args, call) => eachAggregated(args, call, read06)),
  defineCall(aggregatedSignature(PACKED_OPERATION), (args, call) => eachAggregated(args, call, readPacked)),
];
