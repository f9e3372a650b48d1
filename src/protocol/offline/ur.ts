import { AppError } from '../error.ts';
import { crc32, decodeBytewords, encodeBytewords } from './bytewords.ts';
import { type CborValue, decodeCanonical, encodeCanonical } from './cbor.ts';
import { offlineFrameError } from './errors.ts';
import {
  type FountainDecoder,
  type FragmentChooser,
  createFountainDecoder,
  createFragmentChooser,
  xorInto,
} from './fountain.ts';

/** The most that is read from QR codes, in bytes: a few minutes of frames. What is larger goes by file. */
export const MAX_SCANNED = 128 * 1024;
/** The most fragments that a message is read from: 128 KiB in fragments of 64 bytes. */
const MAX_FRAGMENTS = 2048;
/** More characters than any QR code holds (4,296, of the alphanumeric kind). */
const MAX_TEXT = 4296;
/** After this part the numbers begin again at 1, so that all codes of a message have one size. */
const LAST_PART = 0xffff;

const UR = /^ur:([a-z0-9-]{1,64})\/(?:([1-9]\d{0,9})-([1-9]\d{0,9})\/)?([a-z]+)$/;

/** How far reading is: parts are fragments' worth of what is known, out of how many. */
export interface FrameProgress {
  readonly known: number;
  readonly count: number;
}

/** Takes texts of one message's QR codes, in any order. */
export interface PartsReader {
  /**
   * @returns whether the part said something new
   * @throws AppError `FRAME_MALFORMED`, `FRAME_OTHER`, `FRAME_TOO_LARGE`, `FRAME_PARTS`
   */
  take(text: string): boolean;
  /** Null before the first part. */
  readonly progress: FrameProgress | null;
}

/** A message, and what it says that it is: a UR type. */
export interface UrMessage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface UrFrames {
  /** Of fragments: this many parts, each different, say it all where none is lost. */
  readonly count: number;
  /** The text of a part, from 1, in capitals (which a QR code holds in less room); past `count` parts mix fragments. */
  frame(number: number): string;
}

/**
 * Writes a message as the parts of a UR (BCR-2020-005, BCR-2024-001).
 * @param message CBOR; its type says what it is
 * @param density the most bytes of the message in a part
 */
export function createUrFrames(message: UrMessage, density: number): UrFrames {
  const { type, bytes } = message;
  const atLeast = Math.max(1, Math.ceil(bytes.length / density));
  const length = Math.ceil(bytes.length / atLeast);
  const count = Math.ceil(bytes.length / length);
  if (count === 1) return { count, frame: () => `ur:${type}/${encodeBytewords(bytes)}`.toUpperCase() };
  const checksum = crc32(bytes);
  const choose = createFragmentChooser(count, checksum);
  return {
    count,
    frame(asked) {
      const number = ((asked - 1) % LAST_PART) + 1;
      const data = new Uint8Array(length);
      for (const index of choose(number)) xorInto(data, bytes.subarray(index * length, (index + 1) * length));
      const part = encodeCanonical([number, count, bytes.length, checksum, data]);
      return `ur:${type}/${number}-${count}/${encodeBytewords(part)}`.toUpperCase();
    },
  };
}

interface Part {
  readonly number: number;
  readonly count: number;
  readonly length: number;
  readonly checksum: number;
  readonly data: Uint8Array;
}

interface Started {
  /** What all parts of a message share. */
  readonly same: string;
  readonly choose: FragmentChooser;
  readonly decoder: FountainDecoder;
}

/** Reads one UR, of one part or of many. A part that is no part of the message is refused and changes nothing. */
export function createUrReader(): PartsReader & { readonly message: UrMessage | null } {
  let started: Started | null = null;
  let progress: FrameProgress | null = null;
  let message: UrMessage | null = null;

  const takePart = (type: string, part: Part): boolean => {
    const { number, count, length, checksum, data } = part;
    const same = [type, count, length, checksum, data.length].join();
    started ??= {
      same,
      choose: createFragmentChooser(count, checksum),
      decoder: createFountainDecoder(count, data.length),
    };
    if (started.same !== same) throw offlineFrameError('FRAME_OTHER');
    const { choose, decoder } = started;
    const taken = decoder.take(choose(number), data);
    if (taken === 'contradicts') throw startOver('one of them says something else than the others');
    progress = { known: decoder.known, count };
    const bytes = decoder.join()?.slice(0, length);
    if (bytes !== undefined) {
      if (crc32(bytes) !== checksum) throw startOver('their checksum is another');
      message = { type, bytes };
    }
    return taken === 'new';
  };
  const startOver = (why: string): AppError => {
    [started, progress] = [null, null];
    return offlineFrameError('FRAME_PARTS', { why });
  };

  return {
    get progress() {
      return progress;
    },
    get message() {
      return message;
    },
    take(text) {
      const [, type = '', number, count, words = ''] =
        (text.length > MAX_TEXT ? null : UR.exec(text.toLowerCase())) ?? [];
      if (type === '') throw malformed('it isn’t a UR');
      const bytes = decodeBytewords(words);
      if (message !== null) return false;
      if (number !== undefined) return takePart(type, readPart(bytes, `${number}-${count ?? ''}`));
      if (started !== null) throw offlineFrameError('FRAME_OTHER');
      progress = { known: 1, count: 1 };
      message = { type, bytes };
      return true;
    },
  };
}

/** Reads a part; whatever it claims is held against the limits and against its own length before anything is made of it. */
function readPart(bytes: Uint8Array, sequence: string): Part {
  let value: CborValue;
  try {
    value = decodeCanonical(bytes);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw offlineFrameError('FRAME_MALFORMED', { why: 'it isn’t in CBOR’s one form', cause });
  }
  const [number, count, length, checksum, data, ...more] = Array.isArray(value) ? (value as CborValue[]) : [];
  if (!isUint32(number) || !isUint32(count) || !isUint32(length) || !isUint32(checksum) || more.length > 0)
    throw malformed('it doesn’t have the members of a part');
  if (!(data instanceof Uint8Array) || data.length === 0) throw malformed('it has no data');
  if (`${number}-${count}` !== sequence) throw malformed('it is numbered twice, and differently');
  if (length > MAX_SCANNED || count > MAX_FRAGMENTS)
    throw offlineFrameError('FRAME_TOO_LARGE', { limit: MAX_SCANNED });
  if (count !== Math.ceil(length / data.length)) throw malformed('its length isn’t that of a part');
  return { number, count, length, checksum, data };
}

const isUint32 = (value: CborValue | undefined): value is number =>
  typeof value === 'number' && value >= 0 && value <= 0xffffffff;
const malformed = (why: string): AppError => offlineFrameError('FRAME_MALFORMED', { why });
