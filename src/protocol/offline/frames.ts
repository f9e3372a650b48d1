import { AppError } from '../error.ts';
import { type BbqrMessage, createBbqrReader, inflated } from './bbqr.ts';
import { type CborMap, type CborValue, decodeCanonical, encodeCanonical } from './cbor.ts';
import { offlineFrameError } from './errors.ts';
import {
  type FrameProgress,
  MAX_SCANNED,
  type UrFrames,
  type UrMessage,
  createUrFrames,
  createUrReader,
} from './ur.ts';

/** The UR types of the formats, registered in docs/offline-format.md: each holds the bytes of one file. */
const FILE_TYPES = ['keyops-request', 'keyops-stamp', 'keyops-answer'] as const;
/** The UR type of several files: a CBOR list of byte strings, each a file. */
const FILES_TYPE = 'keyops-files';
/** The most files in one series of codes. */
const MAX_FILES = 200;
/** The three bytes of tag 55799 that each file begins with. */
const MAGIC_LENGTH = 3;

/** From this many bytes on a file is better carried on a stick: half a minute of frames at the default rate. */
export const BEST_BY_FILE = 20_000;
/** Bytes of a file in a code. */
export const DENSITIES = [100, 250, 400] as const;
export type Density = (typeof DENSITIES)[number];
/** Codes a second. */
export const FRAME_RATES = [2, 5, 10] as const;

/**
 * QR codes for files: one UR of the file's type, or one of `keyops-files` for several.
 * @param files in CBOR, each as `writeOfflineFile` wrote it
 * @throws AppError `FRAME_KIND` for no file, too many of them, or what is no file of ours; `FRAME_TOO_LARGE` for more than is read
 */
export function framesOfFiles(
  files: readonly Uint8Array[],
  density: Density,
): UrFrames & { readonly size: number } {
  const [first] = files;
  if (first === undefined || files.length > MAX_FILES)
    throw offlineFrameError('FRAME_KIND.file', { found: `${files.length} files` });
  const types = files.map(typeOfFile);
  const message: UrMessage =
    files.length === 1
      ? { type: types[0] ?? '', bytes: first }
      : { type: FILES_TYPE, bytes: encodeCanonical(files) };
  if (message.bytes.length > MAX_SCANNED) throw offlineFrameError('FRAME_TOO_LARGE', { limit: MAX_SCANNED });
  return { ...createUrFrames(message, density), size: message.bytes.length };
}

function typeOfFile(file: Uint8Array): string {
  const content = decoded(file.subarray(MAGIC_LENGTH));
  const format = isMap(content) ? content['format'] : undefined;
  const type = FILE_TYPES.find((known) => known === format);
  if (type === undefined || file[0] !== 0xd9 || file[1] !== 0xd9 || file[2] !== 0xf7)
    throw unknownKind('no file of a console');
  return type;
}

const isMap = (value: CborValue): value is CborMap =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);

function decoded(bytes: Uint8Array): CborValue {
  try {
    return decodeCanonical(bytes);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw unknownKind('no file of a console', cause);
  }
}

export interface FrameReader {
  /**
   * Takes what one QR code says.
   * @returns whether it said something new
   * @throws AppError `FRAME_UNKNOWN`, `FRAME_MALFORMED`, `FRAME_OTHER`, `FRAME_TOO_LARGE`, `FRAME_PARTS`
   */
  take(text: string): boolean;
  /** Null before the first part. */
  readonly progress: FrameProgress | null;
  /** Whether all of it is there. */
  readonly isComplete: boolean;
  /**
   * The files, once it is complete: bytes of CBOR, or of a JSON twin; nothing in them is checked yet but their kind.
   * @throws AppError `FRAME_KIND`, `FRAME_PARTS`, `FRAME_TOO_LARGE`
   */
  files(): Promise<readonly Uint8Array[]>;
}

/** Reads what goes by QR code between consoles: UR, and BBQr as other programs write it. */
export function createFrameReader(): FrameReader {
  const ur = createUrReader();
  const bbqr = createBbqrReader();

  return {
    get progress() {
      return ur.progress ?? bbqr.progress;
    },
    get isComplete() {
      return ur.message !== null || bbqr.message !== null;
    },
    take(text) {
      const [reader, other] = /^ur:/i.test(text) ? [ur, bbqr] : text.startsWith('B$') ? [bbqr, ur] : [];
      if (reader === undefined || other === undefined) throw offlineFrameError('FRAME_UNKNOWN');
      if (other.progress !== null) throw offlineFrameError('FRAME_OTHER');
      return reader.take(text);
    },
    files() {
      if (ur.message !== null) return Promise.resolve(ur.message).then(filesOfUr);
      if (bbqr.message !== null) return filesOfBbqr(bbqr.message);
      return Promise.reject(offlineFrameError('FRAME_PARTS', { why: 'some are missing' }));
    },
  };
}

function filesOfUr({ type, bytes }: UrMessage): readonly Uint8Array[] {
  if (type !== FILES_TYPE) {
    if (typeOfFile(bytes) !== type) throw unknownKind('a file of another kind than they say');
    return [bytes];
  }
  const list = decoded(bytes);
  const files = Array.isArray(list) ? (list as CborValue[]) : [];
  if (files.length === 0 || files.length > MAX_FILES) throw unknownKind('no list of files');
  return files.map((file) => {
    if (!(file instanceof Uint8Array)) throw unknownKind('no list of files');
    typeOfFile(file);
    return file;
  });
}

/** The kinds of BBQr that one of our files can be: CBOR, any bytes, and the JSON twin. */
async function filesOfBbqr(message: BbqrMessage): Promise<readonly Uint8Array[]> {
  if (!['C', 'B', 'J'].includes(message.kind))
    throw unknownKind(message.kind === 'P' ? 'a PSBT' : 'something else');
  const bytes = await inflated(message);
  if (message.kind === 'J') return [bytes];
  typeOfFile(bytes);
  return [bytes];
}

const unknownKind = (found: string, cause?: unknown): AppError =>
  offlineFrameError('FRAME_KIND.file', { found, cause });
