import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchJson } from '#service/oidc/fetch-json.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}
const bounds = { allowLoopback: true, mostBytes: 100, timeoutMs: 2000 };

test('gives the document, also by the name localhost', async () => {
  const url = await serve((request, response) => response.end(JSON.stringify({ path: request.url })));
  expect(await fetchJson(`${url}a?b=c`, bounds)).toEqual({ path: '/a?b=c' });
  expect(await fetchJson(url.replace('127.0.0.1', 'localhost'), bounds)).toEqual({ path: '/' });
});

describe('refused:', () => {
  test.each([
    ['http://192.0.2.1/', 'not https'],
    ['https://10.0.0.1/', 'not on the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'not on the public internet'],
    ['https://[fd00::1]/', 'not on the public internet'],
    ['https://[::ffff:10.0.0.1]/', 'not on the public internet'],
    ['file:///etc/passwd', 'not https'],
    ['https://user:password@example.com/', 'names a user'],
    ['nothing', 'no URL'],
    ['https://name.invalid/', 'cannot be resolved'],
  ])('%s', async (url, why) => {
    await expect(fetchJson(url, bounds)).rejects.toThrow(why);
  });

  test('this machine, where it was not allowed, by address and by name', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.end('{}');
    });
    for (const text of [url, url.replace('127.0.0.1', 'localhost'), url.replace('http:', 'https:')]) {
      await expect(fetchJson(text, { ...bounds, allowLoopback: false })).rejects.toThrow(
        /not https|not on the public internet/,
      );
    }
    expect(asked).toBe(0);
  });

  test('an answer that never ends, or never begins', async () => {
    const slow = await serve((request, response) => {
      // The head and a first byte, and nothing more; or nothing at all.
      if (request.url === '/begins') response.write('{');
    });
    for (const path of ['begins', 'silent']) {
      await expect(fetchJson(`${slow}${path}`, { ...bounds, timeoutMs: 50 })).rejects.toThrow();
    }
  });

  test('an answer that is too long, none, or of another status', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/long') response.end(JSON.stringify('x'.repeat(99)));
      else if (request.url === '/moved') response.writeHead(301, { location: '/' }).end();
      else request.socket.destroy();
    });
    await expect(fetchJson(`${url}long`, bounds)).rejects.toThrow('longer than 100 bytes');
    await expect(fetchJson(`${url}moved`, bounds)).rejects.toThrow('answered with 301');
    await expect(fetchJson(`${url}gone`, bounds)).rejects.toThrow('cannot be reached');
  });
});
