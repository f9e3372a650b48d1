import { base32nopad } from '@scure/base';
import type { AppError } from '../error.ts';
import { fromHex } from '../encoding.ts';
import { offlineFrameError } from './errors.ts';
import { type FrameProgress, MAX_SCANNED, type PartsReader } from './ur.ts';

/** Magic, encoding, kind of file, number of parts, and which of them; the last two in two digits to the base 36. */
const HEADER = /^B\$([H2Z])([A-Z0-9])([0-9A-Z]{2})([0-9A-Z]{2})([0-9A-Z]+)$/;
const HEX = /^(?:[0-9A-F]{2})+$/;
const BASE32 = /^[A-Z2-7]+$/;

/** What a series of BBQr codes holds. */
export interface BbqrMessage {
  /** The letter of the kind of file: `C` for CBOR, `J` for JSON, `P` for a PSBT and so on. */
  readonly kind: string;
  /** The file's bytes, or what inflates to them. */
  readonly bytes: Uint8Array;
  /** Whether the bytes are compressed: raw DEFLATE (RFC 1951). */
  readonly isCompressed: boolean;
}

/** Reads one series of BBQr codes, by Coinkite's published format. */
export function createBbqrReader(): PartsReader & { readonly message: BbqrMessage | null } {
  /** Encoding, kind and number of parts, which all parts share. */
  let same: string | null = null;
  let count = 0;
  const parts = new Map<number, Uint8Array>();
  let message: BbqrMessage | null = null;

  return {
    get progress(): FrameProgress | null {
      return same === null ? null : { known: parts.size, count };
    },
    get message() {
      return message;
    },
    take(text) {
      const [, encoding = '', kind = '', ofHowMany = '', which = '', content = ''] = HEADER.exec(text) ?? [];
      if (encoding === '') throw malformed('it has no header of BBQr');
      const [total, index] = [Number.parseInt(ofHowMany, 36), Number.parseInt(which, 36)];
      if (total === 0 || index >= total) throw malformed('it has a number that no part has');
      const bytes = decodeContent(encoding, content);
      const head = `${encoding}${kind}${ofHowMany}`;
      if (same !== null && same !== head) throw offlineFrameError('FRAME_OTHER');
      const before = parts.get(index);
      if (before !== undefined) {
        if (before.length !== bytes.length || !before.every((byte, at) => byte === bytes[at]))
          throw offlineFrameError('FRAME_OTHER');
        return false;
      }
      requireLength(parts, { index, total, length: bytes.length });
      [same, count] = [head, total];
      parts.set(index, bytes);
      if (parts.size === total) {
        const ordered = [...parts].sort(([one], [other]) => one - other).map(([, part]) => part);
        message = { kind, bytes: joined(ordered), isCompressed: encoding === 'Z' };
      }
      return true;
    },
  };
}

function decodeContent(encoding: string, content: string): Uint8Array {
  if (!(encoding === 'H' ? HEX : BASE32).test(content))
    throw malformed('it has characters of another encoding');
  if (encoding === 'H') return fromHex(content);
  try {
    return base32nopad.decode(content);
  } catch (cause) {
    throw offlineFrameError('FRAME_MALFORMED', { why: 'it ends within a byte', cause });
  }
}

/** All parts but the last have one length, and the last none greater; together no more than is read. */
function requireLength(
  parts: ReadonlyMap<number, Uint8Array>,
  { index, total, length }: { readonly index: number; readonly total: number; readonly length: number },
): void {
  const last = total - 1;
  const whole = [...parts].find(([at]) => at !== last)?.[1].length;
  const runt = parts.get(last)?.length;
  const isFit =
    index === last
      ? whole === undefined || length <= whole
      : (whole === undefined || length === whole) && (runt === undefined || runt <= length);
  if (!isFit) throw offlineFrameError('FRAME_OTHER');
  const size = (index === last ? (whole ?? 0) : length) * last;
  if (size > MAX_SCANNED || length > MAX_SCANNED)
    throw offlineFrameError('FRAME_TOO_LARGE', { limit: MAX_SCANNED });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, bytes) => sum + bytes.length, 0));
  let at = 0;
  for (const bytes of chunks) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

/**
 * A BBQr message's file. What is compressed is inflated no further than to the most that is read.
 * @throws AppError `FRAME_PARTS`, `FRAME_TOO_LARGE`
 */
export async function inflated({ bytes, isCompressed }: BbqrMessage): Promise<Uint8Array> {
  if (!isCompressed) return bytes;
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // Both ends fail alike; the reading end is the one that is listened to.
  void writer.write(Uint8Array.from(bytes)).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw offlineFrameError('FRAME_PARTS', { why: 'what they hold can’t be decompressed', cause });
    });
    if (done || value === undefined) return joined(chunks);
    length += value.length;
    if (length > MAX_SCANNED) {
      await reader.cancel().catch(() => undefined);
      throw offlineFrameError('FRAME_TOO_LARGE', { limit: MAX_SCANNED });
    }
    chunks.push(value);
  }
}

const malformed = (why: string): AppError => offlineFrameError('FRAME_MALFORMED', { why });
