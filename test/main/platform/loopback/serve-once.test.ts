import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { serveOnce } from '#main/platform/loopback/serve-once.ts';

/** Sends a request line as it stands, which no client library would; gives the answer's status. */
const send = (port: number, target: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => (answer += String(bytes)));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])));
    socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
  });

it.each(['//', '///', '//x:y:z', 'http://[', '*', '/%', '?', 'localhost'])(
  'attack: GET %s ends neither the page nor the program',
  async (target) => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('unhandledRejection', note);
    const page = await serveOnce<string>(
      { host: 'localhost', limitMs: 20_000, clock: systemClock },
      (_request, { finish }) => {
        finish('reached');
        return { status: 200, type: 'application/json', body: '{}' };
      },
    );
    try {
      const { port } = new URL(page.url);
      expect(await send(Number(port), target)).toBeGreaterThanOrEqual(400);
      expect((await fetch(page.url)).status).toBe(200);
      expect(await page.done).toBe('reached');
      expect(uncaught).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      page.cancel();
    }
  },
);
