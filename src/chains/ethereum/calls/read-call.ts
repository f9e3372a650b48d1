import { prefixedHex } from '../model/address.ts';
import { formatCoins } from '../model/networks.ts';
import { burns, warnOfUnknownCall, ZERO_ADDRESS } from '../model/call-warnings.ts';
import {
  withInnerWarnings,
  decoded,
  theLocatedAddress,
  type DecodedCall,
  type ContractCall,
} from '../model/call.ts';
import { BUILT_IN_CALLS, type CallTable } from './call-table.ts';
import { judgeContract } from './judge-contract.ts';
import { findContract } from '../model/known-contracts.ts';
import { coinMoves, MOVES_NOTHING } from '../model/moves.ts';
import { findToken } from '../model/tokens.ts';
import type { Fact } from '../../model/decoded.ts';
import { blindSigning, sendsToItself, warn } from '../../model/warnings.ts';
import { say, theAmount } from '../../model/sentence.ts';

/** Calls inside calls are read this deep, and this many in one transaction; what lies beyond is blind. */
const MAX_DEPTH = 4;
const MAX_CALLS = 128;

/** A call without what {@link readCall} adds itself. */
export type PlainCall = Omit<ContractCall, 'readInner'>;

/**
 * Reads what a call does, and the calls inside it. What cannot be read comes back blind, with a warning; never throws.
 * @param own readers of a chain's own calls, asked first
 */
export const readCall = (call: PlainCall, own: CallTable = new Map()): DecodedCall =>
  readAt(call, own, 0, { left: MAX_CALLS });

function readAt(call: PlainCall, own: CallTable, depth: number, budget: { left: number }): DecodedCall {
  budget.left -= 1;
  if (depth > MAX_DEPTH || budget.left < 0) {
    return unread(
      call,
      'too.deep',
      'Calls not read',
      'There are more calls inside each other than this console reads.',
    );
  }
  if (call.data.length === 0) return plainTransfer(call);
  const readInner: ContractCall['readInner'] = ({ range: [start, end], ...changes }) => {
    const data = call.data.subarray(start - call.offset, end - call.offset);
    const inner = { ...call, isDelegated: false, ...changes, data, offset: start };
    const result = readAt(inner, own, depth + 1, budget);
    // Parts that a contract sends to itself all see the value of the whole: only one of their own is paid.
    return changes.value === undefined
      ? result
      : { ...result, moves: [...coinMoves(inner), ...result.moves] };
  };
  if (call.data.length < 4) {
    return unread(
      call,
      'data.unknown',
      'Data that is no call',
      `The ${call.data.length} bytes of data are too short for a call.`,
    );
  }
  const selector = prefixedHex(call.data.subarray(0, 4));
  const reader =
    own.get(selector) ??
    BUILT_IN_CALLS.get(selector) ??
    call.interfaces?.findCall(call.chainId, call.to, selector);
  if (reader === undefined) {
    return unread(
      call,
      'call.unknown',
      `Unknown call ${selector}`,
      `The call ${selector} is not known to this console.`,
    );
  }
  const result = reader.read({ ...call, readInner });
  if (result === null) {
    const text = `The data starts like ${reader.signature}, but it is not that call's exact encoding: something is hidden in it or missing.`;
    const entry = unread(call, 'call.malformed', `Malformed call ${selector}`, text);
    return {
      ...entry,
      warnings: [warn('CALL_NOT_CANONICAL', 'danger', 'Call not encoded exactly', text), ...entry.warnings],
    };
  }
  return finish(call, judgeContract(call, reader, result), selector);
}

/** Lifts up what was found inside, and adds what holds for every call. */
function finish(call: PlainCall, result: DecodedCall, selector: string): DecodedCall {
  const blindHere = result.blind && !result.warnings.some((warning) => warning.code === 'BLIND_SIGNING');
  const paysToken =
    call.value > 0n && !result.id.startsWith('weth.') && findToken(call.chainId, call.to) !== undefined;
  return withInnerWarnings({
    ...result,
    warnings: [
      ...(blindHere ? [blindSigning(`Only a part of the call ${selector} could be read.`)] : []),
      ...(paysToken
        ? [
            warn(
              'VALUE_TO_TOKEN',
              'caution',
              'Coins sent to a token',
              'This call takes no coins: it fails, or they are lost.',
            ),
          ]
        : []),
      ...result.warnings,
    ],
  });
}

function plainTransfer(call: PlainCall): DecodedCall {
  const value = formatCoins(call.value, call.network.unit);
  const known = findToken(call.chainId, call.to);
  // By its address: a token that is only called WETH keeps what it is sent.
  const wrapsCoins = findContract(call.chainId, call.to)?.kind === 'wrapped-coin';
  return decoded('native.transfer', 'Transfer', {
    sentence: say('Send ', theAmount(value), ' to ', theLocatedAddress(call.to)),
    facts: [{ label: 'To', value: call.to, kind: 'address' }],
    ...MOVES_NOTHING,
    warnings: [
      ...(call.to === ZERO_ADDRESS ? [burns()] : []),
      ...(call.to === call.from ? [sendsToItself()] : []),
      ...(known !== undefined && !wrapsCoins && call.value > 0n
        ? [
            warn(
              'VALUE_TO_TOKEN',
              'caution',
              'Coins sent to a token',
              `This address is the contract of ${known.symbol}.`,
            ),
          ]
        : []),
    ],
  });
}

function unread(call: PlainCall, id: string, title: string, why: string): DecodedCall {
  const value = formatCoins(call.value, call.network.unit);
  const selector = call.data.length < 4 ? null : prefixedHex(call.data.subarray(0, 4));
  const range: Fact['ranges'] = [[call.offset, call.offset + call.data.length]];
  return decoded(id, title, {
    sentence: [
      ...say(`Call ${selector ?? 'data'} on `, theLocatedAddress(call.to), ', which could not be read'),
      ...(call.value > 0n ? say(', and send ', theAmount(value)) : []),
    ],
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      ...(selector === null
        ? []
        : [
            {
              label: 'Selector',
              value: selector,
              kind: 'hash' as const,
              ranges: [[call.offset, call.offset + 4] as [number, number]],
            },
          ]),
      {
        label: 'Data',
        value: prefixedHex(call.data),
        kind: 'data',
        note: `${call.data.length} bytes`,
        ranges: range,
      },
    ],
    warnings: warnOfUnknownCall(call, why),
    blind: true,
  });
}
