import { idText } from './raw-transaction.ts';
import { LOCKTIME_THRESHOLD } from './psbt.ts';
import { readAddress } from './scripts.ts';
import { addressOfScript, scriptKindOf } from './script-kinds.ts';
import { SIGHASH } from './sighash.ts';
import type { BitcoinTransaction, SpentInput } from './transaction.ts';
import { type BitcoinNetwork, MAINNET, REGTEST, TESTNET } from '../addresses/bitcoin.ts';
import { toHex } from '#protocol/encoding.ts';
import { HexText, Spellings, type Struct } from '#protocol/policies/value.ts';

/**
 * The value of the keyword `bitcoin` for a transaction. An output without an address has none, which is an error in a
 * condition that asks for it. A transaction has no network, and the requester chose the address: an output equals its address
 * on each of them. What a signature leaves open, and a fee that nothing proves, have no value: they can be changed behind it.
 * @param signWith the address that signs, whose network comes first; else the main network
 */
export function bitcoinValues(tx: BitcoinTransaction, signWith: string): Struct {
  const network = networkOf(signWith);
  const flags = tx.inputs.map(({ sighash }) => sighash ?? SIGHASH.DEFAULT);
  const coversInputs = flags.every((each) => each < SIGHASH.ANYONECANPAY);
  const coversOutputs = flags.every((each) => (each & ~SIGHASH.ANYONECANPAY) <= SIGHASH.ALL);
  return {
    tx: {
      version: tx.version.toString(),
      inputs: coversInputs ? tx.inputs.map(inputValues) : undefined,
      outputs: coversOutputs ? tx.outputs.map((output) => outputValues(output, network)) : undefined,
      locktime: {
        amount: BigInt(tx.lockTime),
        type: tx.lockTime < LOCKTIME_THRESHOLD ? 'Blocks' : 'Seconds',
      },
      fee: coversInputs && coversOutputs && isFeeProven(tx.inputs) ? tx.fee : undefined,
    },
  };
}

function outputValues(
  { amount, script }: BitcoinTransaction['outputs'][number],
  network: BitcoinNetwork,
): Struct {
  let address: Spellings | undefined;
  return {
    value: amount,
    script_pubkey: new HexText(toHex(script)),
    // Made when a condition first asks for it: of many outputs it takes as long as all else.
    get address() {
      return (address ??= addressesOf(script, network));
    },
  };
}

const inputValues = ({ txid, vout, sequence }: SpentInput): Struct => ({
  tx_id: idText(txid),
  vout: BigInt(vout),
  sequence: BigInt(sequence),
});

/**
 * Whether a signature over false amounts would be void. Version 0 of segwit signs the amount of its own input only: of two requests,
 * each with another false amount, one signature each makes a transaction whose fee neither has shown. Taproot signs all amounts.
 */
const isFeeProven = (inputs: readonly SpentInput[]): boolean =>
  inputs.length === 1 ||
  inputs.every(({ isProven }) => isProven) ||
  inputs.every(({ script }) => scriptKindOf(script) === 'p2tr');

function addressesOf(script: Uint8Array, first: BitcoinNetwork): Spellings | undefined {
  const isVersioned = ['p2pkh', 'p2sh'].includes(scriptKindOf(script));
  // Of some scripts two test networks have the same address: that need not be made to be left out.
  const networks = isVersioned ? [MAINNET, TESTNET] : [MAINNET, TESTNET, REGTEST];
  const isFirst = ({ scriptHash, prefix }: BitcoinNetwork): boolean =>
    isVersioned ? scriptHash === first.scriptHash : prefix === first.prefix;
  const [address, ...others] = [first, ...networks.filter((network) => !isFirst(network))].flatMap(
    (network) => addressOfScript(script, network) ?? [],
  );
  return address === undefined ? undefined : new Spellings([address, ...others]);
}

function networkOf(signWith: string) {
  try {
    return readAddress(signWith).network;
  } catch {
    // A private key's id names no network.
    return MAINNET;
  }
}
