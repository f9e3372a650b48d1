import { toBase64Url } from '#protocol/encoding.ts';

/** Heads of a CBOR byte string (RFC 8949, section 3.1): length in the head, in one byte, in two bytes. */
const HEADS = [
  {
    bytes: 1,
    lengthOf: (head: Uint8Array) =>
      (head[0] ?? 0) >= 0x40 && (head[0] ?? 0) <= 0x57 ? (head[0] ?? 0) - 0x40 : -1,
  },
  { bytes: 2, lengthOf: (head: Uint8Array) => (head[0] === 0x58 ? (head[1] ?? -1) : -1) },
  {
    bytes: 3,
    lengthOf: (head: Uint8Array) => (head[0] === 0x59 ? (head[1] ?? 0) * 256 + (head[2] ?? 0) : -1),
  },
] as const;

/**
 * What a credential id may stand for: the bytes themselves, as published clients send them, or the bytes inside a CBOR byte
 * string, as the specification has it (docs/decisions/050).
 * @returns base64url without padding, the plain reading first
 */
export function readingsOfCredentialId(bytes: Uint8Array): string[] {
  const inner = HEADS.filter(
    (head) => head.lengthOf(bytes) > 0 && head.lengthOf(bytes) === bytes.length - head.bytes,
  ).map((head) => bytes.subarray(head.bytes));
  return [bytes, ...inner].map(toBase64Url);
}
