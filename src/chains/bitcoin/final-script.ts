import { concatBytes } from '@noble/hashes/utils.js';
import { toHex } from '#protocol/encoding.ts';
import { chainError } from '../model/errors.ts';
import { bitcoinError } from './errors.ts';
import { INPUT, psbtField } from './psbt-fields.ts';
import { idOf, idText } from './raw-transaction.ts';
import { scriptKindOf } from './script-kinds.ts';
import type { SignatureNeeded } from './signing.ts';
import { type OwnScripts, requireFew, sighashOf, signatureHashes, spendingOf } from './spending.ts';
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
  const final = psbtField(map, INPUT.finalScriptSig);
  if (final !== undefined) return final.value;
  const kind = scriptKindOf(script);
  if (kind.startsWith('p2w') || kind === 'p2tr') return new Uint8Array();
  if (kind === 'p2sh' && redeemScript !== undefined && scriptKindOf(redeemScript).startsWith('p2w'))
    return pushed(redeemScript);
  const signature = psbtField(map, INPUT.partialSig);
  if (kind === 'p2pkh' && signature !== undefined)
    return concatBytes(pushed(signature.value), pushed(signature.keyData));
  throw bitcoinError('TRANSACTION_INCOMPLETE', { index });
}

/** Data of at most 75 bytes as a script pushes it. */
const pushed = (data: Uint8Array): Uint8Array => Uint8Array.of(data.length, ...data);

/**
 * The signatures that a key has to make: one for each of its inputs that is not signed by it yet.
 * @param publicKey compressed, hex; undefined where only an address of it is known
 * @throws AppError `INPUTS_TOO_MANY`, `SIGHASH_INVALID`, `TRANSACTION_NOT_SIGNABLE`
 */
export function signaturesNeeded(
  tx: BitcoinTransaction,
  own: OwnScripts,
  publicKey: string | undefined,
): SignatureNeeded[] {
  const open = tx.inputs.flatMap((input, index) => {
    const spending = spendingOf(input, own, publicKey);
    return spending === undefined || input.isFinal || isSignedBy(input, publicKey)
      ? []
      : [{ index, spending }];
  });
  requireFew(open);
  const hashOf = signatureHashes(tx);
  return open.map(({ index, spending }) => {
    const flags = sighashOf(tx, index, spending);
    return { index, spending, flags, hash: () => hashOf(index, spending, flags) };
  });
}

const isSignedBy = ({ map }: SpentInput, publicKey: string | undefined): boolean =>
  map.some(
    ({ type, keyData }) =>
      type === INPUT.tapKeySig || (type === INPUT.partialSig && toHex(keyData) === publicKey),
  );
