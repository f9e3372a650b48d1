import { expect } from 'vitest';
import { generateP256KeyPair, type P256KeyPair } from '#protocol/p256-key.ts';
import { fromHex, fromUtf8, toHex, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';

/** A key pair that is the same in every run; each number gives another. */
export const keyPairOf = (number: number): P256KeyPair =>
  generateP256KeyPair(new Uint8Array(48).fill(number));

export const secretOfHex = (hex: string): Secret => new Secret(fromHex(hex));
export const secretOfText = (text: string): Secret => new Secret(toUtf8(text));
export const hexOf = (secret: Secret): string => secret.use(toHex);
export const textOf = (secret: Secret): string => secret.use((bytes) => fromUtf8(bytes));

/** A copy with one bit turned over. */
export function flipBit(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  const bit = at % (copy.length * 8);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** What a AppError of this code looks like to `toThrow` and `toMatchObject`. */
export const withCode = (code: string): { code: string; name: string } => ({ code, name: 'AppError' });

/** As {@link withCode}, where chance decides which of several checks fails first. */
export const withOneOf = (...codes: string[]): { code: string; name: string } =>
  withCode(expect.toBeOneOf(codes) as string);
