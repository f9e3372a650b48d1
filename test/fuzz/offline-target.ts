import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import {
  digestOfFile,
  readAnyOfflineFile,
  writeOfflineFile,
  writeTwin,
} from '#protocol/offline/offline-files.ts';
import vectors from '../vectors/offline-format.json' with { type: 'json' };
import type { Target } from './fuzz.ts';

/**
 * What the reader of offline files promises for any bytes: an error in words, or a file that is written as the very same
 * bytes, and as a twin that is read as the same file.
 */
export const offlineTarget: Target = (input) => {
  let file;
  try {
    file = readAnyOfflineFile(input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.message === '' || error.remedy === '')
      throw new Error(`no words: ${error.code}`, { cause: error });
    return;
  }
  const written = toHex(writeOfflineFile(file));
  if (input[0] === 0xd9 && written !== toHex(input)) throw new Error('a second encoding was taken');
  const twin = readAnyOfflineFile(toUtf8(writeTwin(file)));
  if (toHex(digestOfFile(twin)) !== toHex(digestOfFile(file))) throw new Error('the twin is another file');
};

/** Each published vector, in both forms. */
export const offlineSeeds = (): Uint8Array[] =>
  vectors.flatMap(({ hex, twin }) => [fromHex(hex), toUtf8(JSON.stringify(twin))]);

/** What the formats are written with. */
export const OFFLINE_WORDS: readonly Uint8Array[] = [
  ...[
    'format',
    'version',
    'keyops-request',
    'keyops-stamp',
    'untrusted',
    'lookupTables',
    'previousTransactions',
    'addresses',
    'X-Stamp',
    '__proto__',
  ].map(toUtf8),
  ...['d9d9f7', '9affffffff', '5affffffff', 'bfff', '1bffffffffffffffff'].map((hex) => fromHex(hex)),
];
