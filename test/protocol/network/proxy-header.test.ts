import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import {
  MOST_V1_BYTES,
  MOST_V2_BYTES,
  type ProxyHeader,
  crc32c,
  readProxyHeader,
} from '#protocol/network/proxy-header.ts';
import { SIGNATURE, binaryHeader, extension } from '../../fixtures/proxy-header.ts';

const read = (text: string): ProxyHeader => readProxyHeader(Buffer.from(text, 'latin1'));
const PORTS = [0x1f, 0x90, 0x01, 0xbb];

describe('version 1', () => {
  test.each([
    ['PROXY TCP4 192.0.2.7 10.0.0.1 56324 443\r\n', '192.0.2.7'],
    ['PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n', '255.255.255.255'],
    ['PROXY TCP6 2001:DB8::5 ::1 0 443\r\n', '2001:DB8::5'],
    [
      `PROXY TCP6 ${'ffff:'.repeat(7)}ffff ${'ffff:'.repeat(7)}ffff 65535 65535\r\n`,
      'ffff:'.repeat(7) + 'ffff',
    ],
  ])('%j is of %s', (line, address) => {
    expect(read(`${line}GET / HTTP/1.1\r\n`)).toEqual({ kind: 'client', length: line.length, address });
    expect(parseIpAddress(address)).toBeDefined();
  });

  test.each(['PROXY UNKNOWN\r\n', 'PROXY UNKNOWN ffff::1 whatever it is\r\n'])('%j says nothing', (line) => {
    expect(read(`${line}more`)).toEqual({ kind: 'unknown', length: line.length });
  });

  test.each([
    ['another name', 'proxy TCP4 192.0.2.7 10.0.0.1 1 2\r\n'],
    ['HTTP at once', 'GET / HTTP/1.1\r\n'],
    ['TLS at once', '\x16\x03\x01'],
    ['a space before', ' PROXY TCP4 192.0.2.7 10.0.0.1 1 2\r\n'],
    ['two spaces', 'PROXY TCP4  192.0.2.7 10.0.0.1 1 2\r\n'],
    ['a tab', 'PROXY TCP4\t192.0.2.7 10.0.0.1 1 2\r\n'],
    ['a space at the end', 'PROXY TCP4 192.0.2.7 10.0.0.1 1 2 \r\n'],
    ['a further word', 'PROXY TCP4 192.0.2.7 10.0.0.1 1 2 3\r\n'],
    ['LF alone', 'PROXY TCP4 192.0.2.7 10.0.0.1 1 2\n'],
    ['CR inside', 'PROXY TCP4 192.0.2.7\r10.0.0.1 1 2\r\n'],
    ['CR twice', 'PROXY TCP4 192.0.2.7 10.0.0.1 1 2\r\r\n'],
    ['no address', 'PROXY TCP4\r\n'],
    ['an unknown family', 'PROXY TCP5 192.0.2.7 10.0.0.1 1 2\r\n'],
    ['UDP', 'PROXY UDP4 192.0.2.7 10.0.0.1 1 2\r\n'],
    ['a word that begins like UNKNOWN', 'PROXY UNKNOWNS\r\n'],
    ['mixed families: IPv6 in TCP4', 'PROXY TCP4 2001:db8::5 10.0.0.1 1 2\r\n'],
    ['mixed families: IPv4 in TCP6', 'PROXY TCP6 2001:db8::5 10.0.0.1 1 2\r\n'],
    ['mixed families: IPv4 in TCP6 first', 'PROXY TCP6 10.0.0.1 2001:db8::5 1 2\r\n'],
    ['an octal address', 'PROXY TCP4 192.0.2.07 10.0.0.1 1 2\r\n'],
    ['a short address', 'PROXY TCP4 192.2 10.0.0.1 1 2\r\n'],
    ['a number above 255', 'PROXY TCP4 192.0.2.256 10.0.0.1 1 2\r\n'],
    ['a zone', 'PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n'],
    ['two double colons', 'PROXY TCP6 1::2::3 ::1 1 2\r\n'],
    ['a port above 65535', 'PROXY TCP4 192.0.2.7 10.0.0.1 65536 2\r\n'],
    ['a port with a zero before', 'PROXY TCP4 192.0.2.7 10.0.0.1 01 2\r\n'],
    ['a negative port', 'PROXY TCP4 192.0.2.7 10.0.0.1 -1 2\r\n'],
    ['a NUL', 'PROXY TCP4 192.0.2.7\0 10.0.0.1 1 2\r\n'],
    ['a second header in the line', 'PROXY TCP4 192.0.2.7 10.0.0.1 1 2PROXY TCP4 1.1.1.1 1.1.1.1 1 2\r\n'],
  ])('%s is refused', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'refused' });
  });

  test('a line longer than 107 bytes is refused as soon as it is that long', () => {
    const line = `PROXY UNKNOWN ${'a'.repeat(MOST_V1_BYTES)}`;
    expect(read(line.slice(0, MOST_V1_BYTES - 1))).toEqual({ kind: 'more' });
    expect(read(line.slice(0, MOST_V1_BYTES))).toMatchObject({ kind: 'refused' });
    expect(read(`${line.slice(0, MOST_V1_BYTES - 2)}\r\n`)).toMatchObject({ kind: 'unknown', length: 107 });
    expect(read(`${line.slice(0, MOST_V1_BYTES - 1)}\r\n`)).toMatchObject({ kind: 'refused' });
  });
});

