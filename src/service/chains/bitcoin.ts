import { setImmediate } from 'node:timers/promises';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { scriptsOfKey } from '#chains/bitcoin/spending.ts';
import {
  type MadeSignature,
  type SignatureNeeded,
  requireSignatures,
  withSignatures,
} from '#chains/bitcoin/signing.ts';
import { signaturesNeeded } from '#chains/bitcoin/final-script.ts';
import { parseBitcoin } from '#chains/bitcoin/transaction.ts';
import { libsecp256k1 } from '#native/libsecp256k1.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { keyError } from '#protocol/key-errors.ts';
import { type TransactionSigner, useSecp256k1 } from './transaction-signer.ts';

/** Of many inputs, so many milliseconds' worth are signed before others have a turn. */
const TURN_MS = 10;

/**
 * Signs the inputs of a PSBT that are the key's: ECDSA by RFC 6979 with a low s, or BIP-340 with the key tweaked for the
 * key path alone (BIP-86, 341). What comes back is the PSBT as hex with the signatures, not finalised.
 */
export const bitcoinSigner: TransactionSigner = {
  curve: 'CURVE_SECP256K1',
  sign: async (unsignedTransaction, { privateKey, publicKey, signWith }) => {
    const tx = parseBitcoin(unsignedTransaction);
    const needed = signaturesNeeded(tx, scriptsOfKey(publicKey), publicKey);
    requireSignatures(needed, signWith);
    const point = fromHex(publicKey);
    const made: MadeSignature[] = [];
    let began = performance.now();
    for (const each of needed) {
      const signature = useSecp256k1(privateKey, (key) => signatureOf(each, key, point));
      made.push({ ...each, signature });
      if (performance.now() - began < TURN_MS) continue;
      await setImmediate();
      began = performance.now();
    }
    return toHex(withSignatures(tx.psbt, point, made));
  },
};

function signatureOf(needed: SignatureNeeded, key: Uint8Array, point: Uint8Array): Uint8Array {
  const { spending } = needed;
  const hash = needed.hash();
  const { privateAdd, privateNegate, sign, signSchnorr, xOnlyPointFromPoint } = libsecp256k1();
  if (spending.rules !== 'taproot') return secp256k1.Signature.fromBytes(sign(hash, key)).toBytes('der');
  const even = point[0] === 3 ? privateNegate(key) : key;
  const tweaked = privateAdd(even, schnorr.utils.taggedHash('TapTweak', xOnlyPointFromPoint(point)));
  try {
    // Null for one tweak in 2^128: no key at all.
    if (tweaked === null) throw keyError('PRIVATE_KEY_INVALID.taproot');
    return signSchnorr(hash, tweaked);
  } finally {
    tweaked?.fill(0);
    if (even !== key) even.fill(0);
  }
}
