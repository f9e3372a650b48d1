import { fromHex, toHex } from '#protocol/encoding.ts';
import { formatUnits } from '../model/amounts.ts';
import type { ByteRange } from '../model/decoded.ts';
import {
  type TransferAsset,
  type TransferField,
  type TransferForm,
  type TransferRequest,
  type TypedPayment,
  sentAmount,
  assetIn,
  createAssetLists,
  fieldIn,
  readFields,
  readUnits,
  recipientIn,
  refused,
} from '../model/transfer.ts';
import { transferError } from '../model/transfer-errors.ts';
import { BTC, type Coin, readCoins, readPrevious, requireProven } from './coins.ts';
import type { Previous } from './previous-transactions.ts';
import { GLOBAL, INPUT, type PsbtField } from './psbt-fields.ts';
import { serialisePsbt } from './psbt.ts';
import { type RawTransaction, serialiseOutput, serialiseWithoutWitness } from './raw-transaction.ts';
import { type ScriptKind, scriptKindOf } from './script-kinds.ts';
import { type ReadAddress, readAddress } from './scripts.ts';

const NETWORK = 'bitcoin';
const COIN: TransferAsset = { id: '', symbol: 'BTC', name: 'Bitcoin', decimals: BTC.decimals };
/** Replaceable (BIP-125): a fee that turns out too low can be raised. */
const SEQUENCE = 0xffff_fffd;
const MOST_RATE = 1_000;
/** A fee above what is sent is refused from here on: 0.001 BTC. */
const MOST_FEE = 100_000n;
/** The largest transaction that nodes relay (Bitcoin Core, MAX_STANDARD_TX_WEIGHT), in virtual bytes. */
const MOST_SIZE = 100_000n;
/** So many outputs fit into that, to the shortest addresses. */
const MOST_PAYMENTS = 3_000;

const COINS: TransferField = {
  name: 'coins',
  label: 'Coins to spend',
  aside: 'transaction ID:output amount in BTC, one per line',
  where:
    'The unspent outputs of the address: an explorer’s page of it, or listunspent of a node. All of them are spent; what is left over comes back to the same address.',
  initial: '',
  group: 'known',
  isLong: true,
};
const RATE: TransferField = {
  name: 'rate',
  label: 'Fee rate',
  aside: 'sat/vB',
  where: 'What the next blocks take: an explorer’s fee estimate, or estimatesmartfee of a node.',
  initial: '',
  group: 'known',
};
const PREVIOUS: TransferField = {
  name: 'previous',
  label: 'Their transactions',
  aside: 'raw hex, one per line',
  where:
    'Needed for several coins of a SegWit v0 address (bc1q): they prove the amounts. “Raw transaction” in an explorer, or getrawtransaction of a node.',
  initial: '',
  group: 'known',
  isLong: true,
  isOptional: true,
};

const NETWORKS = [{ id: NETWORK, name: 'Bitcoin' }];
const assets = createAssetLists(NETWORKS, () => [COIN]);

interface Output {
  readonly amount: bigint;
  readonly script: Uint8Array;
}

interface Spending {
  readonly coins: readonly Coin[];
  readonly previous: ReadonlyMap<string, Previous>;
  /** Satoshis per 1,000 virtual bytes. */
  readonly rate: bigint;
  readonly own: ReadAddress;
  readonly kind: 'p2wpkh' | 'p2tr';
}

/**
 * Builds a PSBT (BIP-174) that spends all given coins of the sender: one output to the recipient, and one back to the
 * sender's own address where it is worth it. No other address comes into it.
 */
function build(request: TransferRequest): string {
  const own = readAddress(request.sender.address);
  const { to, amount, ...spending } = readFields({
    ...paymentReaders(request, own),
    ...spendingReaders(request, own),
  });
  return pay(request, { ...spending, own }, () => [requireWorth({ amount, script: to.script })]);
}

const check = (request: TransferRequest): bigint => outputOf(request).amount;

/** Builds a PSBT as {@link build}, with an output for each payment in their order. */
function buildTogether(request: TransferRequest, payments: readonly TypedPayment[]): string {
  const own = readAddress(request.sender.address);
  const spending = readFields(spendingReaders(request, own));
  return pay(request, { ...spending, own }, () =>
    payments.map((payment) => outputOf({ ...request, ...payment })),
  );
}

