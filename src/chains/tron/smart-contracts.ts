import { fromHex, toHex } from '#protocol/encoding.ts';
import { readCall } from '../ethereum/calls/read-call.ts';
import type { DecodedCall } from '../ethereum/model/call.ts';
import { contractName } from '../ethereum/model/tokens.ts';
import { inFavor, movesOf, notesOf } from '../ethereum/model/moves.ts';
import { grouped } from '../model/amounts.ts';
import type { Fact, RecognisedAction, SentencePart, Warning } from '../model/decoded.ts';
import { coinsLabel, say, theAddress, theAmount } from '../model/sentence.ts';
import type { Move } from '../model/totals.ts';
import { blindSigning, warn } from '../model/warnings.ts';
import { fromEvmAddress } from './address.ts';
import { type ContractReader, contractReading } from './contract-reading.ts';
import {
  CHAIN_ID,
  TRX,
  addressFact,
  addressIn,
  fieldFact,
  formatTrx,
  plainText,
  toEvmAddress,
  trxFact,
  warnOfTokenContract,
} from './contract-facts.ts';
import { type Message, bytesOf, integerOf, messagesOf, rangesOf } from './protobuf.ts';

/** Where the calls of tokens have addresses among their arguments, word by word, by selector. */
const ADDRESS_WORDS: Readonly<Record<string, readonly number[]>> = {
  a9059cbb: [0], // transfer
  '095ea7b3': [0], // approve
  '23b872dd': [0, 1], // transferFrom
};
const PREFIX = 0x41;
const PREFIX_AT = 11;

/**
 * Call data with addresses as the ABI has them. Much of Tron's software puts the network's prefix 0x41 in front of an
 * address that it encodes; the machine looks at the last 20 bytes alone, so the call is the same.
 * @returns a copy of the same length; the data itself where nothing is to be changed
 */
function withPlainAddresses(data: Uint8Array): Uint8Array {
  const words = ADDRESS_WORDS[toHex(data.subarray(0, 4))] ?? [];
  const prefixed = words.map((word) => 4 + word * 32).filter((start) => isPrefixed(data, start));
  if (prefixed.length === 0) return data;
  const plain = data.slice();
  for (const start of prefixed) plain[start + PREFIX_AT] = 0;
  return plain;
}

/** Whether a word is eleven zeros and the prefix before its last 20 bytes. */
const isPrefixed = (data: Uint8Array, start: number): boolean =>
  data[start + PREFIX_AT] === PREFIX &&
  data.subarray(start, start + PREFIX_AT).every((byte) => byte === 0) &&
  start + 32 <= data.length;

const NETWORK = { name: 'Tron', unit: 'TRX', known: true };

/** A call of a contract: the same data as on Ethereum's machine, read by the same readers, with Tron's addresses. */
export const trigger: ContractReader = ({ message, owner, isOurs: own }) => {
  const contract = addressIn(message, 2, 'contract_address');
  const data = bytesOf(message, 4);
  const value = integerOf(message, 3);
  const evmOurs =
    own === undefined ? undefined : (address: string | null) => address !== null && own(textInTron(address));
  const read = readCall({
    chainId: CHAIN_ID,
    network: NETWORK,
    from: toEvmAddress(owner),
    to: toEvmAddress(contract),
    // A negative one is refused by the network, and warned of with the envelope.
    value: value > 0n ? value : 0n,
    isOwn: evmOurs,
    data: withPlainAddresses(data),
    offset: rangesOf(message, 4).ranges?.[0]?.[0] ?? 0,
  });
  const call = inTron(read);
  const isBare = data.length === 0;
  // As on Ethereum: a sentence with inner calls speaks of their value.
  const isSaid =
    !isBare &&
    (call.saysCoins === true ||
      (read.inner.length === 0 && read.sentence.some((part) => part.value === formatTrx(value))));
  const calledFacts: Fact[] = [
    {
      ...addressFact(message, 2, 'Contract', contract),
      note: contractName(CHAIN_ID, toEvmAddress(contract)) ?? 'Unknown contract',
    },
    ...(isBare || read.claim === undefined
      ? []
      : [{ ...fieldFact(message, 4, 'Claimed function', read.claim), note: 'Claim, not verified' }]),
  ];
  const sentence = isBare
    ? say('Call ', theAddress(contract), ' without data')
    : [...call.sentence, ...inFavor(read, { chainId: CHAIN_ID, isOwn: evmOurs }).map(partInTron)];
  return contractReading(isBare ? 'contract.call' : call.id, isBare ? 'Contract call' : call.title, {
    sentence: [
      ...sentence,
      ...(value === 0n || isSaid ? [] : say(', and send ', theAmount(formatTrx(value)))),
      ...tokenWords(message, TRIGGER_TOKEN),
    ],
    called: calledFacts,
    facts: [
      // The contract is named above, with its bytes.
      ...(isBare ? [] : call.facts.filter((fact) => fact.label !== 'Contract')),
      ...(value === 0n ? [] : [trxFact(message, 3, coinsLabel(call.facts))]),
      ...tokenFacts(message, TRIGGER_TOKEN),
    ],
    warnings: [
      ...(isBare ? warnOfBareValue(contract, value) : call.warnings),
      ...tokenWarnings(message, TRIGGER_TOKEN),
    ],
    inner: call.inner,
    moves: [
      ...(value === 0n ? [] : [{ asset: TRX, amount: value, from: owner, to: contract }]),
      ...tokenMoves(message, TRIGGER_TOKEN, owner, contract),
      ...movesOf(read).map(moveInTron),
    ],
    notes: isBare ? [] : notesOf(read),
    blind: !isBare && call.blind,
  });
};

