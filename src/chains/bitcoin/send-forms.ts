import { concatBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { SendForm } from '../model/chain.ts';
import { compactSize, u32 } from './byte-cursor.ts';
import { isWellFormedSpend } from './final-witness.ts';
import { INPUT, psbtField } from './psbt-fields.ts';
import { serialiseOutput } from './raw-transaction.ts';
import { scriptKindOf } from './script-kinds.ts';
import { type SpentInput, parseBitcoin } from './transaction.ts';

/**
 * A signed PSBT for those who take it further: in base64, as wallets read it, and as the raw transaction that nodes take
 * where every input is finished, or a key's own SegWit address with its signature. None of what nodes refuse unseen.
 * @param signed the PSBT as hex
 */
export function bitcoinSendForms(signed: string): readonly SendForm[] {
  try {
    const { psbt, inputs, outputs, version, lockTime } = parseBitcoin(signed);
    const forms = [{ name: 'PSBT in base64', text: base64.encode(psbt.bytes) }];
    const spent = inputs.map(wellFormedSpend);
    const done = spent.filter((each) => each !== null);
    if (done.length < spent.length) return forms;
    // BIP-144: marker and flag after the version, and a witness for each input before the lock time; none where no input has one.
    const hasWitness = done.some(({ witness }) => !isEmpty(witness));
    const raw = concatBytes(
      u32(version),
      Uint8Array.from(hasWitness ? [0, 1] : []),
      compactSize(inputs.length),
      ...inputs.map(({ txid, vout, sequence }, index) => {
        const script = done[index]?.script ?? NOTHING;
        return concatBytes(txid, u32(vout), compactSize(script.length), script, u32(sequence));
      }),
      compactSize(outputs.length),
      ...outputs.map(serialiseOutput),
      ...(hasWitness ? done.map(({ witness }) => witness) : []),
      u32(lockTime),
    );
    return [{ name: 'Raw transaction', text: toHex(raw), isFinal: true }, ...forms];
  } catch (error) {
    // What can't be read is said by the checks.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** What spends an input: its script, and its witness as it is serialised. */
interface Spending {
  readonly script: Uint8Array;
  readonly witness: Uint8Array;
}

const NOTHING = new Uint8Array();
/** A stack of no items. */
const NO_WITNESS = Uint8Array.of(0);
const isEmpty = (witness: Uint8Array): boolean => witness.length <= 1 && (witness[0] ?? 0) === 0;

function wellFormedSpend(input: SpentInput): Spending | null {
  const spend = spendOf(input);
  return spend !== null && isWellFormedSpend(input.script, spend.script, spend.witness) ? spend : null;
}

/**
 * What spends an input that is finished (BIP-174, "Input Finalizer"), or one of a key's own with its signature; null where another
 * form of script or signature is wanted.
 */
function spendOf({ map, script, isFinal }: SpentInput): Spending | null {
  if (isFinal) {
    const finalScript = psbtField(map, INPUT.finalScriptSig)?.value ?? NOTHING;
    const witness = psbtField(map, INPUT.finalScriptWitness)?.value ?? NOTHING;
    if (finalScript.length === 0 && isEmpty(witness)) return null;
    return { script: finalScript, witness: isEmpty(witness) ? NO_WITNESS : witness };
  }
  const kind = scriptKindOf(script);
  if (kind === 'p2tr') {
    const signature = psbtField(map, INPUT.tapKeySig);
    return signature === undefined ? null : { script: NOTHING, witness: stackOf([signature.value]) };
  }
  const [signature, ...others] = map.filter(({ type }) => type === INPUT.partialSig);
  // A second one is of a key that the address isn't of: which of them it is isn't told here.
  if (kind !== 'p2wpkh' || signature === undefined || others.length > 0) return null;
  return { script: NOTHING, witness: stackOf([signature.value, signature.keyData]) };
}

const stackOf = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(compactSize(items.length), ...items.map((item) => concatBytes(compactSize(item.length), item)));