function outputOf(request: TransferRequest): Output {
  const { to, amount } = readFields(paymentReaders(request, readAddress(request.sender.address)));
  return requireWorth({ amount, script: to.script });
}

function paymentReaders(request: TransferRequest, own: ReadAddress) {
  const { asset } = readFields({ asset: () => assetIn({ assets }, request) });
  return {
    to: () => readRecipient(request, own),
    amount: () => sentAmount(request, asset, BTC.most),
  };
}

const spendingReaders = (request: TransferRequest, own: ReadAddress) => ({
  coins: () => readCoins(fieldIn(request, COINS)),
  rate: () => readRate(request),
  previous: () => readPrevious(request.values[PREVIOUS.name] ?? ''),
  kind: () => spendableKind(own),
});

function requireWorth({ amount, script }: Output): Output {
  const least = dustOf(script);
  if (amount >= least) return { amount, script };
  throw refused(
    'amount',
    transferError('TRANSFER_COINS_INVALID.dust', { amount: btc(amount), least: btc(least) }),
  );
}

/** @param outputsOf read once the coins are proven */
function pay(
  { sender }: Pick<TransferRequest, 'sender'>,
  spending: Spending,
  outputsOf: () => readonly Output[],
): string {
  const { coins, previous, own, kind } = spending;
  const needsProof = kind === 'p2wpkh' && coins.length > 1;
  requireProven(coins, previous, { script: own.script, address: sender.address, needsProof });
  const outputs = outputsOf();
  return toHex(psbtOf(spending, [...outputs, ...changeOf(spending, outputs)]));
}

function readRecipient(request: TransferRequest, own: ReadAddress): ReadAddress {
  const to = readAddress(recipientIn(request, (text) => text));
  if (to.network !== own.network && !isOldTestAddress(to, own))
    throw transferError('TRANSFER_RECIPIENT_INVALID.network', {
      theirs: to.networkName,
      ours: own.networkName,
    });
  return to;
}

/** Old addresses of the test networks are the same on all of them. */
const isOldTestAddress = (to: ReadAddress, own: ReadAddress): boolean =>
  ['p2pkh', 'p2sh'].includes(scriptKindOf(to.script)) && to.network.pubKeyHash === own.network.pubKeyHash;

function spendableKind({ script }: ReadAddress): 'p2wpkh' | 'p2tr' {
  const kind: ScriptKind = scriptKindOf(script);
  if (kind === 'p2wpkh' || kind === 'p2tr') return kind;
  throw refused(COINS.name, transferError('TRANSFER_COINS_INVALID.address'));
}

/** Satoshis per 1,000 virtual bytes. */
function readRate(request: TransferRequest): bigint {
  const rate = readUnits(fieldIn(request, RATE), { decimals: 3, unit: 'sat/vB', most: BTC.most });
  if (rate > BigInt(MOST_RATE) * 1000n)
    throw transferError('TRANSFER_FEE_INVALID.rate', { rate: formatUnits(rate, 3), most: MOST_RATE });
  if (rate === 0n) throw transferError('TRANSFER_NUMBER_INVALID.zero');
  return rate;
}

/**
 * The output back to the sender: what the coins hold beyond the amounts and the fee; none where it would be dust.
 * @throws TransferRefused where the coins don't hold enough, the fee is out of proportion, or nobody relays its size
 */
