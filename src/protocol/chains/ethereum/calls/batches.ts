import { toChecksumAddress, type Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import {
  addressFact,
  bytesArrayOffsets,
  bytesOffset,
  reading,
  theAddress,
  word,
  wordFact,
  type ContractCall,
} from '../call.ts';
import { defineCall } from '../define-call.ts';
import { isMultiSend } from './multi-send.ts';
import type { Fact } from '../../reading.ts';
import { formatTime } from '../../amounts.ts';
import { say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';

/** The selector of `multiSend(bytes)`. */
const MULTI_SEND = '0x8d80ff0a';

const bytesIn = (hex: Hex): number => (hex.length - 2) / 2;

function batch(call: ContractCall, calls: readonly Hex[], index: number, facts: Fact[] = []) {
  const offsets = bytesArrayOffsets(call, index, calls.length);
  return reading('multicall', `Batch of ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`, {
    sentence: say(
      `Make ${calls.length} ${calls.length === 1 ? 'call' : 'calls'} in one on `,
      theAddress(call.to),
    ),
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      { label: 'Calls', value: String(calls.length), kind: 'number' },
      ...facts,
    ],
    // The contract calls itself with each part; all parts see the value of the whole.
    inner: calls.map((inner, element) =>
      call.readInner({ offset: offsets[element] ?? 0, length: bytesIn(inner) }),
    ),
  });
}

const multicall = defineCall('function multicall(bytes[] data)', ([calls], call) => batch(call, calls, 0));

const multicallWithDeadline = defineCall(
  'function multicall(uint256 deadline, bytes[] data)',
  ([deadline, calls], call) =>
    batch(call, calls, 1, [wordFact(call, 'Valid until', formatTime(deadline), 0)]),
);

const safeExecution = defineCall(
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  ([to, value, data, operation, , , gasPrice, gasToken, refundReceiver], call) => {
    const delegated = operation === 1;
    // What a known MultiSend does as the Safe stands in the batch that it is given.
    const foreign = delegated && !(isMultiSend(toChecksumAddress(to)) && data.startsWith(MULTI_SEND));
    const inner = call.readInner({
      from: call.to,
      to,
      value,
      offset: bytesOffset(call, 2),
      length: bytesIn(data),
    });
    return reading('safe.execTransaction', 'Safe transaction', {
      sentence: say('From the Safe ', theAddress(call.to), ': ', ...lowerFirst(inner.sentence)),
      facts: [
        { label: 'Safe', value: call.to, kind: 'address' },
        addressFact(call, 'Calls', to, 0),
        {
          label: 'Value from the Safe',
          value: formatCoins(value, call.network.unit),
          kind: 'amount',
          ranges: [word(call, 1)],
        },
        wordFact(
          call,
          'Kind of call',
          delegated ? 'delegate call' : operation === 0 ? 'call' : `unknown (${operation})`,
          3,
        ),
        ...(gasPrice > 0n
          ? [
              addressFact(call, 'Refund to', refundReceiver, 8),
              addressFact(call, 'Refund in token', gasToken, 7),
            ]
          : []),
      ],
      warnings: [
        ...(foreign
          ? [
              warn(
                'DELEGATE_CALL',
                'danger',
                'Runs foreign code as the Safe',
                `The code at ${to} runs with all rights of the Safe: it can take everything in it and change its owners.`,
              ),
            ]
          : []),
        ...(gasPrice > 0n
          ? [
              warn(
                'SAFE_REFUND',
                'caution',
                'The Safe pays a refund',
                'Whoever sends this is paid for it out of the Safe.',
              ),
            ]
          : []),
      ],
      inner: [inner],
      // What foreign code does to the Safe is not told by the call that it is given.
      blind: foreign,
    });
  },
);

const lowerFirst = (parts: ReturnType<typeof say>): ReturnType<typeof say> =>
  parts.map((part, index) =>
    index === 0 && part.kind === 'text'
      ? { ...part, value: part.value.charAt(0).toLowerCase() + part.value.slice(1) }
      : part,
  );

const universalFacts = (call: ContractCall, commands: Hex, index: number): Fact[] => [
  { label: 'Contract', value: call.to, kind: 'address' },
  {
    label: 'Commands',
    value: commands,
    kind: 'data',
    note: 'not read by this console',
    ranges: [word(call, index)],
  },
];
const universalSentence = (call: ContractCall, commands: Hex) =>
  say(
    'Run ',
    theAmount(`${bytesIn(commands)} router commands`),
    ' on ',
    theAddress(call.to),
    ' that could not be read',
  );

const universalWithDeadline = defineCall(
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  ([commands, , deadline], call) =>
    reading('universalRouter.execute', 'Router commands', {
      sentence: universalSentence(call, commands),
      facts: [...universalFacts(call, commands, 0), wordFact(call, 'Valid until', formatTime(deadline), 2)],
      blind: true,
    }),
);

const universal = defineCall('function execute(bytes commands, bytes[] inputs)', ([commands], call) =>
  reading('universalRouter.execute', 'Router commands', {
    sentence: universalSentence(call, commands),
    facts: universalFacts(call, commands, 0),
    blind: true,
  }),
);

/** Calls that carry other calls. */
export const BATCH_CALLS = [
  multicall,
  multicallWithDeadline,
  safeExecution,
  universalWithDeadline,
  universal,
];
