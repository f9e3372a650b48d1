import { ed25519 } from '@noble/curves/ed25519.js';
import { z } from 'zod';
import type { AddressFormat } from '../catalogue/fields.ts';
import { toHex } from '../encoding.ts';
import type { AppError } from '../error.ts';
import { keyError } from '../key-errors.ts';
import type { KeyFormat } from '../key-format-names.ts';
import { decodePrivateKey } from '../key-format.ts';
import { Secret } from '../secret.ts';
import type { KeyCurve } from './curve.ts';

const KEY_LENGTH = 32;
const numbers = z.array(z.int().min(0).max(255)).length(2 * KEY_LENGTH);

/**
 * Reads the key file of Solana's tools: a JSON array of 64 numbers, the seed and then the public key.
 * @returns the seed, 32 bytes
 * @throws AppError `KEY_FORMAT`; it never repeats a number
 */
function readSolanaKeypair(text: string): Secret {
  const bytes = Uint8Array.from(readNumbers(text));
  const seed = bytes.slice(0, KEY_LENGTH);
  const belongs = toHex(ed25519.getPublicKey(seed)) === toHex(bytes.subarray(KEY_LENGTH));
  bytes.fill(0);
  if (belongs) return new Secret(seed);
  seed.fill(0);
  throw wrong('its public half does not belong to its private half');
}

function readNumbers(text: string): readonly number[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's message quotes the text.
    throw wrong('it is no JSON');
  }
  const parsed = numbers.safeParse(value);
  if (!parsed.success) throw wrong('it is no array of 64 bytes');
  return parsed.data;
}

const wrong = (why: string): AppError => keyError('KEY_FORMAT.solana', { why });

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
