import { decodeRlp as ethersDecode, encodeRlp as ethersEncode, hexlify } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeRlp, type RlpInput, type RlpItem } from '#chains/ethereum/model/rlp.ts';
import { decodeRlp } from '#chains/ethereum/model/decode-rlp.ts';
import { AppError } from '#protocol/error.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const plain = (item: RlpItem): unknown =>
  item.kind === 'bytes' ? hexlify(item.bytes) : item.items.map(plain);
const codeOf = (hex: string): string => {
  try {
    decodeRlp(bytes(hex));
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
  return 'accepted';
};

const { input } = fc.letrec<{ input: RlpInput; list: RlpInput }>((tie) => ({
  input: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.uint8Array({ maxLength: 80 }), tie('list')),
  list: fc.array(tie('input'), { maxLength: 5 }),
}));
type Deep = string | Deep[];
const hexed = (value: RlpInput): Deep => (value instanceof Uint8Array ? hexlify(value) : value.map(hexed));

describe('RLP', () => {
  it('encodes and decodes random items as ethers does', () => {
    fc.assert(
      fc.property(input, (value) => {
        const encoded = encodeRlp(value);
        expect(hexlify(encoded)).toBe(ethersEncode(hexed(value)));
        expect(plain(decodeRlp(encoded))).toEqual(ethersDecode(encoded));
      }),
    );
  });

  it('takes nothing but the canonical encoding: what it decodes encodes to the same bytes', () => {
    const back = (item: RlpItem): RlpInput => (item.kind === 'bytes' ? item.bytes : item.items.map(back));
    const mutated = fc.tuple(input, fc.nat(), fc.nat(255)).map(([value, at, byte]) => {
      const encoded = encodeRlp(value);
      encoded[at % encoded.length] = byte;
      return encoded;
    });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 120 })), (encoded) => {
        let item: RlpItem;
        try {
          item = decodeRlp(encoded);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          return;
        }
        expect(hexlify(encodeRlp(back(item)))).toBe(hexlify(encoded));
      }),
      { numRuns: 500 },
    );
  });

  it('tells where every item stands', () => {
    // A list of "cat" and a list of one byte.
    expect(decodeRlp(bytes('c683636174c105'))).toMatchObject({
      start: 0,
      payload: 1,
      end: 7,
      items: [
        { start: 1, payload: 2, end: 5 },
        { start: 5, payload: 6, end: 7, items: [{ start: 6, payload: 6, end: 7 }] },
      ],
    });
  });

  it.each([
    ['nothing', '', 'RLP_TRUNCATED'],
    ['a string cut off', '83ffff', 'RLP_TRUNCATED'],
    ['a list cut off', 'c28080'.slice(0, 4), 'RLP_TRUNCATED'],
    ['an item that reaches out of its list', 'c183616161', 'RLP_TRUNCATED'],
    ['a length cut off', 'b9ff', 'RLP_TRUNCATED'],
    ['a length of eight bytes', 'bfffffffffffffffff', 'RLP_TRUNCATED'],
    ['a small byte with a header', '8105', 'RLP_NOT_CANONICAL'],
    ['a long form for a short string', 'b80161', 'RLP_NOT_CANONICAL'],
    ['a long form for a short list', 'f80180', 'RLP_NOT_CANONICAL'],
    ['a length with a leading zero', `b90038${'61'.repeat(56)}`, 'RLP_NOT_CANONICAL'],
    ['one byte too many', '8000', 'RLP_TRAILING_BYTES'],
    ['lists nested nine deep', 'c9c8c7c6c5c4c3c2c1c0', 'RLP_TOO_DEEP'],
  ])('refuses %s', (_what, hex, code) => {
    expect(codeOf(hex)).toBe(code);
  });

  it('refuses lists nested a hundred thousand deep without exhausting the stack', () => {
    // Every list is honest about its length: only the depth is wrong.
    const headers: Buffer[] = [];
    let length = 0;
    for (let depth = 0; depth < 100_000; depth += 1) {
      const size = Buffer.from(length.toString(16).padStart(8, '0'), 'hex');
      const significant = size.subarray(size.findIndex((byte) => byte !== 0));
      const header =
        length < 56
          ? Buffer.of(0xc0 + length)
          : Buffer.concat([Buffer.of(0xf7 + significant.length), significant]);
      headers.push(header);
      length += header.length;
    }
    expect(() => decodeRlp(Buffer.concat(headers.reverse()))).toThrow(
      expect.objectContaining({ code: 'RLP_TOO_DEEP' }) as Error,
    );
  });
});
