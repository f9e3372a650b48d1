import { concatBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { SendForm } from '../model/chain.ts';
import { compactSize, u32 } from './byte-cursor.ts';
import { INPUT, psbtField } from './psbt-fields.ts';
import { serialiseOutput } from './raw-transaction.ts';
import { scriptKindOf } from './script-kinds.ts';
import { type SpentInput, parseBitcoin } from './transaction.ts';

/**
 * A signed PSBT for those who take it further: in base64, as wallets read it, and as the raw transaction that nodes take
 * where every input is a key's own SegWit address with its signature.
 * @param signed the PSBT as hex
 */
export function bitcoinSendForms(signed: string): readonly SendForm[] {
  try {
    const { psbt, inputs, outputs, version, lockTime } = parseBitcoin(signed);
    const forms = [{ name: 'PSBT in base64', text: base64.encode(psbt.bytes) }];
    const witnesses = inputs.map(witnessOf);
    if (witnesses.some((witness) => witness === null)) return forms;
    // BIP-144: marker and flag after the version, and a witness for each input before the lock time.
    const raw = concatBytes(
      u32(version),
      Uint8Array.of(0, 1),
      compactSize(inputs.length),
      ...inputs.map(({ txid, vout, sequence }) =>
        concatBytes(txid, u32(vout), compactSize(0), u32(sequence)),
      ),
      compactSize(outputs.length),
      ...outputs.map(serialiseOutput),
      ...witnesses.map((items) => stackOf(items ?? [])),
      u32(lockTime),
    );
    return [{ name: 'Raw transaction', text: toHex(raw) }, ...forms];
  } catch (error) {
    // What can't be read is said by the checks.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** The items that spend an input of a key's own; null where another form of script or signature is wanted. */
function witnessOf({ map, script, isFinal }: SpentInput): readonly Uint8Array[] | null {
  if (isFinal) return null;
  const kind = scriptKindOf(script);
  if (kind === 'p2tr') {
    const signature = psbtField(map, INPUT.tapKeySig);
    return signature === undefined ? null : [signature.value];
  }
  const [signature, ...others] = map.filter(({ type }) => type === INPUT.partialSig);
  // A second one is of a key that the address isn't of: which of them it is isn't told here.
  if (kind !== 'p2wpkh' || signature === undefined || others.length > 0) return null;
  return [signature.value, signature.keyData];
}

const stackOf = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(compactSize(items.length), ...items.map((item) => concatBytes(compactSize(item.length), item)));
