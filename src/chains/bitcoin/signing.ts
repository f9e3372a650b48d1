import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';
import { chainError } from '../model/errors.ts';
import { bitcoinError } from './errors.ts';
import { GLOBAL, INPUT, type PsbtField, type PsbtMap, fieldOf } from './psbt-fields.ts';
import { type Psbt, serialisePsbt } from './psbt.ts';
import { idOf, idText } from './raw-transaction.ts';
import { kindOf } from './scripts.ts';
import {
  type OwnScripts,
  SIGHASH,
  type Spending,
  sighashOf,
  signatureHashes,
  spendingOf,
} from './spending.ts';
import { type BitcoinTransaction, type SpentInput, parseBitcoin } from './transaction.ts';

/**
 * The id that a signed PSBT will have in the network. Witnesses are no part of it, the scripts of older inputs are.
 * @returns the id as people read it
 * @throws AppError as `parseBitcoin`, `TRANSACTION_NOT_SIGNED`, `TRANSACTION_INCOMPLETE` when it still depends on a
 *   signature or a script that is not there
 */
export function finalId(hexText: string): string {
  const { psbt, inputs } = parseBitcoin(hexText);
  const isSigned = ({ map, isFinal }: SpentInput): boolean =>
    isFinal || map.some(({ type }) => type === INPUT.partialSig || type === INPUT.tapKeySig);
  if (!inputs.some(isSigned)) {
    throw chainError('TRANSACTION_NOT_SIGNED.psbt');
  }
  const signed = inputs.map((input, index) => ({ ...input, scriptSig: finalScript(input, index) }));
  return idText(idOf({ ...psbt.transaction, inputs: signed }));
}

function finalScript({ map, script, redeemScript }: SpentInput, index: number): Uint8Array {
  const final = fieldOf(map, INPUT.finalScriptSig);
  if (final !== undefined) return final.value;
  const kind = kindOf(script);
  if (kind.startsWith('p2w') || kind === 'p2tr') return new Uint8Array();
  if (kind === 'p2sh' && redeemScript !== undefined && kindOf(redeemScript).startsWith('p2w'))
    return pushed(redeemScript);
  const signature = fieldOf(map, INPUT.partialSig);
  if (kind === 'p2pkh' && signature !== undefined)
    return concatBytes(pushed(signature.value), pushed(signature.keyData));
  throw bitcoinError('TRANSACTION_INCOMPLETE', { index });
}

/** Data of at most 75 bytes as a script pushes it. */
const pushed = (data: Uint8Array): Uint8Array => Uint8Array.of(data.length, ...data);

/** One signature that a key has to make. */
export interface SignatureNeeded {
  readonly index: number;
  readonly spending: Spending;
  readonly flags: number;
  /** 32 bytes, to be signed by ECDSA or, under taproot, by BIP-340. */
  readonly hash: Uint8Array;
}

/**
 * The signatures that a key has to make: one for each of its inputs that is not signed by it yet.
 * @param publicKey compressed, hex; undefined where only an address of it is known
 * @throws AppError `SIGHASH_INVALID`, `TRANSACTION_NOT_SIGNABLE`
 */
export function signaturesNeeded(
  tx: BitcoinTransaction,
  own: OwnScripts,
  publicKey: string | undefined,
): SignatureNeeded[] {
  const hashOf = signatureHashes(tx);
  return tx.inputs.flatMap((input, index) => {
    const spending = spendingOf(input, own, publicKey);
    if (spending === undefined || input.isFinal || isSignedBy(input, publicKey)) return [];
    const flags = sighashOf(tx, index, spending);
    return [{ index, spending, flags, hash: hashOf(index, spending, flags) }];
  });
}

const isSignedBy = ({ map }: SpentInput, publicKey: string | undefined): boolean =>
  map.some(
    ({ type, keyData }) =>
      type === INPUT.tapKeySig || (type === INPUT.partialSig && toHex(keyData) === publicKey),
  );

/** A signature as the PSBT carries it. `signature` is DER, or 64 bytes under taproot; the flags are added here. */
export interface MadeSignature extends Pick<SignatureNeeded, 'index' | 'spending' | 'flags'> {
  readonly signature: Uint8Array;
}

/**
 * Puts signatures into a PSBT, at the end of their inputs' maps; every other byte stays, but for what version 2 says may
 * still be changed (BIP-370). It is not finalised (PROTOCOL.md, section 11).
 * @param publicKey 33 bytes
 */
export function withSignatures(
  psbt: Psbt,
  publicKey: Uint8Array,
  made: readonly MadeSignature[],
): Uint8Array {
  const inputs = psbt.inputs.map((map, at): PsbtMap => {
    const own = made.find(({ index }) => index === at);
    return own === undefined ? map : [...map, signatureField(own, publicKey)];
  });
  return serialisePsbt({ global: made.reduce(afterSignature, psbt.global), inputs, outputs: psbt.outputs });
}

function signatureField({ spending, flags, signature }: MadeSignature, publicKey: Uint8Array): PsbtField {
  const isTaproot = spending.rules === 'taproot';
  return {
    type: isTaproot ? INPUT.tapKeySig : INPUT.partialSig,
    name: isTaproot ? 'tap_key_sig' : 'partial_sig',
    keyData: isTaproot ? new Uint8Array() : publicKey,
    // Taproot leaves the flags away where everything is signed the usual way.
    value: flags === SIGHASH.DEFAULT ? signature : Uint8Array.of(...signature, flags),
    range: [0, 0],
  };
}

/** BIP-370, "Signer": what a signature covers may not be changed any more. */
function afterSignature(global: PsbtMap, { flags }: MadeSignature): PsbtMap {
  const field = fieldOf(global, GLOBAL.txModifiable);
  if (field === undefined) return global;
  const base = flags & ~SIGHASH.ANYONECANPAY;
  let bits = field.value[0] ?? 0;
  if (flags < SIGHASH.ANYONECANPAY) bits &= ~1;
  if (base !== SIGHASH.NONE) bits &= ~2;
  if (base === SIGHASH.SINGLE) bits |= 4;
  return global.map((each) => (each === field ? { ...field, value: Uint8Array.of(bits) } : each));
}

/** @throws AppError `TRANSACTION_NOT_FOR_KEY` */
export function requireSignatures(needed: readonly SignatureNeeded[], address: string): void {
  if (needed.length > 0) return;
  throw chainError('TRANSACTION_NOT_FOR_KEY.bitcoin', { address });
}
