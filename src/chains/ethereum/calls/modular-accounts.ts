import { parseAbiParameters } from 'viem/utils';
import type { Fact } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import { decodeStrict } from '../abi-decode.ts';
import { prefixedHex, toChecksumAddress, type Hex } from '../address.ts';
import {
  argumentsAt,
  bytesOffset,
  decoded,
  theAddress,
  tuplesAt,
  wordFact,
  type ContractCall,
} from '../call.ts';
import { runsForeignCode } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { fromAccount, unreadByAccount } from './accounts.ts';
import { bytesIn, partInWords, type BatchPart } from './batch-parts.ts';

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
type Execution = Readonly<{ to: Hex; value: bigint; data: Hex }>;

/** One call, packed: address (20 bytes), value (32), data. */
function packed(call: ContractCall, from: number, to: number): BatchPart[] | null {
  if (to - from < 52) return null;
  const at = call.offset + from;
  return [
    {
      to: toChecksumAddress(prefixedHex(call.data.subarray(from, from + 20))),
      value: BigInt(prefixedHex(call.data.subarray(from + 20, from + 52))),
      offset: from + 52,
      length: to - from - 52,
      toRange: [at, at + 20],
      valueRange: [at + 20, at + 52],
    },
  ];
}

function encoded(call: ContractCall, from: number, to: number): BatchPart[] | null {
  const values = decodeStrict(EXECUTIONS, call.data.subarray(from, to));
  if (values === null) return null;
  const [executions] = values as readonly [readonly Execution[]];
  const places = tuplesAt(argumentsAt(call, from, to), 0, executions.length);
  return executions.map((execution, index) => {
    const at = places[index] ?? call;
    return partInWords(call, at, execution, bytesOffset(at, 2));
  });
}

function delegated(call: ContractCall, from: number, to: number, facts: readonly Fact[]) {
  if (to - from < 20) return unreadByAccount(call, 'The delegate call names no address.', facts);
  const code = toChecksumAddress(prefixedHex(call.data.subarray(from, from + 20)));
  const at = call.offset + from;
  return decoded('account.execute', 'Foreign code run by an account', {
    sentence: say('From the account ', theAddress(call.to), ': run the code of ', theAddress(code)),
    facts: [
      { label: 'Account', value: call.to, kind: 'address' },
      ...facts,
      { label: 'Code', value: code, kind: 'address', ranges: [[at, at + 20]] },
      {
        label: 'Data',
        value: prefixedHex(call.data.subarray(from + 20, to)),
        kind: 'data',
        ranges: [[at + 20, call.offset + to]],
      },
    ],
    warnings: [runsForeignCode(code, 'the account')],
    blind: true,
  });
}

const execute = defineCall(
  'function execute(bytes32 mode, bytes executionCalldata)',
  ([mode, data], call) => {
    const kind = mode.slice(2, 4);
    const facts = [
      wordFact(call, 'Execution mode', `${KINDS[kind] ?? 'unknown'} (${mode})`, 0),
      wordFact(
        call,
        'If a call fails',
        mode.slice(4, 6) === '01' ? 'the rest goes on' : 'nothing is done',
        0,
      ),
    ];
    const from = bytesOffset(call, 1);
    const to = from + bytesIn(data);
    if (kind === DELEGATED) return delegated(call, from, to, facts);
    const parts = kind === SINGLE ? packed(call, from, to) : kind === BATCH ? encoded(call, from, to) : null;
    return parts === null
      ? unreadByAccount(call, `The calls of the mode ${mode} could not be read.`, facts)
      : fromAccount(call, parts, facts);
  },
);

/** The one call by which modular accounts (ERC-7579) and minimal batch executors (ERC-7821) are told what to do. */
export const MODULAR_ACCOUNT_CALLS = [execute];
