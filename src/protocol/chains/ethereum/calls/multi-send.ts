import { prefixedHex, toChecksumAddress, type Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import { bytesOffset, reading, theAddress, type ContractCall } from '../call.ts';
import { defineCall } from '../define-call.ts';
import type { Fact } from '../../reading.ts';
import { say } from '../../sentence.ts';
import { blindSigning, warn } from '../../warnings.ts';

/** Safe's MultiSend and MultiSendCallOnly, 1.3.0 and 1.4.1, at the addresses that they have on every chain (safe-deployments). */
const MULTI_SEND_CONTRACTS: readonly Hex[] = [
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
];

/** Whether the code at an address does with a batch what it says, and nothing else. */
export const isMultiSend = (address: Hex): boolean => MULTI_SEND_CONTRACTS.includes(address);

/** One part of a batch: kind of call (1 byte), address (20), value (32), length of the data (32), data. */
interface Part {
  readonly delegated: boolean;
  readonly to: Hex;
  readonly value: bigint;
  /** Where the part starts in the call's data. */
  readonly start: number;
  readonly length: number;
}
const HEAD = 85;

/** Takes the packed bytes apart; null where they do not come out even, or a kind of call is neither 0 nor 1. */
function partsOf(data: Uint8Array, from: number, to: number): Part[] | null {
  const parts: Part[] = [];
  for (let start = from; start < to;) {
    if (start + HEAD > to) return null;
    const operation = data[start];
    const length = Number(BigInt(prefixedHex(data.subarray(start + 53, start + HEAD))));
    if (operation === undefined || operation > 1 || start + HEAD + length > to) return null;
    parts.push({
      delegated: operation === 1,
      to: toChecksumAddress(prefixedHex(data.subarray(start + 1, start + 21))),
      value: BigInt(prefixedHex(data.subarray(start + 21, start + 53))),
      start,
      length,
    });
    start += HEAD + length;
  }
  return parts;
}

const multiSend = defineCall('function multiSend(bytes transactions)', ([transactions], call) => {
  const from = bytesOffset(call, 0);
  const parts = partsOf(call.data, from, from + (transactions.length - 2) / 2);
  if (parts === null) {
    return reading('safe.multiSend', 'Batch that could not be read', {
      sentence: say('Make a batch of calls that could not be read'),
      facts: [{ label: 'Batch', value: transactions, kind: 'data' }],
      warnings: [blindSigning('The batch is not packed as MultiSend packs it.')],
      blind: true,
    });
  }
  const delegated = parts.filter((part) => part.delegated);
  return reading('safe.multiSend', `Batch of ${parts.length} ${parts.length === 1 ? 'call' : 'calls'}`, {
    sentence: say(
      `Make ${parts.length} ${parts.length === 1 ? 'call' : 'calls'} in one through `,
      theAddress(call.to),
    ),
    facts: [
      { label: 'Calls', value: String(parts.length), kind: 'number' },
      ...parts.flatMap((part, index) => partFacts(call, part, index + 1)),
    ],
    warnings: [
      ...(isMultiSend(call.to)
        ? []
        : [blindSigning(`${call.to} is no MultiSend contract of the local list: it may do otherwise.`)]),
      ...delegated.map(({ to }) =>
        warn(
          'DELEGATE_CALL',
          'danger',
          'Runs foreign code as the sender of the batch',
          `The code at ${to} runs with all rights of the account that sends the batch.`,
        ),
      ),
    ],
    // Who acts depends on how MultiSend is called, so that it is not said here.
    inner: parts.map(({ to, value, start, length }) =>
      call.readInner({ from: null, to, value, offset: start + HEAD, length }),
    ),
    blind: delegated.length > 0 || !isMultiSend(call.to),
  });
});

function partFacts(call: ContractCall, { to, value, start }: Part, number: number): Fact[] {
  const at = call.offset + start;
  return [
    { label: `Call ${number} to`, value: to, kind: 'address', ranges: [[at + 1, at + 21]] },
    ...(value === 0n
      ? []
      : [
          {
            label: `Call ${number} sends`,
            value: formatCoins(value, call.network.unit),
            kind: 'amount' as const,
            note: value.toString(),
            ranges: [[at + 21, at + 53] as [number, number]],
          },
        ]),
  ];
}

/** Safe's packed batches. */
export const MULTI_SEND_CALLS = [multiSend];
