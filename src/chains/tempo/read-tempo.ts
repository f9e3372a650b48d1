import { readCall } from '../ethereum/calls/read-call.ts';
import { contractFacts, withoutContract } from '../ethereum/contract-facts.ts';
import { delegationWords } from '../ethereum/delegations.ts';
import { parseAddress, prefixedHex, toChecksumAddress } from '../ethereum/model/address.ts';
import {
  type CallContext,
  type CallInterfaces,
  type ContractCall,
  type DecodedCall,
  decoded,
} from '../ethereum/model/call.ts';
import { amongHex, coinMoves, inFavor, movesOf, notesOf } from '../ethereum/model/moves.ts';
import { type Network, formatCoins, networkOf } from '../ethereum/model/networks.ts';
import { fromFact, toAction } from '../ethereum/read-ethereum.ts';
import type { KeyToSign } from '../model/chain.ts';
import {
  type DecodedTransaction,
  type Fact,
  type SentencePart,
  type Warning,
  expiryOf,
} from '../model/decoded.ts';
import { gradeFee } from '../model/fee-grades.ts';
import { coinsLabel, say, theAmount } from '../model/sentence.ts';
import { type Totals, totalsOf } from '../model/totals.ts';
import { blindSigning, ordered, warn } from '../model/warnings.ts';
import { TEMPO_CALLS } from './calls.ts';
import { envelopeFacts, formatUsd, highestFee, rawFields } from './envelope-facts.ts';
import { envelopeWarnings } from './envelope-warnings.ts';
import { grantWords } from './key-grant.ts';
import { type TempoCall, type TempoTransaction, parseTempo } from './transaction.ts';
import { delegationsOf, grantingAccount } from './signed.ts';

/** So many calls of a batch are read; what lies beyond is blind, and stands among the raw fields. */
const MAX_READ = 64;
/** So many calls are told in the sentence. */
const MAX_TOLD = 3;

/**
 * Reads what an unsigned Tempo transaction does, out of its bytes and the local lists alone.
 * @param unsignedTransaction bytes, or hex with or without `0x`
 * @throws AppError as `parseTempo`, or `ADDRESS_INVALID` for the signer
 */
export function readTempo(
  unsignedTransaction: string | Uint8Array,
  signer?: KeyToSign,
  { ownAddresses: own = [], interfaces }: CallContext = {},
): DecodedTransaction {
  const tx = parseTempo(unsignedTransaction);
  const network = networkOf(tx.chainId);
  const from = signer === undefined ? null : parseAddress(signer.address);
  const isOurs = from === null ? undefined : amongHex([from], own);
  const delegations = delegationsOf(tx);
  const calls = tx.calls
    .slice(0, MAX_READ)
    .map((call) => readOne(tx, call, { network, from, isOwn: isOurs, interfaces }));
  const unread = tx.calls.length - calls.length;
  return {
    chain: 'tempo',
    network: network.name,
    sentence: [
      ...sentenceOf(calls, tx.calls.length, { chainId: tx.chainId, isOwn: isOurs }),
      ...grantWords(tx.keyAuthorization),
      ...delegationWords(delegations),
      ...graveFee(tx),
    ],
    facts: [
      {
        label: 'Chain',
        value: network.name,
        kind: 'text',
        note: `chain ID ${tx.chainId.toString()}`,
        ranges: rangesOf(tx.ranges.get('chainId')),
      },
      ...tx.calls
        .slice(0, MAX_READ)
        .flatMap((call, index) => calledFacts(tx, call, calls[index], interfaces)),
      ...(from === null ? [] : [fromFact(from, signer?.name)]),
      ...callFacts(calls, tx),
      ...envelopeFacts(tx, delegations),
    ],
    actions: calls.map(toAction),
    raw: rawFields(tx),
    warnings: ordered([
      ...envelopeWarnings(tx, from, grantingAccount(tx), delegations),
      ...(unread === 0 ? [] : [blindSigning(`${unread} of its ${tx.calls.length} calls are not read.`)]),
      ...calls.flatMap(({ warnings }) => warnings),
    ]),
    blind: unread > 0 || calls.some(({ blind }) => blind),
    ...(isOurs === undefined ? {} : { totals: totalsFor(tx, isOurs, calls, unread) }),
    ...expiryOf(tx.validBefore * 1000n, ...calls.flatMap(({ deadline: until = 0n }) => until * 1000n)),
  };
}

/** A fee that an operator has to be stopped at is said with the rest. */
const graveFee = (tx: TempoTransaction): SentencePart[] =>
  !tx.sponsored && gradeFee('USD', highestFee(tx)) === 'danger'
    ? say(', and pay up to ', theAmount(formatUsd(highestFee(tx))), ' in fees')
    : [];

