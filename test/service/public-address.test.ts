import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#service/public-address.ts';

const ATTACKS: [attack: string, addresses: string[]][] = [
  ['reaching this machine by loopback', ['127.0.0.1', '127.255.255.254', '::1']],
  ['reaching this machine by the unspecified address', ['0.0.0.0', '0.1.2.3', '::']],
  [
    'reaching the local network',
    ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ],
  ['reaching the local network by unique local addresses', ['fc00::1', 'fd12:3456:789a::1', 'fdff:ffff::1']],
  ['reaching neighbours by link-local addresses', ['169.254.0.1', 'fe80::1', 'febf::1']],
  ['reaching old site-local addresses', ['fec0::1']],
  [
    "reading a cloud's metadata",
    [
      '169.254.169.254',
      '169.254.170.2',
      'fd00:ec2::254',
      'fd20:ce::254',
      '100.100.100.200',
      '192.0.0.192',
      '168.63.129.16',
    ],
  ],
  ["reaching the provider's side of carrier-grade NAT", ['100.64.0.1', '100.127.255.255']],
  [
    'hiding a private address in IPv4-mapped IPv6',
    ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:10.0.0.1', '::FFFF:169.254.169.254'],
  ],
  [
    'hiding a private address in IPv4-compatible IPv6',
    ['::127.0.0.1', '::7f00:1', '::10.0.0.1', '::8.8.8.8'],
  ],
  ['hiding a private address in translated IPv6', ['::ffff:0:127.0.0.1']],
  [
    'hiding a private address behind NAT64',
    [
      '64:ff9b::127.0.0.1',
      '64:ff9b::a00:1',
      '64:ff9b::169.254.169.254',
      '64:ff9b:1::1',
      '64:ff9b:1::8.8.8.8',
    ],
  ],
  [
    'hiding a private address in 6to4',
    ['2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1', '2002:a9fe:a9fe::1'],
  ],
  ['hiding a private address in Teredo', ['2001:0:4136:e378:8000:63bf:f5ff:fffe', '2001::1']],
  ['sending to many', ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1', 'ff0e::1']],
  ['sending to reserved space', ['240.0.0.1', '254.255.255.255', '100::1', '4000::1', '8000::1', '5f00::1']],
  [
    'sending to documentation and benchmark space',
    [
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '198.19.255.255',
      '2001:db8::1',
      '3fff::1',
      '2001:2::1',
    ],
  ],
  ['sending to relays', ['192.88.99.1']],
  [
    'writing an address so that it is read twice',
    [
      '',
      'localhost',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '2130706433',
      '127.1',
      '127.0.0.1.',
      ' 8.8.8.8',
      '8.8.8.8\n',
      '8.8.8.8%0',
      'fe80::1%1',
      '[::1]',
      '8.8.8.8:80',
    ],
  ],
];

describe('isPublicAddress', () => {
  it.each(ATTACKS.flatMap(([attack, addresses]) => addresses.map((address) => [attack, address] as const)))(
    'refuses %s: %j',
    (_attack, address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('says the same of an IPv4 address however it is wrapped', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const plain = isPublicAddress(address);
        expect([isPublicAddress(`::ffff:${address}`), isPublicAddress(`64:ff9b::${address}`)]).toEqual([
          plain,
          plain,
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  it('takes no IPv6 address outside global unicast and NAT64', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (isPublicAddress(address))
          expect(address).toMatch(/^[23][0-9a-f]{3}:|^(?:0{0,2}64:)|ffff:[0-9a-f.:]+$/i);
      }),
      { numRuns: 1000 },
    );
  });
});
