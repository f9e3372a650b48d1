import type { Fact, Warning } from '../../model/decoded.ts';
import { gradeFee } from '../../model/fee-grades.ts';
import { lowerFirst, say, theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import { type Located, type LocatedList, bytesIn, located, sliceOf } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/formats.ts';
import { type Hex, toChecksumAddress } from '../model/address.ts';
import { formatCoins } from '../model/networks.ts';
import {
  type ContractCall,
  type DecodedCall,
  decoded,
  theLocatedAddress,
  withInnerWarnings,
} from '../model/call.ts';
import { entryPointVersion } from '../model/known-contracts.ts';

/** An address with data behind it; nothing where the value is empty. */
function addressAndData(value: Located<Hex>, [address, rest]: readonly [string, string]): Fact[] {
  const length = bytesIn(value.value);
  const dataFact = (data: Located<Hex>) => valueFact(rest, data, data.value, 'data');
  if (length === 0) return [];
  if (length < 20) return [dataFact(value)];
  const who = sliceOf(value, 0, 20);
  return [
    addressFact(address, located(who, toChecksumAddress(who.value))),
    ...(length === 20 ? [] : [dataFact(sliceOf(value, 20))]),
  ];
}

/** The mark by which an operation says that its account is one by delegation (EIP-7702), padded or not. */
const DELEGATED = /^0x7702(?:0{36}|$)/;

/** Facts of how an account is made before it acts. */
const factoryFacts = (initCode: Located<Hex>): Fact[] =>
  DELEGATED.test(initCode.value)
    ? [{ ...valueFact('Account code', initCode, 'by delegation (EIP-7702)'), note: initCode.value }]
    : addressAndData(initCode, ['Account made by', 'Data for its making']);

/** Facts of who pays for an operation in the account's stead. */
const paymasterFacts = (paymasterAndData: Located<Hex>): Fact[] =>
  addressAndData(paymasterAndData, ['Paid by', 'Data for the paymaster']);

/** What the forms of an operation share. */
interface Operation {
  readonly sender: Located<Hex>;
  readonly nonce: Located<bigint>;
  readonly initCode: Located<Hex>;
  readonly callData: Located<Hex>;
  readonly paymasterAndData: Located<Hex>;
}
/** What the forms write differently. */
interface Form {
  /** The most gas that the operation is charged for, and the most in wei that a unit of it costs. */
  readonly gas: bigint;
  readonly price: bigint;
  /** The first and the last of what gas and price follow from. */
  readonly from: Located<unknown>;
  readonly to: Located<unknown>;
}

function readOperation(call: ContractCall, operation: Operation, form: Form): DecodedCall {
  const { nonce, initCode, callData } = operation;
  const sender = operation.sender.value;
  const isPaidByOther = operation.paymasterAndData.value !== '0x';
  const inner =
    callData.value === '0x'
      ? []
      : [call.readInner({ from: call.to, to: sender, value: 0n, range: callData.range })];
  const [does] = inner;
  const cost = form.gas * form.price;
  // A paymaster pays out of its own deposit.
  const grade = isPaidByOther ? null : gradeFee(call.network.unit, cost);
  const costs = formatCoins(cost, call.network.unit);
  return withInnerWarnings(
    decoded('erc4337.operation', 'Operation of an account', {
      sentence: [
        ...(does === undefined
          ? say('Validate an operation of ', theLocatedAddress(sender), ' that calls nothing')
          : does.id === 'account.execute'
            ? does.sentence
            : say('As the account ', theLocatedAddress(sender), ': ', ...lowerFirst(does.sentence))),
        ...(grade === 'danger' ? say(', and pay up to ', theAmount(costs), ' in fees') : []),
      ],
      facts: [
        addressFact('Account', operation.sender),
        valueFact('Nonce of the account', nonce, nonce.value.toString(), 'number'),
        ...factoryFacts(initCode),
        {
          label: 'Costs at most',
          value: costs,
          kind: 'amount',
          note: `out of the deposit of the ${isPaidByOther ? 'paymaster' : 'account'}`,
          ranges: [[form.from.range[0], form.to.range[1]]],
        },
        ...paymasterFacts(operation.paymasterAndData),
      ],
      warnings: grade === null ? [] : [costly(grade, costs, sender)],
      inner,
    }),
  );
}

/** The warning of what whoever hands the operation in may take of the account for gas. */
const costly = (grade: 'caution' | 'danger', costs: string, account: Hex): Warning =>
  warn(
    grade === 'danger' ? 'FEE_EXCESSIVE' : 'FEE_HIGH',
    grade,
    grade === 'danger' ? 'Excessive fee' : 'High fee',
    `The operation may cost the account ${account} up to ${costs}, and whoever hands it in is paid that.`,
  );

const MASK = 2n ** 128n - 1n;
const halves = (packed: Hex): readonly [bigint, bigint] => [BigInt(packed) >> 128n, BigInt(packed) & MASK];

const OPERATION_06 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)';
interface Operation06 extends Operation {
  readonly callGasLimit: Located<bigint>;
  readonly verificationGasLimit: Located<bigint>;
  readonly preVerificationGas: Located<bigint>;
  readonly maxFeePerGas: Located<bigint>;
}
/** Version 0.6; a paymaster may use the gas for verification three times. */
const read06 = (call: ContractCall, operation: Operation06): DecodedCall =>
  readOperation(call, operation, {
    gas:
      operation.callGasLimit.value +
      operation.verificationGasLimit.value * (operation.paymasterAndData.value === '0x' ? 1n : 3n) +
      operation.preVerificationGas.value,
    price: operation.maxFeePerGas.value,
    from: operation.callGasLimit,
    to: operation.maxFeePerGas,
  });

export const PACKED_OPERATION =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)';
interface PackedOperation extends Operation {
  readonly accountGasLimits: Located<Hex>;
  readonly preVerificationGas: Located<bigint>;
  readonly gasFees: Located<Hex>;
}
/** Version 0.7 and later: two numbers of 16 bytes to a word; the paymaster's own limits stand behind its address. */
function readPacked(call: ContractCall, operation: PackedOperation): DecodedCall {
  const { accountGasLimits, preVerificationGas, gasFees } = operation;
  const [verification, calls] = halves(accountGasLimits.value);
  const paymaster = operation.paymasterAndData.value;
  const [paymasterVerification, paymasterAfter] =
    bytesIn(paymaster) < 52 ? [0n, 0n] : halves(`0x${paymaster.slice(42, 106)}`);
  return readOperation(call, operation, {
    gas: verification + calls + preVerificationGas.value + paymasterVerification + paymasterAfter,
    price: halves(gasFees.value)[1],
    from: accountGasLimits,
    to: gasFees,
  });
}

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
        : say(`Hand in ${operations.length} operations of smart accounts to `, theLocatedAddress(call.to)),
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
