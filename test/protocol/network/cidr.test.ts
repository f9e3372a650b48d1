import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { contains, formatCidr, parseCidr } from '#protocol/network/cidr.ts';
import { blockOf4, blockOf6, ipv4, ipv6 } from './arbitrary.ts';

const matches = (cidr: string, text: string): boolean => {
  const address = parseIpAddress(text);
  return address !== undefined && contains(parseCidr(cidr), address);
};

describe('parseCidr', () => {
  it.each([
    ['192.168.1.100/24', '192.168.1.0/24'],
    ['203.0.113.42/32', '203.0.113.42/32'],
    ['1.2.3.4/0', '0.0.0.0/0'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['::1/128', '::1/128'],
    ['::ffff:192.168.1.100/120', '192.168.1.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['::ffff:1.2.3.4/95', '::fffe:0:0/95'],
  ])('normalises %s to %s', (text, canonical) => {
    expect(formatCidr(parseCidr(text))).toBe(canonical);
    expect(formatCidr(parseCidr(canonical))).toBe(canonical);
  });

  it.each([
    '',
    '/',
    '1.2.3.4',
    '1.2.3.4/',
    '/24',
    '1.2.3.4/33',
    '1.2.3.4/-1',
    '1.2.3.4/024',
    '1.2.3.4/24/24',
    '1.2.3.4/255.255.255.0',
    '1.2.3/24',
    '::/129',
    '::/1e1',
    '::1%lo/128',
    'localhost/24',
    ' 1.2.3.4/24',
    '1.2.3.4/24\n',
    '1.2.3.4 /24',
  ])('refuses %j', (text) => {
    expect(() => parseCidr(text)).toThrow(expect.objectContaining({ code: 'CIDR_INVALID' }) as Error);
  });
});

describe('contains', () => {
  it("agrees with Node's block lists on IPv4", () => {
    fc.assert(
      fc.property(blockOf4, ipv4, fc.nat(32), ([base, prefix], other, near) => {
        const list = new BlockList();
        list.addSubnet(base, prefix, 'ipv4');
        // An address that shares some bits with the block, so that both answers come up.
        const close = formatCidr(parseCidr(`${base}/${near}`)).split('/')[0] ?? base;
        for (const text of [base, other, close]) {
          expect(matches(`${base}/${prefix}`, text)).toBe(list.check(text, 'ipv4'));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("agrees with Node's block lists on IPv6", () => {
    fc.assert(
      fc.property(blockOf6, ipv6, fc.nat(128), ([base, prefix], other, near) => {
        const list = new BlockList();
        list.addSubnet(base, prefix, 'ipv6');
        const close = formatCidr(parseCidr(`${base}/${near}`)).split('/')[0] ?? base;
        for (const text of [base, other, close]) {
          expect(matches(`${base}/${prefix}`, text)).toBe(list.check(text, 'ipv6'));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the families apart: an IPv4 number inside IPv6', () => {
    expect(matches('::/0', '1.2.3.4')).toBe(false);
    expect(matches('0.0.0.0/0', '::1.2.3.4')).toBe(false);
    expect(matches('1.2.3.0/24', '::ffff:1.2.3.4')).toBe(true);
  });
});
