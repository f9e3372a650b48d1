import type { AddressFormat } from '../catalogue/fields.ts';
import type { AppError } from '../error.ts';
import { decodePrivateKey } from '../key-format.ts';
import type { KeyFormat } from '../key-format-names.ts';
import type { Secret } from '../secret.ts';
import type { KeyCurve } from './curve.ts';
import { keyError } from '../key-errors.ts';
import { readSolanaKeypair } from './solana-keypair.ts';

/** The text forms that are told apart without asking: those of key-format.ts, and the array of Solana's tools. */
export type KeyForm = KeyFormat | 'SOLANA_KEYPAIR';

/** A private key that was read from text. */
export interface RecognisedKey {
  readonly form: KeyForm;
  /** 32 bytes. */
  readonly privateKey: Secret;
  /** The curves that keys of this form are of, the usual one first. */
  readonly curves: readonly [KeyCurve, ...KeyCurve[]];
  /** The address that programs of this form show for the key. */
  readonly addressFormat: AddressFormat;
}

type Belongs = Pick<RecognisedKey, 'curves' | 'addressFormat'>;

const SECP256K1 = ['CURVE_SECP256K1'] as const;
const ED25519 = ['CURVE_ED25519'] as const;

const BELONGS: Readonly<Record<KeyForm, Belongs>> = {
  HEXADECIMAL: {
    curves: ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'],
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  },
  SOLANA: { curves: ED25519, addressFormat: 'ADDRESS_FORMAT_SOLANA' },
  SOLANA_KEYPAIR: { curves: ED25519, addressFormat: 'ADDRESS_FORMAT_SOLANA' },
  BITCOIN_MAINNET_WIF: { curves: SECP256K1, addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' },
  BITCOIN_TESTNET_WIF: { curves: SECP256K1, addressFormat: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH' },
  SUI_BECH32: { curves: ED25519, addressFormat: 'ADDRESS_FORMAT_SUI' },
};

/** What each form looks like from afar; the first that fits is read, and has to be whole and right. */
const LOOKS: readonly (readonly [KeyForm, RegExp])[] = [
  ['HEXADECIMAL', /^(?:0[xX]\S*|[0-9a-fA-F]+)$/],
  ['SUI_BECH32', /^suiprivkey1\S*$/i],
  ['SOLANA_KEYPAIR', /^\[[\s\S]*\]$/],
  ['BITCOIN_MAINNET_WIF', /^[5KL][1-9A-HJ-NP-Za-km-z]{50,51}$/],
  ['BITCOIN_TESTNET_WIF', /^[9c][1-9A-HJ-NP-Za-km-z]{50,51}$/],
  ['SOLANA', /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
];

/**
 * Reads a private key from text in whichever form it is: hex, WIF, base58 or the number array of Solana, bech32 of Sui.
 * Space around it is no part of it. Errors never repeat the text.
 * @throws AppError `KEY_FORMAT` when it looks like a form and is not right in it, `KEY_UNKNOWN_FORM`
 */
export function recognisePrivateKey(text: string): RecognisedKey {
  const trimmed = text.trim();
  const form = LOOKS.find(([, look]) => look.test(trimmed))?.[0];
  if (form === undefined) throw unknownForm(trimmed);
  const privateKey = form === 'SOLANA_KEYPAIR' ? readSolanaKeypair(trimmed) : decodePrivateKey(trimmed, form);
  return { form, privateKey, ...BELONGS[form] };
}

function unknownForm(text: string): AppError {
  const words = text.split(/\s+/).length;
  return words < 12 ? keyError('KEY_UNKNOWN_FORM.unknown') : keyError('KEY_UNKNOWN_FORM.words', { words });
}
