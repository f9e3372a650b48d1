import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { blindSigning } from '../../model/warnings.ts';
import { type Located, type LocatedList, bytesIn, located, sliceOf } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, untilFact, valueFact } from '../descriptions/formats.ts';
import { type Hex, toChecksumAddress } from '../model/address.ts';
import { ZERO_ADDRESS, runsForeignCode } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { formatCoins } from '../model/networks.ts';

/** One call of a batch. */
export interface BatchPart {
  readonly to: Located<Hex>;
  /** Absent where the batch gives the part no value. */
  readonly value?: Located<bigint> | undefined;
  readonly data: Pick<Located<Hex>, 'range'>;
}

/** "1 call", "2 calls". */
export const countOfCalls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

/** A Safe's kind of call in words; Safe and the accounts made like it number them alike. */
export const kindOfCall = (operation: number): string =>
  operation === 0 ? 'call' : operation === 1 ? 'delegate call' : `unknown (${operation})`;

/** The whom and how much of one part, numbered from 1. */
export const partFacts = (call: ContractCall, { to, value }: BatchPart, number: number): Fact[] => [
  addressFact(`Call ${number} to`, to),
  ...(value === undefined || value.value === 0n
    ? []
    : [
        {
          label: `Call ${number} sends`,
          value: formatCoins(value.value, call.network.unit),
          kind: 'amount' as const,
          note: value.value.toString(),
          ranges: [value.range],
        },
      ]),
];

/** Reads what each part does. @param from who makes the calls; null where that is not known */
export const readParts = (call: ContractCall, parts: readonly BatchPart[], from: Hex | null): DecodedCall[] =>
  parts.map(({ to, value, data }) =>
    call.readInner({ from, to: to.value, value: value?.value ?? 0n, range: data.range }),
  );

function batch(call: ContractCall, { items: calls }: LocatedList<Located<Hex>>, facts: Fact[] = []) {
  return decoded('multicall', `Batch of ${countOfCalls(calls.length)}`, {
    sentence: say(`Make ${countOfCalls(calls.length)} in one on `, theLocatedAddress(call.to)),
    facts: [
      addressFact('Contract', { value: call.to }),
      { label: 'Calls', value: String(calls.length), kind: 'number' },
      ...facts,
    ],
    // The contract calls itself with each part; all parts see the value of the whole.
    inner: calls.map(({ range }) => call.readInner({ range })),
  });
}

/** Batches of calls that a contract makes to itself. */
export const BATCH_CALLS = [
  defineCall('multicall(bytes[] data)', ({ data }, call) => batch(call, data)),
  defineCall('multicall(uint256 deadline, bytes[] data)', ({ deadline, data }, call) => ({
    ...batch(call, data, [untilFact(deadline)]),
    deadline: deadline.value,
  })),
  defineCall(
    'multicall(bytes32 previousBlockhash, bytes[] data)',
    ({ previousBlockhash: block, data }, call) =>
      batch(call, data, [valueFact('Valid only behind the block', block, block.value, 'hash')]),
  ),
];

interface Batch {
  readonly calls: LocatedList<{
    readonly target: Located<Hex>;
    readonly allowFailure: Located<boolean>;
    readonly value?: Located<bigint>;
    readonly callData: Located<Hex>;
  }>;
}

function aggregate({ calls: { items: calls } }: Batch, call: ContractCall): DecodedCall {
  const parts = calls.map(({ target, value, callData }) => ({ to: target, value, data: callData }));
  const mayFail = calls.flatMap(({ allowFailure }, index) => (allowFailure.value ? [String(index + 1)] : []));
  return decoded('multicall3.aggregate', `Batch of ${countOfCalls(calls.length)}`, {
    sentence: say(`Make ${countOfCalls(calls.length)} in one through `, theLocatedAddress(call.to)),
    facts: [
      addressFact('Contract', { value: call.to }),
      { label: 'May fail', value: mayFail.length === 0 ? 'none' : mayFail.join(', '), kind: 'text' },
      ...parts.flatMap((part, index) => partFacts(call, part, index + 1)),
    ],
    // Each contract sees the batch for its caller, not the account that sends it.
    inner: readParts(call, parts, call.to),
  });
}

