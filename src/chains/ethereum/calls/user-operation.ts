import { gradeFee } from '../../model/grades.ts';
import type { Warning } from '../../model/decoded.ts';
import { lowerFirst, say, theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import { bytesIn, type Located } from '../abi/located.ts';
import { withInnerWarnings, decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { addressFact, valueFact } from '../descriptions/facts.ts';
import { factoryFacts, paymasterFacts } from './user-operation-parts.ts';

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
          ? say('Validate an operation of ', theAddress(sender), ' that calls nothing')
          : does.id === 'account.execute'
            ? does.sentence
            : say('As the account ', theAddress(sender), ': ', ...lowerFirst(does.sentence))),
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

export const OPERATION_06 =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)';
export interface Operation06 extends Operation {
  readonly callGasLimit: Located<bigint>;
  readonly verificationGasLimit: Located<bigint>;
  readonly preVerificationGas: Located<bigint>;
  readonly maxFeePerGas: Located<bigint>;
}
/** Version 0.6; a paymaster may use the gas for verification three times. */
export const read06 = (call: ContractCall, operation: Operation06): DecodedCall =>
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
export interface PackedOperation extends Operation {
  readonly accountGasLimits: Located<Hex>;
  readonly preVerificationGas: Located<bigint>;
  readonly gasFees: Located<Hex>;
}
/** Version 0.7 and later: two numbers of 16 bytes to a word; the paymaster's own limits stand behind its address. */
export function readPacked(call: ContractCall, operation: PackedOperation): DecodedCall {
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
