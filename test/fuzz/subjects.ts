import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { decodeTarget } from './decode-target.ts';
import type { Target } from './fuzz.ts';
import { FRAME_WORDS, frameSeeds, frameTarget } from './frame-target.ts';
import { OFFLINE_WORDS, offlineSeeds, offlineTarget } from './offline-target.ts';
import {
  authorizationSeeds,
  authorizationTarget,
  JSON_WORDS,
  messageSeeds,
  messageTarget,
  typedDataSeeds,
  typedDataTarget,
} from './payloads.ts';
import { seedsOf } from './seeds.ts';
import { TRANSCRIPT_WORDS, transcriptSeeds, transcriptTarget } from './transcript-target.ts';

/** Something that is fuzzed: a chain's reader, that of a kind of payload, or that of the offline files or their QR codes. */
interface Subject {
  /** As `--chain` names it. */
  readonly name: string;
  readonly target: Target;
  readonly seeds: () => Uint8Array[];
  readonly words: readonly Uint8Array[];
}

export const SUBJECTS: readonly Subject[] = [
  ...TRANSACTION_TYPES.map((type): Subject => ({
    name: type.replace('TRANSACTION_TYPE_', '').toLowerCase(),
    target: decodeTarget(type),
    seeds: () => seedsOf(type),
    words: [],
  })),
  { name: 'typed-data', target: typedDataTarget, seeds: typedDataSeeds, words: JSON_WORDS },
  { name: 'authorization', target: authorizationTarget, seeds: authorizationSeeds, words: JSON_WORDS },
  {
    name: 'message',
    target: messageTarget,
    seeds: () => [
      ...messageSeeds(),
      ...seedsOf('TRANSACTION_TYPE_SOLANA'),
      ...seedsOf('TRANSACTION_TYPE_TRON'),
    ],
    words: [],
  },
  { name: 'offline', target: offlineTarget, seeds: offlineSeeds, words: OFFLINE_WORDS },
  { name: 'ceremony', target: transcriptTarget, seeds: transcriptSeeds, words: TRANSCRIPT_WORDS },
  { name: 'qr', target: frameTarget, seeds: frameSeeds, words: FRAME_WORDS },
];
