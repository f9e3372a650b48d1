import { Transaction, payments, script } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';

/**
 * A raw transaction that spends P2WPKH coins of one address, read by an independent library.
 * @param values of the coins that it spends, in satoshi
 * @returns it, and whether the witness of each input holds
 */
export function readSpends(
  raw: string,
  from: string,
  values: readonly bigint[],
): { readonly sent: Transaction; readonly isValid: readonly boolean[] } {
  const sent = Transaction.fromHex(raw);
  const isValid = sent.ins.map(({ witness: [signature, pubkey] }, at) => {
    if (signature === undefined || pubkey === undefined) return false;
    const { output } = payments.p2pkh({ pubkey });
    const { signature: plain, hashType } = script.signature.decode(signature);
    const hash = sent.hashForWitnessV0(at, output ?? Buffer.alloc(0), values[at] ?? 0n, hashType);
    return payments.p2wpkh({ pubkey }).address === from && ecc.verify(hash, pubkey, plain);
  });
  return { sent, isValid };
}
