import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noRoutes } from '../../fixtures/network.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { PUBLISHED_LIMIT, type Published, readPublished } from '#main/service-client/published.ts';
import { fromHex } from '#protocol/encoding.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { webhookJwk } from '#protocol/webhook.ts';
import { NEUTRAL_WEBHOOK_NAMES } from '#protocol/webhook-names.ts';

// Servers that answer what a real service never would; the real one is asked in test/e2e/administration.test.ts.
const publicKey = apiPublicKeyOf('API_KEY_CURVE_ED25519', new Uint8Array(32).fill(1));
const keySet = { keys: [webhookJwk('k1', fromHex(publicKey))] };
const limits = { connectMs: 1_500, headersMs: 1_000, bodyMs: 1_000, publishedMs: 2_000 };

describe('what a service publishes', () => {
  const servers: Server[] = [];
  const readers: Published[] = [];
  const serve = async (listener: RequestListener): Promise<{ url: string; published: Published }> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const published = readPublished(limits, noRoutes);
    readers.push(published);
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, published };
  };
  const json = (value: unknown, status = 200): RequestListener => {
    return (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
  };
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.close()));
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('is asked without a stamp: the keys with GET, the configuration by its id', async () => {
    const seen: unknown[] = [];
    const config = { enabledProviders: ['passkey'], sessionExpirationSeconds: '900', organizationId: 'o' };
    const { url, published } = await serve((request, response) => {
      const { method, url: path, headers } = request;
      seen.push([method, path, headers['x-auth-proxy-config-id'], headers['x-stamp']]);
      json(method === 'GET' ? keySet : config)(request, response);
    });
    expect(await published.webhookKeys({ baseUrl: url }, NEUTRAL_WEBHOOK_NAMES)).toEqual([
      { keyId: 'k1', publicKey, algorithm: 'ed25519' },
    ]);
    expect(await published.walletKitConfig({ baseUrl: url }, 'the-id')).toEqual(config);
    expect(seen).toEqual([
      ['GET', '/public/v1/discovery/webhooks/jwks', undefined, undefined],
      ['POST', '/v1/wallet_kit_config', 'the-id', undefined],
    ]);
  });

  it.each<[string, RequestListener, string]>([
    [
      'attack: an answer without an end is not read to the end',
      (_request, response) => {
        response.writeHead(200);
        response.write('['.repeat(PUBLISHED_LIMIT));
        response.write('[');
      },
      'SERVICE_ANSWER_INVALID',
    ],
    [
      'attack: an answer that trickles ends at its deadline',
      (_request, response) => {
        response.writeHead(200);
        const trickle = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(trickle));
      },
      'SERVICE_TIMEOUT',
    ],
    ['attack: a server that says nothing is not waited for', () => undefined, 'SERVICE_TIMEOUT'],
    [
      'attack: a redirect is not followed',
      (request, response) => {
        if (request.url === '/elsewhere') json(keySet)(request, response);
        else response.writeHead(302, { location: '/elsewhere' }).end();
      },
      'SERVICE_ANSWER_INVALID',
    ],
    [
      'attack: a page in place of the key set',
      (_request, response) => response.end('<html>'),
      'SERVICE_ANSWER_INVALID',
    ],
    [
      'attack: a key set with one kid twice',
      json({ keys: [...keySet.keys, ...keySet.keys] }),
      'WEBHOOK_KEYS_MALFORMED',
    ],
    [
      'a refusal keeps its code',
      json({ code: 5, message: 'no', serviceErrorCode: 'NOT_FOUND' }, 404),
      'NOT_FOUND',
    ],
  ])('%s', async (_name, listener, code) => {
    const { url, published } = await serve(listener);
    await expect(published.webhookKeys({ baseUrl: url }, NEUTRAL_WEBHOOK_NAMES)).rejects.toMatchObject({
      code,
    });
  });

  it('attack: what is no configuration is refused', async () => {
    const { url, published } = await serve(json({ enabledProviders: 'all', organizationId: 'o' }));
    await expect(published.walletKitConfig({ baseUrl: url }, 'x')).rejects.toMatchObject({
      code: 'SERVICE_ANSWER_INVALID',
    });
  });
});