/** The warning of coins for a contract's code that no function is named to. */
const warnOfBareValue = (contract: string, value: bigint): Warning[] =>
  value === 0n
    ? []
    : contractName(CHAIN_ID, toEvmAddress(contract)) !== undefined
      ? warnOfTokenContract(contract)
      : [
          warn(
            'VALUE_TO_UNKNOWN_CONTRACT',
            'danger',
            `Unknown contract would receive ${formatTrx(value)}`,
            `${contract} is not on this console’s lists. The contract decides what happens to the TRX.`,
          ),
        ];

export const deploy: ContractReader = ({ message, owner }) => {
  const [contract] = messagesOf(message, 2);
  const code = bytesOf(contract, 4);
  const name = plainText(bytesOf(contract, 7));
  const value = integerOf(contract, 5);
  return contractReading('contract.create', 'Contract creation', {
    sentence: [
      ...say('Create a contract'),
      ...(value === 0n ? [] : say(' and send it ', theAmount(formatTrx(value)))),
      ...tokenWords(message, CREATE_TOKEN),
    ],
    facts: [
      {
        label: 'Code',
        value: `0x${toHex(code)}`,
        kind: 'data',
        note: `${code.length} bytes`,
        ...rangesOf(contract, 4),
      },
      ...(contract === undefined || name === null || name === ''
        ? []
        : [{ ...fieldFact(contract, 7, 'Name', `“${name}”`), note: 'chosen by its maker' }]),
      ...(contract === undefined || value === 0n ? [] : [trxFact(contract, 5, 'Amount')]),
      ...(contract === undefined
        ? []
        : [
            fieldFact(contract, 6, 'Paid by callers', `${integerOf(contract, 6).toString()} % of the energy`),
            {
              ...fieldFact(contract, 8, 'Energy of the maker', grouped(integerOf(contract, 8))),
              kind: 'number' as const,
            },
          ]),
      ...tokenFacts(message, CREATE_TOKEN),
    ],
    warnings: [
      blindSigning('The code of the new contract could not be read.'),
      ...tokenWarnings(message, CREATE_TOKEN),
    ],
    moves: [
      ...(value === 0n ? [] : [{ asset: TRX, amount: value, from: owner, to: null }]),
      ...tokenMoves(message, CREATE_TOKEN, owner, null),
    ],
    notes: ['What the code of the new contract moves is not in the bytes.'],
    blind: true,
  });
};

/** A reading with every address as Tron writes it. */
function inTron(call: DecodedCall): Omit<DecodedCall, 'inner' | 'moves'> & { inner: RecognisedAction[] } {
  return {
    ...call,
    sentence: call.sentence.map(partInTron),
    facts: call.facts.map(factInTron),
    warnings: call.warnings.map(warningInTron),
    inner: call.inner.map(actionInTron),
  };
}

const ADDRESS = /0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g;
const textInTron = (text: string): string => text.replace(ADDRESS, (found) => fromEvmAddress(fromHex(found)));
const partInTron = (part: SentencePart): SentencePart => ({ ...part, value: textInTron(part.value) });
const factInTron = (fact: Fact): Fact =>
  fact.kind === 'address' ? { ...fact, value: textInTron(fact.value) } : fact;
const warningInTron = (each: Warning): Warning => ({ ...each, text: textInTron(each.text) });
const actionInTron = ({ id, title, facts, inner }: DecodedCall): RecognisedAction => ({
  id,
  title,
  facts: facts.map(factInTron),
  actions: inner.map(actionInTron),
});

const moveInTron = ({ asset, amount, from, to }: Move): Move => ({
  asset: asset.id === undefined ? asset : { ...asset, id: textInTron(asset.id) },
  amount,
  from: from === null ? null : textInTron(from),
  to: to === null ? null : textInTron(to),
});

/** The fields of a message that say what goes along of a TRC-10 token. */
interface TokenFields {
  readonly amount: number;
  readonly id: number;
}
const TRIGGER_TOKEN: TokenFields = { amount: 5, id: 6 };
const CREATE_TOKEN: TokenFields = { amount: 3, id: 4 };

/** What goes along of a TRC-10 token. */
const tokenMoves = (
  message: Message,
  { amount, id }: TokenFields,
  from: string,
  to: string | null,
): Move[] =>
  integerOf(message, amount) === 0n
    ? []
    : [
        {
          asset: { id: `TRC-10 ${integerOf(message, id).toString()}` },
          amount: integerOf(message, amount),
          from,
          to,
        },
      ];

const tokenWords = (message: Message, { amount, id }: TokenFields): SentencePart[] =>
  integerOf(message, amount) === 0n
    ? []
    : say(
        ', and send ',
        theAmount(
          `${grouped(integerOf(message, amount))} atomic units of the TRC-10 token ${integerOf(message, id).toString()}`,
        ),
      );

const tokenFacts = (message: Message, { amount, id }: TokenFields): Fact[] =>
  integerOf(message, amount) === 0n && integerOf(message, id) === 0n
    ? []
    : [
        fieldFact(message, id, 'Token sent along', integerOf(message, id).toString()),
        {
          ...fieldFact(
            message,
            amount,
            'Token amount',
            `${grouped(integerOf(message, amount))} atomic units`,
          ),
          kind: 'amount',
        },
      ];

const tokenWarnings = (message: Message, { amount, id }: TokenFields): Warning[] =>
  integerOf(message, amount) === 0n
    ? []
    : [
        warn(
          'UNKNOWN_TOKEN',
          'caution',
          'Unknown token',
          `The TRC-10 token ${integerOf(message, id).toString()} is not in the local list. Its name and decimals are not shown, since anybody can choose them.`,
        ),
      ];
