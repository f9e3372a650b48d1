/** The size of a picture in pixels, as its header claims it. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** So much of a file is looked through for its size, in bytes: a camera's JPEG may have long notes before it. */
const HEADER_BYTES = 4 << 20;
/** A picture of more pixels isn't decoded: it would take 200 MB, and a file of a few kilobytes can claim any number. */
const MOST_PIXELS = 50_000_000;

/** Whether a picture of that size may be decoded. */
const isDecodable = ({ width, height }: PictureSize): boolean =>
  width > 0 && height > 0 && width * height <= MOST_PIXELS;

/**
 * Decodes a picture that was chosen, once its header says that it is small enough.
 * @returns why not: `huge`, or `unreadable` for what is no picture of a known format
 */
export async function decodePicture(file: Blob): Promise<ImageBitmap | 'huge' | 'unreadable'> {
  const size = pictureSize(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  if (size === null) return 'unreadable';
  if (!isDecodable(size)) return 'huge';
  return createImageBitmap(file).catch(() => 'unreadable');
}

const ascii = (text: string): readonly number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const PNG = [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...ascii('IHDR')];

/**
 * Reads a picture's size out of its header, before anything decodes it (PNG 5.2 and 11.2.2; ITU T.81 B.1 and B.2.2; GIF89a 18;
 * RFC 9649 2.5 to 2.7; BITMAPCOREHEADER and BITMAPINFOHEADER).
 * @param bytes the file, or its first few megabytes
 * @returns the largest size that the header claims; null for any other format, and where the header isn't whole
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (begins(bytes, PNG)) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (begins(bytes, [0xff, 0xd8, 0xff])) return jpegSize(view);
    if (begins(bytes, ascii('GIF87a')) || begins(bytes, ascii('GIF89a')))
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (begins(bytes, ascii('RIFF')) && begins(bytes.subarray(8), ascii('WEBP')))
      return webpSize(bytes, view);
    if (begins(bytes, ascii('BM'))) return bitmapSize(view);
  } catch (error) {
    // Behind the end: the header isn't whole.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** The largest of all frame headers before the first scan: a decoder may take any of them. */
function jpegSize(view: DataView): PictureSize | null {
  let found: PictureSize | null = null;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    // Any number of 0xff may stand before a marker.
    while (view.getUint8(at) === 0xff) at += 1;
    const marker = view.getUint8(at);
    at += 1;
    // The scan, or the end: nothing else says a size.
    if (marker === 0xda || marker === 0xd9) return found;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    const length = view.getUint16(at);
    if (length < 2) return null;
    // SOF0 to SOF15, without the tables that stand among them (DHT, JPG, DAC).
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) found = larger(found, { width: view.getUint16(at + 5), height: view.getUint16(at + 3) });
    at += length;
  }
}

/** The first two chunks: the canvas of an extended file, and the picture itself. */
function webpSize(bytes: Uint8Array, view: DataView): PictureSize | null {
  let found: PictureSize | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [chunk, body] = [bytes.subarray(at, at + 4), at + 8];
    if (begins(chunk, ascii('VP8X')))
      found = larger(found, { width: uint24(view, body + 4) + 1, height: uint24(view, body + 7) + 1 });
    else if (begins(chunk, ascii('VP8 ')))
      return larger(found, {
        width: view.getUint16(body + 6, true) & 0x3fff,
        height: view.getUint16(body + 8, true) & 0x3fff,
      });
    else if (begins(chunk, ascii('VP8L'))) {
      const bits = view.getUint32(body + 1, true);
      return larger(found, { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
    } else if (begins(chunk, ascii('ANMF')))
      return larger(found, { width: uint24(view, body + 6) + 1, height: uint24(view, body + 9) + 1 });
    // Chunks have even lengths in the file.
    const length = view.getUint32(at + 4, true);
    at = body + length + (length % 2);
  }
  return null;
}

function bitmapSize(view: DataView): PictureSize | null {
  const header = view.getUint32(14, true);
  if (header === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  // A height below zero means that the rows stand from the top.
  return header < 40
    ? null
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;

const larger = (one: PictureSize | null, other: PictureSize): PictureSize => ({
  width: Math.max(one?.width ?? 0, other.width),
  height: Math.max(one?.height ?? 0, other.height),
});
