import { chainError } from '../model/errors.ts';
import { GLOBAL, INPUT, type PsbtField, type PsbtMap, psbtField } from './psbt-fields.ts';
import { type Psbt, serialisePsbt } from './psbt.ts';
import { SIGHASH } from './sighash.ts';
import type { Spending } from './spending.ts';

/** One signature that a key has to make. */
export interface SignatureNeeded {
  readonly index: number;
  readonly spending: Spending;
  readonly flags: number;
  /** 32 bytes, to be signed by ECDSA or, under taproot, by BIP-340; of old scripts it takes as long as the transaction is. */
  readonly hash: () => Uint8Array;
}

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
  const byIndex = new Map(made.map((each) => [each.index, each]));
  const inputs = psbt.inputs.map((map, at): PsbtMap => {
    const own = byIndex.get(at);
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
  const field = psbtField(global, GLOBAL.txModifiable);
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
