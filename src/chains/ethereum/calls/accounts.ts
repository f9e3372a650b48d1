import { parseAbiParameters } from 'viem/utils';
import type { Fact } from '../../model/decoded.ts';
import { lowerFirst, say } from '../../model/sentence.ts';
import { blindSigning } from '../../model/warnings.ts';
import { decodeLocated } from '../abi/decode.ts';
import { type Located, type LocatedList, bytesIn, located, sliceOf } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/formats.ts';
import { type Hex, prefixedHex, toChecksumAddress } from '../model/address.ts';
import { runsForeignCode } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, bytesAt, decoded, theLocatedAddress } from '../model/call.ts';
import { type BatchPart, countOfCalls, kindOfCall, partFacts, readParts } from './batches.ts';

/** Tells the calls that an account makes, each of which stands in the outer call's data. */
function fromAccount(
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
    sentence: say('From the account ', theLocatedAddress(call.to), ': ', ...what),
    facts: [
      addressFact('Account', { value: call.to }),
      ...more,
      ...parts.flatMap((part, index) => partFacts(call, part, index + 1)),
    ],
    inner,
  });
}

/** Calls by an account in a form that could not be read on. */
const unreadByAccount = (call: ContractCall, why: string, more: readonly Fact[] = []): DecodedCall =>
  decoded('account.execute', 'Calls by an account that could not be read', {
    sentence: say('From the account ', theLocatedAddress(call.to), ': make calls that could not be read'),
    facts: [
      addressFact('Account', { value: call.to }),
      ...more,
      valueFact(
        'Data',
        { range: [call.offset, call.offset + call.data.length] },
        prefixedHex(call.data),
        'data',
      ),
    ],
    warnings: [blindSigning(why)],
    blind: true,
  });

/** One call, with a Safe's kind of call. */
function oneOfKind(part: BatchPart & { readonly operation: Located<number> }, call: ContractCall) {
  const { operation } = part;
  const told = fromAccount(call, [part], [valueFact('Kind of call', operation, kindOfCall(operation.value))]);
  return operation.value === 0
    ? told
    : { ...told, warnings: [runsForeignCode(part.to.value, 'the account')], blind: true };
}

interface Parallel {
  readonly targets: LocatedList<Located<Hex>>;
  readonly values?: LocatedList<Located<bigint>>;
  readonly calls: LocatedList<Located<Hex>>;
}

/** Addresses, values and data in an array each; accounts that take no values have no array of them, or an empty one. */
function parallel({ targets, values, calls }: Parallel, call: ContractCall): DecodedCall {
  const isValued = values !== undefined && values.items.length > 0;
  const count = calls.items.length;
  if (targets.items.length !== count || (isValued && values.items.length !== count)) {
    return unreadByAccount(call, 'The batch names more addresses than calls, or fewer.');
  }
  return fromAccount(
    call,
    calls.items.flatMap((data, index) => {
      const to = targets.items[index];
      return to === undefined ? [] : [{ to, value: values?.items[index], data }];
    }),
  );
}

/** Calls by which smart accounts are told what to do: by their owner, or by an EntryPoint. */
export const ACCOUNT_CALLS = [
  defineCall('execute(address to, uint256 value, bytes data)', (part, call) => fromAccount(call, [part])),
  defineCall('execute(address to, uint256 value, bytes data, uint8 operation)', oneOfKind),
  // The two of Safe's module for ERC-4337, which the Safe itself is called with.
  defineCall('executeUserOp(address to, uint256 value, bytes data, uint8 operation)', oneOfKind),
  defineCall(
    'executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
    oneOfKind,
  ),
  defineCall('executeBatch(address[] targets, bytes[] calls)', parallel),
  defineCall('executeBatch(address[] targets, uint256[] values, bytes[] calls)', parallel),
  defineCall('executeBatch((address to, uint256 value, bytes data)[] calls)', ({ calls }, call) =>
    fromAccount(call, calls.items),
  ),
];

/** The first byte of an execution mode (ERC-7579). */
const SINGLE = '00';
const BATCH = '01';
const DELEGATED = 'ff';
const KINDS: Readonly<Record<string, string>> = {
  [SINGLE]: 'one call',
  [BATCH]: 'batch',
  [DELEGATED]: 'delegate call',
};

const EXECUTIONS = parseAbiParameters('(address to, uint256 value, bytes data)[] executions');

/** An address at the start of packed bytes. */
function leadingAddress(packed: Located<Hex>): Located<Hex> {
  const address = sliceOf(packed, 0, 20);
  return located(address, toChecksumAddress(address.value));
}

/** One call, packed: address (20 bytes), value (32), data. */
function packedCall(packed: Located<Hex>): BatchPart[] | null {
  if (bytesIn(packed.value) < 52) return null;
  const value = sliceOf(packed, 20, 52);
  return [
    { to: leadingAddress(packed), value: located(value, BigInt(value.value)), data: sliceOf(packed, 52) },
  ];
}

function encodedCalls(call: ContractCall, encoded: Located<Hex>): readonly BatchPart[] | null {
  const found = decodeLocated(EXECUTIONS, bytesAt(call, encoded.range), encoded.range[0]);
  return found === null
    ? null
    : (found as unknown as { executions: LocatedList<BatchPart> }).executions.items;
}

function delegated(call: ContractCall, packed: Located<Hex>, facts: readonly Fact[]) {
  if (bytesIn(packed.value) < 20) return unreadByAccount(call, 'The delegate call names no address.', facts);
  const code = leadingAddress(packed);
  const data = sliceOf(packed, 20);
  return decoded('account.execute', 'Foreign code run by an account', {
    sentence: say(
      'From the account ',
      theLocatedAddress(call.to),
      ': run the code of ',
      theLocatedAddress(code.value),
    ),
    facts: [
      addressFact('Account', { value: call.to }),
      ...facts,
      addressFact('Code', code),
      valueFact('Data', data, data.value, 'data'),
    ],
    warnings: [runsForeignCode(code.value, 'the account')],
    blind: true,
  });
}

const execute = defineCall('execute(bytes32 mode, bytes executionCalldata)', (args, call) => {
  const { mode, executionCalldata: data } = args;
  const kind = mode.value.slice(2, 4);
  const goesOn = mode.value.slice(4, 6) === '01';
  const facts = [
    valueFact('Execution mode', mode, `${KINDS[kind] ?? 'unknown'} (${mode.value})`),
    valueFact('If a call fails', mode, goesOn ? 'the rest goes on' : 'nothing is done'),
  ];
  if (kind === DELEGATED) return delegated(call, data, facts);
  const parts = kind === SINGLE ? packedCall(data) : kind === BATCH ? encodedCalls(call, data) : null;
  return parts === null
    ? unreadByAccount(call, `The calls of the mode ${mode.value} could not be read.`, facts)
    : fromAccount(call, parts, facts);
});

/** The one call by which modular accounts (ERC-7579) and minimal batch executors (ERC-7821) are told what to do. */
export const MODULAR_ACCOUNT_CALLS = [execute];
