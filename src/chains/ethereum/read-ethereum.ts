import { type DecodedTransaction, type Fact, type RecognisedAction, expiryOf } from '../model/decoded.ts';
import { coinsLabel, say, theAmount } from '../model/sentence.ts';
import { type Totals, totalsOf } from '../model/totals.ts';
import { blindSigning, ordered } from '../model/warnings.ts';
import { readCall } from './calls/read-call.ts';
import { contractFacts, withoutContract } from './contract-facts.ts';
import { delegationWords, delegationsOf } from './delegations.ts';
import { chainFact, envelopeFacts, highestFee, rawFields, sentValueFact } from './envelope-facts.ts';
import { envelopeWarnings, feeGradeOf } from './envelope-warnings.ts';
import {
  type Hex,
  addressOfContract,
  parseAddress,
  prefixedHex,
  toChecksumAddress,
} from './model/address.ts';
import { type CallContext, type ContractCall, type DecodedCall, decoded } from './model/call.ts';
import { amongHex, coinOf, inFavor, movesOf, notesOf } from './model/moves.ts';
import { type Network, formatCoins, networkOf } from './model/networks.ts';
import { parseUnsigned } from './parse.ts';
import type { UnsignedEthereumTransaction } from './transaction.ts';

/** The signer, where it is known: its address, and the name that the operator gave its key. */
interface SigningAccount {
  readonly address: string;
  readonly name?: string;
}

/**
 * Reads what an unsigned Ethereum transaction does, out of its bytes and the local lists alone.
 * @param unsignedTransaction bytes, or hex with or without `0x`
 * @throws AppError as `parseUnsigned`, or `ADDRESS_INVALID` for the signer
 */
export function readEthereum(
  unsignedTransaction: string | Uint8Array,
  signer?: SigningAccount,
  { ownAddresses: own = [], interfaces }: CallContext = {},
): DecodedTransaction {
  const tx = parseUnsigned(unsignedTransaction);
  const network = networkOf(tx.chainId);
  const delegations = delegationsOf(tx);
  const from = signer === undefined ? null : parseAddress(signer.address);
  const isOurs = from === null ? undefined : amongHex([from], own);
  const call =
    tx.to === null
      ? readCreation(tx, network, from)
      : readTopCall(tx, toChecksumAddress(tx.to), { network, from, isOwn: isOurs, interfaces });
  return {
    chain: 'ethereum',
    network: network.name,
    sentence: [...withValue(call, tx, network), ...delegationWords(delegations), ...graveFee(tx, network)],
    facts: [
      chainFact(tx, network),
      ...(tx.to === null ? [] : contractFacts(tx, toChecksumAddress(tx.to), call, interfaces)),
      ...(from === null ? [] : [fromFact(from, signer?.name)]),
      ...withoutContract(call.facts, tx),
      ...(tx.value > 0n || call.id === 'native.transfer'
        ? [sentValueFact(tx, network, coinsLabel(call.facts))]
        : []),
      ...envelopeFacts(tx, network, delegations),
    ],
    actions: [toAction(call)],
    raw: rawFields(tx),
    warnings: ordered([...envelopeWarnings(tx, network, from, delegations), ...call.warnings]),
    blind: call.blind,
    ...(call.deadline === undefined ? {} : expiryOf(call.deadline * 1000n)),
    ...(from === null || isOurs === undefined
      ? {}
      : { totals: totalsFor(tx, { network, from, isOwn: isOurs }, call) }),
  };
}

/** Who signs, and on which network. */
interface Account {
  readonly network: Network;
  readonly from: Hex;
  readonly isOwn: (address: string | null) => boolean;
}

/** What it moves for an account and the operator's other addresses. */
const totalsFor = (
  tx: UnsignedEthereumTransaction,
  { network, from, isOwn: isOurs }: Account,
  call: DecodedCall,
): Totals =>
  totalsOf({
    moves: [...(tx.value === 0n ? [] : [sent(tx, network, from)]), ...movesOf(call)],
    isOurs,
    fee: { asset: coinOf(network), amount: highestFee(tx), isHighest: true },
    notes: notesOf(call),
  });

const sent = (tx: UnsignedEthereumTransaction, network: Network, from: Hex) => ({
  asset: coinOf(network),
  amount: tx.value,
  from,
  to: tx.to,
});

/** Who signs. */
export const fromFact = (address: Hex, name?: string): Fact => ({
  label: 'From',
  value: address,
  kind: 'address',
  ...(name === undefined ? {} : { note: name }),
});

function readTopCall(
  tx: UnsignedEthereumTransaction,
  to: Hex,
  context: Pick<ContractCall, 'network' | 'from' | 'isOwn' | 'interfaces'>,
): DecodedCall {
  const { chainId, value, data } = tx;
  const call = readCall({ ...context, chainId, to, value, data, offset: tx.ranges.data?.[0] ?? 0 });
  // Facts that name the called contract without a place of their own come from the envelope's "to".
  const ranges = tx.ranges.to === undefined ? [] : [tx.ranges.to];
  const facts = call.facts.map((fact) =>
    fact.value === to && fact.ranges === undefined ? { ...fact, ranges } : fact,
  );
  const sentence = [...call.sentence, ...inFavor(call, { chainId, isOwn: context.isOwn })];
  return { ...call, facts, sentence };
}

function readCreation(tx: UnsignedEthereumTransaction, network: Network, from: Hex | null): DecodedCall {
  const ranges = tx.ranges.data === undefined ? [] : [tx.ranges.data];
  const value = tx.value > 0n ? say(' and send it ', theAmount(formatCoins(tx.value, network.unit))) : [];
  return decoded('contract.create', 'Contract creation', {
    sentence: [...say('Create a contract'), ...value],
    facts: [
      ...(from === null ? [] : [newContractFact(from, tx.nonce)]),
      { label: 'Code', value: prefixedHex(tx.data), kind: 'data', note: `${tx.data.length} bytes`, ranges },
    ],
    warnings: tx.data.length === 0 ? [] : [blindSigning('The code of the new contract could not be read.')],
    blind: tx.data.length > 0,
  });
}

const newContractFact = (from: Hex, nonce: bigint): Fact => ({
  label: 'New contract',
  value: addressOfContract(from, nonce),
  kind: 'address',
  note: 'follows from sender and nonce',
});

/** Adds the coins that go along, where the sentence of the call does not name them itself. */
function withValue(call: DecodedCall, tx: UnsignedEthereumTransaction, network: Network) {
  const coins = formatCoins(tx.value, network.unit);
  // A sentence with inner calls speaks of their value, which is not the value of the transaction.
  const isSaid = call.inner.length === 0 && call.sentence.some((part) => part.value === coins);
  return tx.value === 0n || isSaid || call.saysCoins === true
    ? call.sentence
    : [...call.sentence, ...say(', and send ', theAmount(coins))];
}

/** A fee that an operator has to be stopped at is said with the rest. */
const graveFee = (tx: UnsignedEthereumTransaction, network: Network) =>
  feeGradeOf(tx, network) === 'danger'
    ? say(', and pay up to ', theAmount(formatCoins(highestFee(tx), network.unit)), ' in fees')
    : [];

/** A call with those inside it, as the model has it. */
export const toAction = ({ id, title, facts, inner }: DecodedCall): RecognisedAction => ({
  id,
  title,
  facts,
  actions: inner.map(toAction),
});
