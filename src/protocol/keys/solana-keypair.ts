import { ed25519 } from '@noble/curves/ed25519.js';
import { z } from 'zod';
import { toHex } from '../encoding.ts';
import type { AppError } from '../error.ts';
import { Secret } from '../secret.ts';
import { keyError } from '../key-errors.ts';

const KEY_LENGTH = 32;
const numbers = z.array(z.int().min(0).max(255)).length(2 * KEY_LENGTH);

/**
 * Reads the key file of Solana's tools: a JSON array of 64 numbers, the seed and then the public key.
 * @returns the seed, 32 bytes
 * @throws AppError `KEY_FORMAT`; it never repeats a number
 */
export function readSolanaKeypair(text: string): Secret {
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
