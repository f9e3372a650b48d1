import type { Fact } from '../../model/decoded.ts';
import { lowerFirst, say } from '../../model/sentence.ts';
import { blindSigning } from '../../model/warnings.ts';
import { prefixedHex, type Hex } from '../address.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { runsForeignCode } from '../call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/facts.ts';
import { countOfCalls, kindOfCall, partFacts, readParts, type BatchPart } from './batch-parts.ts';

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
      addressFact('Account', { value: call.to }),
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