/** Batches of Multicall3, in which every call is made by the contract itself. */
export const MULTICALL3_CALLS = [
  defineCall('aggregate3((address target, bool allowFailure, bytes callData)[] calls)', aggregate),
  defineCall(
    'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
    aggregate,
  ),
];

/**
 * Safe's MultiSend and MultiSendCallOnly of 1.3.0 (in the two deployments that chains have), 1.4.1 and 1.5.0; looked up in
 * safe-global/safe-deployments on 2026-11-21. The ones for zkSync's own machine are left out.
 */
const MULTI_SEND_CONTRACTS: readonly Hex[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  '0x218543288004CD07832472D464648173c77D7eB7',
  '0xA83c336B20401Af773B6219BA5027174338D1836',
];
/** Those of 1.5.0: a part to nobody goes to the account that the code runs as. */
const TO_ITSELF = MULTI_SEND_CONTRACTS.slice(-2);

/** Whether the code at an address does with a batch what it says, and nothing else. */
export const isMultiSend = (address: Hex): boolean => MULTI_SEND_CONTRACTS.includes(address);

/** One part of a batch: kind of call (1 byte), address (20), value (32), length of the data (32), data. */
interface Part extends BatchPart {
  readonly delegated: boolean;
}
const HEAD = 85;

/** Takes the packed bytes apart; null where they do not come out even, or a kind of call is neither 0 nor 1. */
function partsOf(packed: Located<Hex>): Part[] | null {
  const end = bytesIn(packed.value);
  const parts: Part[] = [];
  for (let start = 0; start < end;) {
    if (start + HEAD > end) return null;
    const at = (from: number, to: number) => sliceOf(packed, start + from, start + to);
    const operation = at(0, 1).value;
    const [to, value] = [at(1, 21), at(21, 53)];
    const length = Number(BigInt(at(53, HEAD).value));
    if (!['0x00', '0x01'].includes(operation) || start + HEAD + length > end) return null;
    parts.push({
      delegated: operation === '0x01',
      to: located(to, toChecksumAddress(to.value)),
      value: located(value, BigInt(value.value)),
      data: at(HEAD, HEAD + length),
    });
    start += HEAD + length;
  }
  return parts;
}

const toWhomIsMeant = (contract: Hex, account: Hex | null, part: Part): Part =>
  account !== null && part.to.value === ZERO_ADDRESS && TO_ITSELF.includes(contract)
    ? { ...part, to: { ...part.to, value: account } }
    : part;

const multiSend = defineCall('multiSend(bytes transactions)', ({ transactions }, call) => {
  const account = call.isDelegated === true ? call.from : null;
  const parts = partsOf(transactions)?.map((part) => toWhomIsMeant(call.to, account, part));
  if (parts === undefined) {
    return decoded('safe.multiSend', 'Batch that could not be read', {
      sentence: say('Make a batch of calls that could not be read'),
      facts: [{ label: 'Batch', value: transactions.value, kind: 'data' }],
      warnings: [blindSigning('The batch is not packed as MultiSend packs it.')],
      blind: true,
    });
  }
  const delegated = parts.filter((part) => part.delegated);
  return decoded('safe.multiSend', `Batch of ${countOfCalls(parts.length)}`, {
    sentence: say(`Make ${countOfCalls(parts.length)} in one through `, theLocatedAddress(call.to)),
    facts: [
      { label: 'Calls', value: String(parts.length), kind: 'number' },
      ...parts.flatMap((part, index) => partFacts(call, part, index + 1)),
    ],
    warnings: [
      ...(isMultiSend(call.to)
        ? []
        : [blindSigning(`${call.to} is no MultiSend contract of the local list: it may do otherwise.`)]),
      ...delegated.map(({ to }) => runsForeignCode(to.value, 'the account that sends the batch')),
    ],
    // Who acts depends on how MultiSend is called.
    inner: parts.flatMap((part) => readParts(call, [part], part.delegated ? null : account)),
    isPayerUnknown: account === null,
    blind: delegated.length > 0 || !isMultiSend(call.to),
  });
});

/** Safe's packed batches. */
export const MULTI_SEND_CALLS = [multiSend];