describe('version 2', () => {
  const ipv4 = [192, 0, 2, 7, 10, 0, 0, 1, ...PORTS];
  const ipv6 = [...Buffer.from('20010db8000000000000000000000005', 'hex'), ...Buffer.alloc(16), ...PORTS];

  test.each([
    ['IPv4', binaryHeader(0x21, 0x11, ipv4), '192.0.2.7'],
    ['IPv6', binaryHeader(0x21, 0x21, ipv6), '2001:db8::5'],
    [
      'with extensions',
      binaryHeader(0x21, 0x11, [...ipv4, ...extension(4, []), ...extension(0xee, [1])]),
      '192.0.2.7',
    ],
  ])('a client: %s', (_, header, address) => {
    const bytes = Buffer.concat([header, Buffer.from('GET')]);
    expect(readProxyHeader(bytes)).toEqual({ kind: 'client', length: header.length, address });
  });

  test.each([
    ['nothing', 0x00, []],
    ['addresses that don’t count', 0x11, ipv4],
    ['a family that isn’t one', 0xff, []],
    ['bytes that are no extension', 0x00, [1, 2, 3, 4, 5]],
  ])('LOCAL with %s is the proxy itself', (_, kind, rest) => {
    const header = binaryHeader(0x20, kind, rest);
    expect(readProxyHeader(header)).toEqual({ kind: 'local', length: header.length });
  });

  test.each([
    ['UNSPEC', 0x00, []],
    ['UDP', 0x12, ipv4],
    ['a Unix socket', 0x31, Array.from({ length: 216 }, () => 0)],
    ['IPv4 without a transport', 0x10, ipv4],
  ])('%s says nothing of the client', (_, kind, rest) => {
    expect(readProxyHeader(binaryHeader(0x21, kind, rest))).toMatchObject({ kind: 'unknown' });
  });

  test('the checksum of the whole header is held against it', () => {
    expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
    const header = binaryHeader(0x21, 0x11, [...ipv4, ...extension(3, [0, 0, 0, 0])]);
    header.writeUInt32BE(crc32c(header), header.length - 4);
    expect(readProxyHeader(header)).toMatchObject({ kind: 'client', address: '192.0.2.7' });
    for (let at = 16; at < header.length - 7; at += 1) {
      const changed = Buffer.from(header);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(readProxyHeader(changed)).toMatchObject({ kind: 'refused', why: 'its checksum is wrong' });
    }
  });

  test.each([
    ['version 1 in binary', binaryHeader(0x11, 0x11, ipv4)],
    ['version 3', binaryHeader(0x31, 0x11, ipv4)],
    ['an unknown command', binaryHeader(0x22, 0x11, ipv4)],
    ['an unknown family', binaryHeader(0x21, 0x41, ipv4)],
    ['an unknown transport', binaryHeader(0x21, 0x13, ipv4)],
    ['mixed families: IPv6 with the length of IPv4', binaryHeader(0x21, 0x21, ipv4)],
    ['no addresses', binaryHeader(0x21, 0x11, [])],
    ['a cut extension', binaryHeader(0x21, 0x11, [...ipv4, 4, 0])],
    ['an extension longer than the header', binaryHeader(0x21, 0x11, [...ipv4, 4, 0, 9, 1])],
    ['a checksum of three bytes', binaryHeader(0x21, 0x11, [...ipv4, ...extension(3, [0, 0, 0])])],
    [
      'a length of 65,535',
      binaryHeader(
        0x21,
        0x11,
        Array.from({ length: 65_535 }, () => 0),
      ),
    ],
    ['a signature with another byte', Buffer.concat([SIGNATURE.subarray(0, 11), Buffer.from('N!')])],
  ])('%s is refused', (_, bytes) => {
    expect(readProxyHeader(bytes)).toMatchObject({ kind: 'refused' });
  });

  test('a length above the limit is refused before the bytes come', () => {
    const header = binaryHeader(
      0x20,
      0,
      Array.from({ length: MOST_V2_BYTES - 15 }, () => 0),
    );
    expect(readProxyHeader(header.subarray(0, 16))).toMatchObject({ kind: 'refused' });
  });
});

