import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { readCeremonyKeys } from '#protocol/offline/ceremony-keys.ts';
import { checkTranscript } from '#protocol/offline/check-transcript.ts';
import {
  readTranscript,
  transcriptDigest,
  transcriptTwin,
  writeTranscript,
} from '#protocol/offline/transcript.ts';
import vector from '../vectors/ceremony-transcript.json' with { type: 'json' };
import type { Target } from './fuzz.ts';

/**
 * What the readers of a ceremony's files promise for any bytes: an error in words, or a content that is written as the very
 * same bytes; and that no other transcript passes every check with the digest of the one that was approved.
 */
export const transcriptTarget: Target = (input) => {
  const read = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.message === '' || error.remedy === '')
        throw new Error(`no words: ${error.code}`, { cause: error });
      return undefined;
    }
  };
  read(() => readCeremonyKeys(input));
  const transcript = read(() => readTranscript(input));
  if (transcript === undefined) return;
  if (toHex(writeTranscript(transcript)) !== toHex(input)) throw new Error('a second encoding was taken');
  transcriptTwin(transcript);
  const holds = checkTranscript(transcript).every(({ passed }) => passed);
  if (holds && toHex(transcriptDigest(transcript)) !== vector.digest)
    throw new Error('a forged transcript holds');
};

/** The published vector, and its public keys. */
export const transcriptSeeds = (): Uint8Array[] => [fromHex(vector.hex), toUtf8(vector.publicKeys)];

/** What the format is written with. */
export const TRANSCRIPT_WORDS: readonly Uint8Array[] = [
  ...[
    'keyops-transcript',
    'step',
    'create',
    'bring',
    'trial',
    'enroll',
    'people',
    'previous',
    'Ada Lovelace',
  ].map(toUtf8),
  ...['d9d9f7', 'a8', '9affffffff', '5affffffff', '1bffffffffffffffff'].map((hex) => fromHex(hex)),
];
