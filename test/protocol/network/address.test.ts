import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIpAddress, parseLiteral } from '#protocol/network/ip-address.ts';
import { formatAddress } from '#protocol/network/cidr.ts';
import { ipv4, ipv6 } from './arbitrary.ts';

const rewritten = (text: string): string | undefined => {
  const address = parseIpAddress(text);
  return address === undefined ? undefined : formatAddress(address);
};

describe('parseAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['2001:DB8::', '2001:db8::'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['10:0:0:0:0:0:0:0', '10::'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:127.0.0.1', '127.0.0.1'],
  ])('reads %s as %s', (text, canonical) => {
    expect(rewritten(text)).toBe(canonical);
  });

  it.each([
    '',
    ' ',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.04',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '127.1',
    '1.2.3.4 ',
    '1.2.3.4\n',
    '1.2.3.4:80',
    '１.2.3.4',
    '-1.2.3.4',
    ':',
    ':::',
    '1:::2',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '12345::',
    'g::',
    'fe80::1%eth0',
    '[::1]',
    '::1/128',
    '::1.2.3',
    '::1.2.3.256',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '1:2:3:4:5:6:7:1.2.3.4',
  ])('takes %j for no address', (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });

  it('takes for addresses what Node takes for addresses, zones aside', () => {
    const noise = fc.string({
      unit: fc.constantFrom('0', '1', 'f', '25', ':', '::', '.', 'ffff', 'g', ' '),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(ipv4, fc.ipV6(), noise), (text) => {
        expect(parseLiteral(text)?.family ?? 0).toBe(isIP(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('reads what it writes, as the URL of the same address is written', () => {
    fc.assert(
      fc.property(ipv6, (text) => {
        const written = rewritten(text) ?? '';
        expect(parseIpAddress(written)).toEqual(parseIpAddress(text));
        expect(new URL(`http://[${text}]/`).hostname).toBe(`[${written}]`);
      }),
    );
  });
});
