import { toHex } from '../../encoding.ts';
import { MAINNET, type BitcoinNetwork } from '../../keys/addresses/bitcoin.ts';
import type { Signer } from '../chain.ts';
import { scriptsOfSigner } from './own-scripts.ts';
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
}
export interface ViewedOutput extends RawOutput {
  readonly kind: ScriptKind;
  readonly address: string | undefined;
  /** It goes back to the signer, or to the very script of an input that the signer signs. */
  readonly isChange: boolean;
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
 * @throws ProtocolError `ADDRESS_INVALID`, `PUBLIC_KEY_INVALID`
 */
export function viewOf(tx: BitcoinTransaction, signer: Signer | undefined): BitcoinView {
  const place = signer === undefined ? undefined : readAddress(signer.address);
  const network = place?.network ?? MAINNET;
  const own = signer === undefined ? new Set<string>() : scriptsOfSigner(signer);
  const inputs = tx.inputs.map((input) => ({
    ...input,
    address: addressOfScript(input.script, network),
    spending: spendingOf(input, own, signer?.publicKey?.toLowerCase()),
    isOwn: own.has(toHex(input.script)),
  }));
  const back = new Set([
    ...own,
    ...inputs.flatMap(({ spending, script }) => (spending === undefined ? [] : [toHex(script)])),
  ]);
  const outputs = tx.outputs.map((output) => ({
    ...output,
    kind: kindOf(output.script),
    address: addressOfScript(output.script, network),
    isChange: back.has(toHex(output.script)),
  }));
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