/** What its calls move for the operator's addresses, and what it costs them; a sponsor pays for itself. */
const totalsFor = (
  tx: TempoTransaction,
  isOurs: ReturnType<typeof amongHex>,
  calls: readonly DecodedCall[],
  unread: number,
): Totals =>
  totalsOf({
    moves: calls.flatMap(movesOf),
    isOurs,
    fee: tx.sponsored
      ? undefined
      : { asset: { symbol: 'USD', decimals: 6 }, amount: highestFee(tx), isHighest: true },
    notes: [
      ...calls.flatMap(notesOf),
      ...(unread === 0 ? [] : [`What ${unread} further calls move was not read.`]),
    ],
  });

const rangesOf = (range: [number, number] | undefined): [number, number][] =>
  range === undefined ? [] : [range];

function readOne(
  { chainId }: TempoTransaction,
  call: TempoCall,
  context: Pick<ContractCall, 'network' | 'from' | 'isOwn' | 'interfaces'>,
): DecodedCall {
  const { network } = context;
  const { value, data, ranges } = call;
  if (call.to === null) return readCreation(call, network);
  const to = toChecksumAddress(call.to);
  const read = readCall({ ...context, chainId, to, value, data, offset: ranges.data[0] }, TEMPO_CALLS);
  const favor = inFavor(read, { chainId, isOwn: context.isOwn });
  const result = { ...read, sentence: [...read.sentence, ...favor] };
  // Facts that name the called contract without a place of their own come from the call's "to".
  const facts = result.facts.map((fact) =>
    fact.value === to && fact.ranges === undefined ? { ...fact, ranges: [ranges.to] } : fact,
  );
  if (value === 0n) return { ...result, facts };
  const moves = [...coinMoves({ ...context, value, to }), ...result.moves];
  const coins = formatCoins(value, network.unit);
  const isNamed = result.inner.length === 0 && result.sentence.some((part) => part.value === coins);
  const said = isNamed || result.saysCoins === true;
  return {
    ...result,
    moves,
    sentence: said ? result.sentence : [...result.sentence, ...say(', and send ', theAmount(coins))],
    facts: [...facts, valueFact(call, network, coinsLabel(facts))],
  };
}

const valueFact = ({ value, ranges }: TempoCall, network: Network, label: string): Fact => ({
  label,
  value: formatCoins(value, network.unit),
  kind: 'amount',
  note: value.toString(),
  ranges: [ranges.value],
});

function readCreation(call: TempoCall, network: Network): DecodedCall {
  const { data, ranges, value } = call;
  const what =
    data.length === 0 ? 'It has no code: an empty contract would be made.' : 'Its code is not read.';
  const warnings: Warning[] = [
    warn('CONTRACT_CREATION', 'notice', 'Creates a contract', `No recipient is named. ${what}`),
    ...(data.length === 0 ? [] : [blindSigning('The code of the new contract could not be read.')]),
  ];
  return decoded('contract.create', 'Contract creation', {
    sentence: say('Create a contract'),
    facts: [
      {
        label: 'Code',
        value: prefixedHex(data),
        kind: 'data',
        note: `${data.length} bytes`,
        ranges: [ranges.data],
      },
      ...(value === 0n ? [] : [valueFact(call, network, 'Amount')]),
    ],
    warnings,
    blind: data.length > 0,
  });
}

/** One call is told by itself; of several the first three, how many more there are, and who gains by these. */
function sentenceOf(
  calls: readonly DecodedCall[],
  count: number,
  on: Pick<ContractCall, 'chainId' | 'isOwn'>,
): SentencePart[] {
  const [only] = calls;
  if (count === 1 && only !== undefined) return only.sentence;
  const told = calls.slice(0, MAX_TOLD).map(({ sentence }) => sentence);
  const more = count - told.length;
  const others = decoded('', '', { sentence: told.flat(), facts: [], inner: calls.slice(MAX_TOLD) });
  return [
    ...say(`Make ${count} calls at once: `),
    ...told.flatMap((sentence, index) => [...say(index === 0 ? '' : '; '), ...sentence]),
    ...(more === 0 ? [] : say(`; and ${more} more`)),
    ...inFavor(others, on),
  ].filter(({ value }) => value !== '');
}

/** The contract of one call, before everything else that is told of it. */
const calledFacts = (
  { chainId }: TempoTransaction,
  { to, data, ranges }: TempoCall,
  read: DecodedCall | undefined,
  interfaces: CallInterfaces | undefined,
): Fact[] =>
  to === null ? [] : contractFacts({ chainId, data, ranges }, toChecksumAddress(to), read ?? {}, interfaces);

/** The facts of one call stand among those of the transaction; those of several stand with their actions. */
function callFacts(calls: readonly DecodedCall[], tx: TempoTransaction): Fact[] {
  const [only] = calls;
  const [call] = tx.calls;
  if (tx.calls.length === 1 && only !== undefined && call !== undefined) {
    return withoutContract(only.facts, call);
  }
  return [
    {
      label: 'Calls',
      value: String(tx.calls.length),
      kind: 'number',
      note: 'all of them, or none',
      ranges: rangesOf(tx.ranges.get('calls')),
    },
  ];
}
