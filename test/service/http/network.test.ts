import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCidr } from '#protocol/network/cidr.ts';
import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { makeRoom } from '#service/http/make-room.ts';
import { clientAddress, strangerOf, THIS_MACHINE } from '#service/http/network.ts';
import { isLoopback } from '#service/public-address.ts';
import { codeOf, LocalService } from '../../fixtures/local-service.ts';

const network = {
  ...THIS_MACHINE,
  trustedProxies: ['10.0.0.1/32', '10.0.0.2/32', 'fd00::1/128'].map(parseCidr),
};
const addressOf = (remoteAddress: string | undefined, forwarded?: string | string[]): string | undefined =>
  clientAddress(
    {
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    network,
  );

describe('where a request comes from', () => {
  test.each([
    ['the other end, without a proxy', '198.51.100.7', undefined, '198.51.100.7'],
    ['what the proxy says', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['through two proxies', '10.0.0.2', '203.0.113.9, 10.0.0.1', '203.0.113.9'],
    ['an IPv4 peer on a socket of both families', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['IPv6', 'fd00::1', '2001:db8::5', '2001:db8::5'],
    ['with a port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 with a port', '10.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['the proxy itself, without a header', '10.0.0.1', undefined, '10.0.0.1'],
    ['the first proxy of a chain, without a client', '10.0.0.2', '10.0.0.1', '10.0.0.1'],
    ['a closed connection', undefined, '203.0.113.9', undefined],
  ])('%s', (_, peer, forwarded, source) => {
    expect(addressOf(peer, forwarded)).toBe(source);
  });

  test('a stranger forges X-Forwarded-For: what is not from a trusted proxy counts for nothing', () => {
    for (const peer of ['198.51.100.7', '10.0.0.3', '::1', 'fd00::2', '0a00:1'])
      expect(addressOf(peer, '203.0.113.9')).toBe(peer);
  });

  test('a chain of forged entries before the trusted proxy: only the one that the proxy wrote counts', () => {
    const forged = '203.0.113.9, 127.0.0.1, 10.0.0.1, ::1, 10.0.0.2';
    expect(addressOf('10.0.0.1', `${forged}, 198.51.100.7`)).toBe('198.51.100.7');
    expect(addressOf('10.0.0.2', `${forged}, 198.51.100.7, 10.0.0.1`)).toBe('198.51.100.7');
    expect(addressOf('10.0.0.1', [forged, '198.51.100.7'])).toBe('198.51.100.7');
  });

  test('an entry that is no address: the source is unknown, and nothing left of it is read', () => {
    for (const entry of [
      'unknown',
      '_hidden',
      '',
      '203.0.113.9 ;',
      '0xcb.0.0x71.9',
      'fe80::1%eth0',
      '203.0.113.9:x',
    ])
      expect(addressOf('10.0.0.1', `203.0.113.9, ${entry}`)).toBeUndefined();
  });

  test('a chain that is longer than any is read from the right', () => {
    const chain = ['203.0.113.9', ...Array.from({ length: 2000 }, () => '10.0.0.1')].join(', ');
    expect(addressOf('10.0.0.1', chain)).toBe('10.0.0.1');
  });

  test('whatever a client writes on the left changes nothing (property)', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (left, client) => {
        fc.pre(client !== '10.0.0.1' && client !== '10.0.0.2');
        expect(addressOf('10.0.0.1', `${left}, ${client}`)).toBe(client);
      }),
    );
  });

  test('whatever a header says, the source is an address or unknown (property)', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const source = addressOf('10.0.0.1', header);
        expect(source === undefined || parseIpAddress(source) !== undefined).toBe(true);
      }),
    );
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['localhost', false],
])('%s is this machine’s own: %s', (text, is) => {
  expect(isLoopback(text)).toBe(is);
});

describe('whose connections are counted', () => {
  test.each([
    ['198.51.100.7', '::ffff:198.51.100.7', true],
    ['198.51.100.7', '198.51.100.8', false],
    ['2001:db8::1', '2001:db8::ffff:1', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ])('%s and %s are one stranger: %s', (one, other, are) => {
    expect(strangerOf(one, network) === strangerOf(other, network)).toBe(are);
    expect(strangerOf(one, network)).toBeDefined();
  });

  test.each(['127.0.0.1', '::1', '10.0.0.1', '::ffff:10.0.0.2', undefined])(
    '%s is no stranger',
    (address) => {
      expect(strangerOf(address, network)).toBeUndefined();
    },
  );

  test('a stranger who holds every connection: no more than their share, and others are let in', async () => {
    const server = createServer();
    makeRoom(server, {
      ...{ most: 10, mostOfOne: 3 },
      strangerOf: () => (isOther ? 'another' : 'the stranger'),
    });
    let isOther = false;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1').resume();
      socket.on('error', () => undefined);
      await once(server, 'connection');
      return socket;
    };
    const held = [await open(), await open(), await open()];
    const fourth = await open();
    await new Promise((resolve) => fourth.once('close', resolve));
    expect(held.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    isOther = true;
    const other = await open();
    isOther = false;
    // Who lets one go gets another.
    held[0]?.destroy();
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
      .toBe(3);
    const again = await open();
    await new Promise(setImmediate);
    expect([again.destroyed, other.destroyed]).toEqual([false, false]);
    for (const socket of [...held, other, again]) socket.destroy();
    server.close();
  });
});

describe('IP allowlists behind a proxy', () => {
  let service: LocalService;
  beforeAll(async () => {
    service = await LocalService.start();
    const rules = [{ cidr: '203.0.113.0/24' }];
    await service.submit('set_ip_allowlist', { enabled: true, rules });
  });
  afterAll(() => service.stop());

  const from = async (forwarded: string): Promise<unknown[]> => {
    const body = JSON.stringify({ organizationId: service.ready.organizationId });
    const sent = await service.post('query/whoami', body, service.root, { 'x-forwarded-for': forwarded });
    return [sent.status, codeOf(sent)];
  };

  test('see the client and not the balancer', async () => {
    service.network = { network: { ...THIS_MACHINE, trustedProxies: [parseCidr('127.0.0.1/32')] } };
    await service.restart();
    expect(await from('203.0.113.9')).toEqual([200, undefined]);
    expect(await from('198.51.100.7')).toEqual([403, 'FORBIDDEN']);
    expect(await from('203.0.113.9, 198.51.100.7')).toEqual([403, 'FORBIDDEN']);
    expect(await from('203.0.113.9, unknown')).toEqual([403, 'FORBIDDEN']);
  });

  test('a stranger forges X-Forwarded-For: refused, with the address of the connection', async () => {
    service.network = { network: { ...THIS_MACHINE, trustedProxies: [parseCidr('10.0.0.1/32')] } };
    await service.restart();
    expect(await from('203.0.113.9')).toEqual([403, 'FORBIDDEN']);
    service.network = {};
    await service.restart();
    expect(await from('203.0.113.9')).toEqual([403, 'FORBIDDEN']);
  });
});
