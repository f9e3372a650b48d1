import { p256 } from '@noble/curves/nist.js';
import { z } from 'zod';
import { fromHex, sha256Hex } from './encoding.ts';

const uncompressed = z.string().regex(/^04[0-9a-f]{128}$/, '65 bytes, uncompressed, as hex');

/**
 * The public keys of a service that its clients pin, as its ready line names them (docs/decisions/040): P-256, hex.
 * Uncompressed (65 bytes), but `onRampEncryption`, which is compressed (33 bytes).
 */
export const pinnedKeys = z.object({
  /** Signs export and import envelopes. */
  enclaveQuorum: uncompressed,
  /** Signs sessions. */
  sessionNotarizer: uncompressed,
  /** What OAuth 2.0 client secrets are sealed to. */
  fetcherQuorum: uncompressed,
  /** What on-ramp credentials are sealed to. */
  onRampEncryption: z.string().regex(/^0[23][0-9a-f]{64}$/, '33 bytes, compressed, as hex'),
});
export type PinnedKeys = z.infer<typeof pinnedKeys>;

/** The keys of the hosted service in production (PROTOCOL.md, section 3.6). */
export const HOSTED_KEYS: PinnedKeys = {
  enclaveQuorum:
    '04cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd69adca9a4bbf7f5d00d20a5e364b2569',
  sessionNotarizer:
    '04d498aa87ac3bf982ac2b5dd9604d0074905cfbda5d62727c5a237b895e6749205e9f7cd566909c4387f6ca25c308445c60884b788560b785f4a96ac33702a469',
  fetcherQuorum:
    '045e899f1fcf7d12b3c8fd997a7a43bb853dd4e8d63419a8f867c70aacc1c4cf9d04848baca41f0c85ffbbd23cbf78967501cd8eca9e4a6369370a9a38f70d13c0',
  onRampEncryption: '02336ebd7e929ef64b87c776b72540255b4c7b41579a24b1e68fb060daa873f9f6',
};

const SAME: readonly (keyof PinnedKeys)[] = [
  'enclaveQuorum',
  'sessionNotarizer',
  'fetcherQuorum',
  'onRampEncryption',
];

/** A set of keys alone, or a ready line with it. */
const keysText = z.union([pinnedKeys, z.looseObject({ keys: pinnedKeys }).transform(({ keys }) => keys)]);

/**
 * Reads a service's keys out of what its operator gave: the JSON of the four keys, or the service's ready line, also among
 * other lines of its output. Each key has to be a point of P-256.
 * @returns undefined for anything else
 */
export function readPinnedKeys(text: string): PinnedKeys | undefined {
  for (const part of [text, ...text.split('\n').filter((line) => line.trim().startsWith('{'))]) {
    let value: unknown;
    try {
      value = JSON.parse(part);
    } catch {
      continue;
    }
    const parsed = keysText.safeParse(value);
    if (parsed.success && SAME.every((name) => isPoint(parsed.data[name]))) return parsed.data;
  }
  return undefined;
}

function isPoint(hex: string): boolean {
  try {
    p256.Point.fromHex(hex).assertValidity();
    return true;
  } catch {
    return false;
  }
}

/** What two people compare of a key: SHA-256 over its bytes, as hex. */
export const keyFingerprint = (key: string): string => sha256Hex(fromHex(key));

/** The names of the keys in which two services differ; empty for the same service. */
export const differingKeys = (pinned: PinnedKeys, given: PinnedKeys): readonly (keyof PinnedKeys)[] =>
  SAME.filter((name) => pinned[name] !== given[name]);