describe('whatever comes', () => {
  const octets = fc.uint8Array({ minLength: 4, maxLength: 4 });
  const line = fc
    .tuple(fc.ipV4(), fc.ipV4(), fc.nat(65_535), fc.nat(65_535))
    .map(([from, to, ...ports]) => Buffer.from(`PROXY TCP4 ${from} ${to} ${ports.join(' ')}\r\n`));
  const binary = fc
    .tuple(octets, octets, fc.array(fc.tuple(fc.constantFrom(4, 1, 0xe0), fc.uint8Array({ maxLength: 20 }))))
    .map(([from, to, extensions]) =>
      binaryHeader(0x21, 0x11, [
        ...from,
        ...to,
        ...PORTS,
        ...extensions.flatMap(([type, value]) => [...extension(type, [...value])]),
      ]),
    );

  test('a header that comes byte by byte is the same, and never read before it is whole (property)', () => {
    fc.assert(
      fc.property(fc.oneof(line, binary), fc.uint8Array({ maxLength: 30 }), (header, rest) => {
        for (let length = 0; length < header.length; length += 1)
          expect(readProxyHeader(header.subarray(0, length))).toEqual({ kind: 'more' });
        const read = readProxyHeader(header);
        expect(read).toMatchObject({ kind: 'client', length: header.length });
        expect(readProxyHeader(Buffer.concat([header, rest]))).toEqual(read);
      }),
    );
  });

  test('any bytes, and any one byte changed, give an answer and never an address that is none (property)', () => {
    const changed = fc
      .tuple(fc.oneof(line, binary), fc.nat(), fc.nat(255))
      .map(([header, at, byte]) =>
        Buffer.from(header).fill(byte, at % header.length, (at % header.length) + 1),
      );
    const begun = fc.uint8Array().map((rest) => Buffer.concat([SIGNATURE, rest]));
    const text = fc
      .string({ unit: fc.constantFrom(...Array.from('PROXY TCP46UNKW.:0123 \r\n')) })
      .map((rest) => Buffer.from(`PROXY ${rest}`));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), changed, begun, text), (bytes) => {
        const read = readProxyHeader(bytes);
        if ('length' in read) expect(read.length).toBeLessThanOrEqual(bytes.length);
        if (read.kind === 'client') expect(parseIpAddress(read.address)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });
});
