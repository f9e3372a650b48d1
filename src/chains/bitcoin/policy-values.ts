import { idText } from './raw-transaction.ts';
import { LOCKTIME_THRESHOLD } from './psbt.ts';
import { readAddress } from './scripts.ts';
import { addressOfScript } from './script-kinds.ts';
import type { BitcoinTransaction } from './transaction.ts';
import { type BitcoinNetwork, MAINNET, REGTEST, TESTNET } from '../addresses/bitcoin.ts';
import { toHex } from '#protocol/encoding.ts';
import { HexText, Spellings, type Struct } from '#protocol/policies/value.ts';

/**
 * The value of the keyword `bitcoin` for a transaction. An output without an address has none, which is an error in a
 * condition that asks for it. A transaction has no network, and the requester chose the address: an output equals its address
 * on each of them.
 * @param signWith the address that signs, whose network comes first; else the main network
 */
export function bitcoinValues(tx: BitcoinTransaction, signWith: string): Struct {
  const network = networkOf(signWith);
  return {
    tx: {
      version: tx.version.toString(),
      inputs: tx.inputs.map(({ txid, vout, sequence }) => ({
        tx_id: idText(txid),
        vout: BigInt(vout),
        sequence: BigInt(sequence),
      })),
      outputs: tx.outputs.map(({ amount, script }) => ({
        value: amount,
        script_pubkey: new HexText(toHex(script)),
        address: addressesOf(script, network),
      })),
      locktime: {
        amount: BigInt(tx.lockTime),
        type: tx.lockTime < LOCKTIME_THRESHOLD ? 'Blocks' : 'Seconds',
      },
      fee: tx.fee,
    },
  };
}

function addressesOf(script: Uint8Array, first: BitcoinNetwork): Spellings | undefined {
  const address = addressOfScript(script, first);
  if (address === undefined) return undefined;
  const all = [MAINNET, TESTNET, REGTEST].flatMap((network) => addressOfScript(script, network) ?? []);
  return new Spellings([address, ...all.filter((text) => text !== address)]);
}

function networkOf(signWith: string) {
  try {
    return readAddress(signWith).network;
  } catch {
    // A private key's id names no network.
    return MAINNET;
  }
}
