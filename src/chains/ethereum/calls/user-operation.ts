import { gradeFee } from '../../fee-grades.ts';
import type { Warning } from '../../decoded.ts';
import { lowerFirst, say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import {
  addressFact,
  bytesOffset,
  withInnerWarnings,
  decoded,
  theAddress,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { bytesIn } from './batch-parts.ts';
import { factoryFacts, paymasterFacts } from './user-operation-parts.ts';

/** What the forms of an operation share, in the words in which all of them have it. */
interface Operation {
  readonly sender: Hex;
  readonly nonce: bigint;
  readonly initCode: Hex;
  readonly callData: Hex;
  readonly paymasterAndData: Hex;
}
/** What the forms write differently. */
interface Form {
  /** The most gas that the operation is charged for, and the most in wei that a unit of it costs. */
  readonly gas: bigint;
  readonly price: bigint;
  /** The first and the last word of what gas and price follow from. */
  readonly gasWords: readonly [number, number];
  readonly paymasterWord: number;
}

/** Reads one operation, seen from its own words. */
function readOperation(at: ContractCall, operation: Operation, form: Form): DecodedCall {
  const { sender, nonce, initCode, callData, paymasterAndData } = operation;
  const called = bytesOffset(at, 3);
  const inner =
    callData === '0x'
      ? []
      : [at.readInner({ from: at.to, to: sender, value: 0n, offset: called, length: bytesIn(callData) })];
  const [does] = inner;
  const [first, last] = form.gasWords;
  const cost = form.gas * form.price;
  // A paymaster pays out of its own deposit.
  const grade = paymasterAndData === '0x' ? gradeFee(at.network.unit, cost) : null;
  const costs = formatCoins(cost, at.network.unit);
  return withInnerWarnings(
    decoded('erc4337.operation', 'Operation of an account', {
      sentence: [
        ...(does === undefined
          ? say('Validate an operation of ', theAddress(sender), ' that calls nothing')
          : does.id === 'account.execute'
            ? does.sentence
            : say('As the account ', theAddress(sender), ': ', ...lowerFirst(does.sentence))),
        ...(grade === 'danger' ? say(', and pay up to ', theAmount(costs), ' in fees') : []),
      ],
      facts: [
        addressFact(at, 'Account', sender, 0),
        wordFact(at, 'Nonce of the account', nonce.toString(), 1, 'number'),
        ...factoryFacts(at, initCode),
        {
          label: 'Costs at most',
          value: costs,
          kind: 'amount',
          note: `out of the deposit of the ${paymasterAndData === '0x' ? 'account' : 'paymaster'}`,
          ranges: [[word(at, first)[0], word(at, last)[1]]],
        },
        ...paymasterFacts(at, paymasterAndData, form.paymasterWord),
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

export const OPERATION_06 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)';
export interface Operation06 extends Operation {
  readonly callGasLimit: bigint;
  readonly verificationGasLimit: bigint;
  readonly preVerificationGas: bigint;
  readonly maxFeePerGas: bigint;
}
/** Version 0.6; a paymaster may use the gas for verification three times. */
export const read06 = (at: ContractCall, operation: Operation06): DecodedCall =>
  readOperation(at, operation, {
    gas:
      operation.callGasLimit +
      operation.verificationGasLimit * (operation.paymasterAndData === '0x' ? 1n : 3n) +
      operation.preVerificationGas,
    price: operation.maxFeePerGas,
    gasWords: [4, 7],
    paymasterWord: 9,
  });

export const PACKED_OPERATION =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)';
export interface PackedOperation extends Operation {
  readonly accountGasLimits: Hex;
  readonly preVerificationGas: bigint;
  readonly gasFees: Hex;
}
/** Version 0.7 and later: two numbers of 16 bytes to a word; the paymaster's own limits stand behind its address. */
export function readPacked(at: ContractCall, operation: PackedOperation): DecodedCall {
  const [verification, calls] = halves(operation.accountGasLimits);
  const { paymasterAndData } = operation;
  const [paymasterVerification, paymasterAfter] =
    bytesIn(paymasterAndData) < 52 ? [0n, 0n] : halves(`0x${paymasterAndData.slice(42, 106)}`);
  return readOperation(at, operation, {
    gas: verification + calls + operation.preVerificationGas + paymasterVerification + paymasterAfter,
    price: halves(operation.gasFees)[1],
    gasWords: [4, 6],
    paymasterWord: 7,
  });
}
