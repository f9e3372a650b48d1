import { z } from 'zod';
import { fromHex, fromUtf8, sha256Hex, toHex, toUtf8 } from '../encoding.ts';
import { API_KEY_CURVES } from '../stamp.ts';
import { parseStrictJson } from '../strict-json.ts';
import { isSameBytes } from './cbor.ts';
import { transcriptError } from './errors.ts';
import type { Transcript } from './transcript.ts';

/** The largest file of public keys, in bytes. */
export const CEREMONY_KEYS_LIMIT = 16 * 1024;

const schema = z.strictObject({
  format: z.literal('keyops-public-keys'),
  version: z.literal(1),
  /** The ceremony’s number, hex. */
  ceremony: z.string().regex(/^[0-9a-f]{32}$/),
  organization: z.string().regex(/^[\x21-\x7e]{1,128}$/),
  credentials: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(48),
        publicKey: z.string().regex(/^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/),
        curve: z.enum(API_KEY_CURVES),
      }),
    )
    .min(1)
    .max(16),
});

/** The public keys that a ceremony made, for whoever registers them. */
export type CeremonyKeys = z.infer<typeof schema>;

/**
 * Writes the public keys that were made, as JSON: one text for one content.
 * @param count how many of the transcript’s entries are looked at; all without it
 */
export function writeCeremonyKeys(
  { ceremony, organization, entries }: Pick<Transcript, 'ceremony' | 'organization' | 'entries'>,
  count = entries.length,
): Uint8Array {
  const credentials = entries.slice(0, count).flatMap(({ act }) => {
    if (act.step !== 'create') return [];
    return [{ name: act.of, publicKey: toHex(act.publicKey), curve: act.curve }];
  });
  return writtenKeys({
    format: 'keyops-public-keys',
    version: 1,
    ceremony: toHex(ceremony),
    organization,
    credentials,
  });
}

/** The SHA-256 of that file. */
export const ceremonyKeysDigest = (transcript: Transcript, count?: number): Uint8Array =>
  fromHex(sha256Hex(writeCeremonyKeys(transcript, count)));

const writtenKeys = ({ format, version, ceremony, organization, credentials }: CeremonyKeys): Uint8Array =>
  toUtf8(`${JSON.stringify({ format, version, ceremony, organization, credentials }, null, 2)}\n`);

/**
 * Reads the public keys of a ceremony. Nobody vouches for them: the offline console compares what was registered.
 * @throws AppError `CEREMONY_KEYS_MALFORMED`
 */
export function readCeremonyKeys(bytes: Uint8Array): CeremonyKeys {
  let value: unknown;
  try {
    value = parseStrictJson(fromUtf8(bytes, 'file'), 'file');
  } catch (cause) {
    throw transcriptError('CEREMONY_KEYS_MALFORMED', { cause });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success || !isSameBytes(writtenKeys(parsed.data), bytes))
    throw transcriptError('CEREMONY_KEYS_MALFORMED');
  return parsed.data;
}
