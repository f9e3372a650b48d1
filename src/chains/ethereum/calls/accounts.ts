import type { Fact } from '../../decoded.ts';
import { lowerFirst, say } from '../../sentence.ts';
import { blindSigning } from '../../warnings.ts';
import { prefixedHex, type Hex } from '../address.ts';
import {
  argumentsAt,
  bytesArrayOffsets,
  bytesOffset,
  decoded,
  theAddress,
  tuplesAt,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { runsForeignCode } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import {
  bytesIn,
  countOfCalls,
  kindOfCall,
  partFacts,
  partInWords,
  readParts,
  type BatchPart,
} from './batch-parts.ts';

/** Tells the calls that an account makes, each of which stands in the outer call's data. */
export function fromAccount(
  call: ContractCall,
  parts: readonly BatchPart[],
  more: readonly Fact[] = [],
): DecodedCall {
  const inner = readParts(call, parts, call.to);
  const [only] = inner;
  const what =
    parts.length === 1 && only !== undefined
      ? lowerFirst(only.sentence)
      : say(`make ${countOfCalls(parts.length)} in one`);
  return decoded('account.execute', parts.length === 1 ? 'Call by an account' : 'Calls by an account', {
    sentence: say('From the account ', theAddress(call.to), ': ', ...what),
    facts: [
      { label: 'Account', value: call.to, kind: 'address' },
      ...more,
      ...parts.flatMap((part, index) => partFacts(call, part, index + 1)),
    ],
    inner,
  });
}

/** Calls by an account in a form that could not be read on. */
export const unreadByAccount = (call: ContractCall, why: string, more: readonly Fact[] = []): DecodedCall =>
  decoded('account.execute', 'Calls by an account that could not be read', {
    sentence: say('From the account ', theAddress(call.to), ': make calls that could not be read'),
    facts: [
      { label: 'Account', value: call.to, kind: 'address' },
      ...more,
      {
        label: 'Data',
        value: prefixedHex(call.data),
        kind: 'data',
        ranges: [[call.offset, call.offset + call.data.length]],
      },
    ],
    warnings: [blindSigning(why)],
    blind: true,
  });

type OneCall = readonly [to: Hex, value: bigint, data: Hex];

const one = (call: ContractCall, [to, value, data]: OneCall, more: readonly Fact[] = []) =>
  fromAccount(call, [partInWords(call, call, { to, value, data }, bytesOffset(call, 2))], more);

/** As {@link one}, with a Safe's kind of call behind it. */
function oneOfKind(call: ContractCall, [to, value, data, operation]: readonly [...OneCall, number]) {
  const result = one(call, [to, value, data], [wordFact(call, 'Kind of call', kindOfCall(operation), 3)]);
  return operation === 0
    ? result
    : { ...result, warnings: [runsForeignCode(to, 'the account')], blind: true };
}

/** Addresses, values and data in an array each; accounts that take no values have no array of them, or an empty one. */
function parallel(
  call: ContractCall,
  targets: readonly Hex[],
  values: readonly bigint[] | null,
  calls: readonly Hex[],
): DecodedCall {
  const valued = values !== null && values.length > 0;
  if (targets.length !== calls.length || (valued && values.length !== calls.length)) {
    return unreadByAccount(call, 'The batch names more addresses than calls, or fewer.');
  }
  const offsets = bytesArrayOffsets(call, values === null ? 1 : 2, calls.length);
  const elementsOf = (index: number) => argumentsAt(call, bytesOffset(call, index));
  const parts = targets.map((to, index) => ({
    to,
    value: values?.[index] ?? 0n,
    offset: offsets[index] ?? 0,
    length: bytesIn(calls[index] ?? '0x'),
    toRange: word(elementsOf(0), index, 12),
    valueRange: valued ? word(elementsOf(1), index) : null,
  }));
  return fromAccount(call, parts);
}

/** Calls by which smart accounts are told what to do: by their owner, or by an EntryPoint. */
export const ACCOUNT_CALLS = [
  defineCall('function execute(address to, uint256 value, bytes data)', (args, call) => one(call, args)),
  defineCall('function execute(address to, uint256 value, bytes data, uint8 operation)', (args, call) =>
    oneOfKind(call, args),
  ),
  // The two of Safe's module for ERC-4337, which the Safe itself is called with.
  defineCall('function executeUserOp(address to, uint256 value, bytes data, uint8 operation)', (args, call) =>
    oneOfKind(call, args),
  ),
  defineCall(
    'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
    (args, call) => oneOfKind(call, args),
  ),
  defineCall('function executeBatch(address[] targets, bytes[] calls)', ([targets, calls], call) =>
    parallel(call, targets, null, calls),
  ),
  defineCall(
    'function executeBatch(address[] targets, uint256[] values, bytes[] calls)',
    ([targets, values, calls], call) => parallel(call, targets, values, calls),
  ),
  defineCall('function executeBatch((address to, uint256 value, bytes data)[] calls)', ([calls], call) => {
    const places = tuplesAt(call, 0, calls.length);
    return fromAccount(
      call,
      calls.map((part, index) => {
        const at = places[index] ?? call;
        return partInWords(call, at, part, bytesOffset(at, 2));
      }),
    );
  }),
];
