import { randomBytes } from 'node:crypto';
import { generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import type { P256KeyPair } from '#protocol/p256-key.ts';

/** Makes the P-256 key that one answer is sealed to. It lives in memory alone; whoever asked wipes it. */
export const makeTargetKey = (): P256KeyPair =>
  generateP256KeyPair(Uint8Array.from(randomBytes(P256_RANDOM_LENGTH)));
