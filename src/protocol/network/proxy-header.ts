import { formatAddress } from './cidr.ts';
import { parseLiteral } from './ip-address.ts';

/**
 * What stands at the beginning of a connection that a proxy passes through (HAProxy's doc/proxy-protocol.txt, versions 1 and
 * 2), and how many bytes it takes. `more` needs further bytes to tell.
 */
export type ProxyHeader =
  | { readonly kind: 'more' }
  | { readonly kind: 'refused'; readonly why: string }
  /** The address of the client, as text. */
  | { readonly kind: 'client'; readonly length: number; readonly address: string }
  /** The proxy speaks for itself, to look whether the service is there. */
  | { readonly kind: 'local'; readonly length: number }
  /** The proxy can't say who the client is. */
  | { readonly kind: 'unknown'; readonly length: number };

/** A line of version 1, with its end: the format's own limit, in bytes. */
export const MOST_V1_BYTES = 107;
/** A header of version 2; the format has 16 bits for it, proxies send a few hundred bytes. */
export const MOST_V2_BYTES = 2048;

const V1 = Uint8Array.of(0x50, 0x52, 0x4f, 0x58, 0x59, 0x20);
const V2 = Uint8Array.of(0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a);
const V2_FIXED = 16;
const MORE = { kind: 'more' } as const;

const refused = (why: string): ProxyHeader => ({ kind: 'refused', why });

/**
 * Reads the header at the beginning of a connection. Strict: a byte that the format doesn't have refuses the connection.
 * @param bytes what has come so far
 */
export function readProxyHeader(bytes: Uint8Array): ProxyHeader {
  if (beginsLike(bytes, V1)) return bytes.length < V1.length ? MORE : readLine(bytes);
  if (beginsLike(bytes, V2)) return bytes.length < V2_FIXED ? earlyFault(bytes) : readBinary(bytes);
  return refused('it has no PROXY header');
}

/** Whether as much as has come is as it should be. */
const beginsLike = (bytes: Uint8Array, wanted: Uint8Array): boolean =>
  wanted.subarray(0, bytes.length).every((byte, index) => bytes[index] === byte);

const PORT = '(0|[1-9]\\d{0,4})';
const LINE = new RegExp(`^PROXY TCP([46]) ([0-9A-Fa-f:.]+) ([0-9A-Fa-f:.]+) ${PORT} ${PORT}$`);

function readLine(bytes: Uint8Array): ProxyHeader {
  const end = bytes.subarray(0, MOST_V1_BYTES).indexOf(0x0a);
  if (end === -1) return bytes.length < MOST_V1_BYTES ? MORE : refused('its line is longer than 107 bytes');
  const line = String.fromCharCode(...bytes.subarray(0, end - 1));
  if (bytes[end - 1] !== 0x0d || line.includes('\r')) return refused('its line doesn’t end with CR LF');
  const length = end + 1;
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { kind: 'unknown', length };
  const [, family, source = '', destination = '', ...ports] = LINE.exec(line) ?? [];
  if (family === undefined) return refused('its line can’t be read');
  const ends = [source, destination].map(parseLiteral);
  if (ends.some((each) => each === undefined || String(each.family) !== family))
    return refused('its addresses aren’t of its family');
  if (ports.some((port) => Number(port) > 65_535)) return refused('its ports aren’t such');
  return { kind: 'client', length, address: source };
}

/** The 13th and 14th byte say enough to refuse; the rest waits for the length. */
function earlyFault(bytes: Uint8Array): ProxyHeader {
  const version = bytes[12];
  return version === undefined || version === 0x20 || version === 0x21
    ? MORE
    : refused('its version is unknown');
}

/** How many bytes the addresses of a family take (high half of the byte: 1 IPv4, 2 IPv6, 3 Unix). */
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 0: 0, 1: 12, 2: 36, 3: 216 };
const MOST_TRANSPORT = 2;
const TCP = 1;

function readBinary(bytes: Uint8Array): ProxyHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [command, kind] = [view.getUint8(12), view.getUint8(13)];
  if (command !== 0x20 && command !== 0x21) return refused('its version is unknown');
  const length = V2_FIXED + view.getUint16(14);
  if (length > MOST_V2_BYTES) return refused(`it is longer than ${MOST_V2_BYTES} bytes`);
  const [family, transport] = [kind >> 4, kind & 0x0f];
  const addressBytes = ADDRESS_BYTES[family];
  if (command === 0x21) {
    if (addressBytes === undefined || transport > MOST_TRANSPORT) return refused('its family is unknown');
    if (V2_FIXED + addressBytes > length) return refused('its addresses are cut off');
  }
  if (bytes.length < length) return MORE;
  // What a proxy sends for itself has no address, and what stands there is not looked at.
  if (command === 0x20) return { kind: 'local', length };
  const fault = faultOfExtensions(bytes.subarray(0, length), V2_FIXED + (addressBytes ?? 0));
  if (fault !== undefined) return refused(fault);
  if (transport !== TCP || (family !== 1 && family !== 2)) return { kind: 'unknown', length };
  const source = bytes.subarray(V2_FIXED, V2_FIXED + (family === 1 ? 4 : 16));
  const value = source.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  return { kind: 'client', length, address: formatAddress({ family: family === 1 ? 4 : 6, value }) };
}

const CHECKSUM = 0x03;

/** Type, length and value, one after another to the end; of the types, only the checksum is of use here. */
function faultOfExtensions(header: Uint8Array, from: number): string | undefined {
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  let at = from;
  while (at < header.length) {
    if (at + 3 > header.length) return 'an extension is cut off';
    const [type, size] = [view.getUint8(at), view.getUint16(at + 1)];
    at += 3;
    if (at + size > header.length) return 'an extension is cut off';
    if (type === CHECKSUM) {
      if (size !== 4) return 'its checksum isn’t 4 bytes';
      // A copy: what slices a Buffer shares its bytes.
      const without = Uint8Array.from(header);
      without.fill(0, at, at + 4);
      if (crc32c(without) !== view.getUint32(at)) return 'its checksum is wrong';
    }
    at += size;
  }
  return undefined;
}

/** The checksum of iSCSI and SCTP (RFC 3720, appendix B.4): Castagnoli's polynomial, reflected. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
