import { toHex } from '#protocol/encoding.ts';
import { MAINNET, type BitcoinNetwork } from '../addresses/bitcoin.ts';
import type { Signer } from '../model/chain.ts';
import { holderOf, type Holder, type Ours } from './holders.ts';
import { scriptsOfAddresses, scriptsOfSigner } from './own-scripts.ts';
import type { RawOutput } from './raw-transaction.ts';
import { addressOfScript, kindOf, readAddress, type ScriptKind } from './scripts.ts';
import { spendingOf, type Spending } from './spending.ts';
import type { BitcoinTransaction, SpentInput } from './transaction.ts';

export interface ViewedInput extends SpentInput {
  readonly address: string | undefined;
  /** How the signer signs it; undefined where it is not the signer's, or no signer is known. */
  readonly spending: Spending | undefined;
  /** Whether it is the signer's address, whoever could sign it. */
  readonly isOwn: boolean;
  /** Whether it is another address of the operator. */
  readonly isFurther: boolean;
  readonly holder: Holder;
}
export interface ViewedOutput extends RawOutput {
  readonly kind: ScriptKind;
  readonly address: string | undefined;
  readonly holder: Holder;
  /** It goes back to what our keys alone can spend: the signer's own forms, or a script of which enough keys are ours. */
  readonly isChange: boolean;
  /** Whether it is the very script of an input that the signer signs. */
  readonly isBack: boolean;
  /** Whether it pays to another address of the operator. */
  readonly isFurther: boolean;
}

/** A transaction as one signer sees it. */
export interface BitcoinView {
  readonly tx: BitcoinTransaction;
  readonly signer: Signer | undefined;
  readonly network: BitcoinNetwork;
  readonly networkName: string;
  readonly inputs: readonly ViewedInput[];
  readonly outputs: readonly ViewedOutput[];
  /** Outputs that are neither change nor data. */
  readonly payments: readonly ViewedOutput[];
}

/**
 * Looks at a transaction with the eyes of a signer.
 * @param own further addresses of the operator
 * @throws AppError `ADDRESS_INVALID`, `PUBLIC_KEY_INVALID`
 */
export function viewOf(
  tx: BitcoinTransaction,
  signer: Signer | undefined,
  own: readonly string[] = [],
): BitcoinView {
  const place = signer === undefined ? undefined : readAddress(signer.address);
  const network = place?.network ?? MAINNET;
  const scripts = signer === undefined ? new Set<string>() : scriptsOfSigner(signer);
  const ours: Ours = { scripts, further: scriptsOfAddresses(own), signer };
  const inputs = tx.inputs.map((input) => ({
    ...input,
    address: addressOfScript(input.script, network),
    spending: spendingOf(input, scripts, signer?.publicKey?.toLowerCase()),
    isOwn: scripts.has(toHex(input.script)),
    isFurther: ours.further.has(toHex(input.script)),
    holder: holderOf(input.script, input.map, 'input', ours),
  }));
  const spent = new Map(
    inputs.flatMap(({ spending, script, holder }) =>
      spending === undefined ? [] : [[toHex(script), holder] as const],
    ),
  );
  const outputs = tx.outputs.map((output, index) => {
    const hex = toHex(output.script);
    const back = spent.get(hex);
    // An output's own map may leave its scripts away; the input that spends from the same script reveals them.
    const holder = back ?? holderOf(output.script, tx.psbt.outputs[index] ?? [], 'output', ours);
    return {
      ...output,
      kind: kindOf(output.script),
      address: addressOfScript(output.script, network),
      holder,
      isChange: holder.who === 'ours',
      isBack: back !== undefined,
      isFurther: ours.further.has(hex),
    };
  });
  return {
    tx,
    signer,
    network,
    networkName: place?.networkName ?? 'Bitcoin',
    inputs,
    outputs,
    payments: outputs.filter(({ isChange, kind }) => !isChange && kind !== 'data'),
  };
}
