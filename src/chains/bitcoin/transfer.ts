import { fromHex, toHex } from '#protocol/encoding.ts';
import { formatUnits } from '../model/amounts.ts';
import type { ByteRange } from '../model/decoded.ts';
import {
  type TransferAsset,
  type TransferField,
  type TransferForm,
  type TransferRequest,
  sentAmount,
  assetIn,
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

const assets = (network: string): readonly TransferAsset[] => (network === NETWORK ? [COIN] : []);

interface Spending {
  readonly coins: readonly Coin[];
  readonly previous: ReadonlyMap<string, Previous>;
  readonly own: ReadAddress;
  readonly kind: 'p2wpkh' | 'p2tr';
}

/**
 * Builds a PSBT (BIP-174) that spends all given coins of the sender: one output to the recipient, and one back to the
 * sender's own address where it is worth it. No other address comes into it.
 */
function build(request: TransferRequest): string {
  const sender = request.sender.address;
  const own = readAddress(sender);
  const { asset } = readFields({ asset: () => assetIn({ assets }, request) });
  const { to, amount, coins, rate, previous, kind } = readFields({
    to: () => readRecipient(request, own),
    amount: () => sentAmount(request, asset, BTC.most),
    coins: () => readCoins(fieldIn(request, COINS)),
    rate: () => readRate(request),
    previous: () => readPrevious(request.values[PREVIOUS.name] ?? ''),
    kind: () => spendableKind(own),
  });
  const needsProof = kind === 'p2wpkh' && coins.length > 1;
  requireProven(coins, previous, { script: own.script, address: sender, needsProof });
  const least = dustOf(to.script);
  if (amount < least)
    throw refused(
      'amount',
      transferError('TRANSFER_COINS_INVALID.dust', { amount: btc(amount), least: btc(least) }),
    );
  const outputs = [{ amount, script: to.script }, ...changeOf({ coins, own, kind }, to.script, amount, rate)];
  return toHex(psbtOf({ coins, previous, own, kind }, outputs));
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
 * The output back to the sender: what the coins hold beyond the amount and the fee; none where it would be dust.
 * @throws TransferRefused where the coins don't hold enough, or the fee is out of proportion
 */
function changeOf(
  { coins, own, kind }: Omit<Spending, 'previous'>,
  to: Uint8Array,
  amount: bigint,
  rate: bigint,
): { readonly amount: bigint; readonly script: Uint8Array }[] {
  const have = coins.reduce((sum, coin) => sum + coin.amount, 0n);
  const feeFor = (scripts: readonly Uint8Array[]): bigint =>
    (virtualBytes(coins.length, kind, scripts) * rate + 999n) / 1000n;
  const fee = feeFor([to]);
  if (have < amount + fee)
    throw refused(
      COINS.name,
      transferError('TRANSFER_COINS_INVALID.tooLittle', { have: btc(have), need: btc(amount + fee) }),
    );
  const change = have - amount - feeFor([to, own.script]);
  const isWorthIt = change >= dustOf(own.script);
  const paid = isWorthIt ? have - amount - change : have - amount;
  if (paid > MOST_FEE && paid > amount)
    throw refused(
      RATE.name,
      transferError('TRANSFER_FEE_INVALID.share', { fee: btc(paid), limit: btc(MOST_FEE) }),
    );
  return isWorthIt ? [{ amount: change, script: own.script }] : [];
}

/** Bytes of a witness: P2WPKH has a signature of 72 bytes at most and a key, a key path of taproot a signature of 64. */
const WITNESS = { p2wpkh: 108n, p2tr: 66n } as const;

/** The size that fees count (BIP-141), rounded up. */
function virtualBytes(inputs: number, kind: 'p2wpkh' | 'p2tr', scripts: readonly Uint8Array[]): bigint {
  const count = BigInt(inputs);
  const counted = inputs < 0xfd ? 1n : 3n;
  const outputs = scripts.reduce((sum, { length }) => sum + 9n + BigInt(length), 1n);
  const weight = 4n * (8n + counted + 41n * count + outputs) + 2n + WITNESS[kind] * count;
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

function psbtOf(
  { coins, previous, own }: Spending,
  outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[],
): Uint8Array {
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
      const whole = previous.get(txid);
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
  networks: [{ id: NETWORK, name: 'Bitcoin' }],
  fields: [COINS, RATE, PREVIOUS],
  assets,
  build,
  series: null,
  nonceOf: () => null,
};