function changeOf({ coins, rate, own, kind }: Spending, outputs: readonly Output[]): Output[] {
  const have = sumOf(coins);
  const amount = sumOf(outputs);
  const scripts = outputs.map(({ script }) => script);
  const sizeOf = (some: readonly Uint8Array[]): bigint => virtualBytes(coins.length, kind, some);
  const feeFor = (size: bigint): bigint => (size * rate + 999n) / 1000n;
  const [size, sizeWithChange] = [sizeOf(scripts), sizeOf([...scripts, own.script])];
  if (sizeWithChange > MOST_SIZE)
    throw refused(
      COINS.name,
      transferError('TRANSFER_COINS_INVALID.tooLarge', { size: sizeWithChange, most: MOST_SIZE }),
    );
  if (have < amount + feeFor(size))
    throw refused(
      COINS.name,
      transferError('TRANSFER_COINS_INVALID.tooLittle', {
        have: btc(have),
        need: btc(amount + feeFor(size)),
      }),
    );
  const change = have - amount - feeFor(sizeWithChange);
  const isWorthIt = change >= dustOf(own.script);
  const paid = isWorthIt ? have - amount - change : have - amount;
  if (paid > MOST_FEE && paid > amount)
    throw refused(
      RATE.name,
      transferError('TRANSFER_FEE_INVALID.share', { fee: btc(paid), limit: btc(MOST_FEE) }),
    );
  return isWorthIt ? [{ amount: change, script: own.script }] : [];
}

const sumOf = (all: readonly { readonly amount: bigint }[]): bigint =>
  all.reduce((sum, { amount }) => sum + amount, 0n);

/** Bytes of a witness: P2WPKH has a signature of 72 bytes at most and a key, a key path of taproot a signature of 64. */
const WITNESS = { p2wpkh: 108n, p2tr: 66n } as const;

/** The size that fees count (BIP-141), rounded up. */
function virtualBytes(inputs: number, kind: 'p2wpkh' | 'p2tr', scripts: readonly Uint8Array[]): bigint {
  const count = BigInt(inputs);
  const counted = (length: number): bigint => (length < 0xfd ? 1n : 3n);
  const outputs = scripts.reduce((sum, { length }) => sum + 9n + BigInt(length), counted(scripts.length));
  const weight = 4n * (8n + counted(inputs) + 41n * count + outputs) + 2n + WITNESS[kind] * count;
  return (weight + 3n) / 4n;
}

/** The least that nodes relay to a script: what it would cost to spend it, at 3 sat/vB (Bitcoin Core, GetDustThreshold). */
function dustOf(script: Uint8Array): bigint {
  const isSegwit = !['p2pkh', 'p2sh', 'data', 'other'].includes(scriptKindOf(script));
  return 3n * (BigInt(9 + script.length) + (isSegwit ? 67n : 148n));
}

const btc = (satoshis: bigint): string => formatUnits(satoshis, BTC.decimals);

/** What is written stands in no bytes yet. */
const NOWHERE: ByteRange = [0, 0];

function psbtOf({ coins, previous, own, kind }: Spending, outputs: readonly Output[]): Uint8Array {
  const transaction: RawTransaction = {
    version: 2,
    inputs: coins.map(({ txid, vout }) => ({
      txid: fromHex(txid).toReversed(),
      vout,
      scriptSig: new Uint8Array(),
      sequence: SEQUENCE,
      ranges: { txid: NOWHERE, vout: NOWHERE },
    })),
    outputs: outputs.map((output) => ({ ...output, ranges: { amount: NOWHERE, script: NOWHERE } })),
    lockTime: 0,
  };
  return serialisePsbt({
    global: [field(GLOBAL.unsignedTx, serialiseWithoutWitness(transaction))],
    inputs: coins.map(({ txid, amount }) => {
      // A signature of Taproot covers every amount itself (BIP-341), and published services refuse both forms there.
      const whole = kind === 'p2tr' ? undefined : previous.get(txid);
      return [
        ...(whole === undefined ? [] : [field(INPUT.nonWitnessUtxo, whole.bytes)]),
        field(INPUT.witnessUtxo, serialiseOutput({ amount, script: own.script })),
      ];
    }),
    outputs: outputs.map(() => []),
  });
}

const field = (type: number, value: Uint8Array): PsbtField => ({
  type,
  name: '',
  keyData: new Uint8Array(),
  value,
  range: NOWHERE,
});

/** Payments on Bitcoin, out of coins that are given. The network is the sender's address's. */
export const bitcoinTransfer: TransferForm = {
  networks: NETWORKS,
  fields: [COINS, RATE, PREVIOUS],
  assets,
  build,
  series: {
    kind: 'together',
    note: 'One transaction pays all lines out of these coins. What is left over comes back to the same address.',
    most: MOST_PAYMENTS,
    check,
    build: buildTogether,
  },
  nonceOf: () => null,
};
