import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '#main/service-client/client.ts';
import { TIMING, systemClock } from '#main/platform/clock.ts';
import { ServiceRefusal } from '#main/service-client/service-refusal.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { portableSigner } from '#protocol/stamp.ts';
import { noRoutes } from '../fixtures/network.ts';
import { portableStamper } from '../fixtures/portable-stamper.ts';
import { Broken, below } from './power-cuts.ts';

/** Longer than any of these takes on a busy machine, and not without end: they are a few tries with the limits below. */
const MOST_MS = 60_000;

const organizationId = '6a2f4c1e-0b0a-4a54-9d3e-3f4c7b0f2d11';
const body = toUtf8(submitBody(createPrivateKeys, organizationId, 1, { privateKeys: [] }));
const ACTIVITY = {
  id: '01990000-0000-7000-8000-000000000001',
  organizationId,
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: createPrivateKeys.type,
  intent: {},
  result: {},
  votes: [],
  fingerprint: fingerprintOf(body),
  canApprove: false,
  canReject: false,
  createdAt: { seconds: '1', nanos: '0' },
  updatedAt: { seconds: '1', nanos: '0' },
};
const JSON_TYPE = { 'content-type': 'application/json' };
const answer = (response: ServerResponse, text: string | Buffer, status = 200, more = {}): void => {
  response.writeHead(status, { ...JSON_TYPE, ...more }).end(text);
};
const activity = (more: object): string => JSON.stringify({ activity: { ...ACTIVITY, ...more } });
const without = (name: keyof typeof ACTIVITY): string =>
  JSON.stringify({ activity: Object.fromEntries(Object.entries(ACTIVITY).filter(([key]) => key !== name)) });

/** The ways in which a peer lies or fails; none of them is an answer to what was asked. */
const LIES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'another fingerprint': (to) => answer(to, activity({ fingerprint: `sha256:${'0'.repeat(64)}` })),
  'another organization': (to) => answer(to, activity({ organizationId: ACTIVITY.id })),
  'another type': (to) => answer(to, activity({ type: 'ACTIVITY_TYPE_DELETE_USERS' })),
  'a status that nobody knows': (to) => answer(to, activity({ status: 7 })),
  'no fingerprint': (to) => answer(to, without('fingerprint')),
  'no id': (to) => answer(to, without('id')),
  'no status': (to) => answer(to, without('status')),
  nothing: (to) => answer(to, ''),
  'half of an answer': (to) => answer(to, activity({}).slice(0, 100)),
  'an answer that breaks off': (to) => {
    to.writeHead(200, { ...JSON_TYPE, 'content-length': '5000' });
    to.write(activity({}).slice(0, 50), () => to.socket?.destroy());
  },
  'a closed connection': (to) => to.socket?.destroy(),
  silence: () => undefined,
  'headers, and then silence': (to) => {
    to.writeHead(200, JSON_TYPE).flushHeaders();
  },
  'a byte at a time': (to) => {
    to.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => to.write(' '), 20);
    to.once('close', () => clearInterval(timer));
  },
  'no HTTP': (to) => void to.socket?.end('HELLO\r\n\r\n'),
  'a page': (to) => answer(to, '<html>Log in</html>', 200, { 'content-type': 'text/html' }),
  'a redirect': (to) => answer(to, '', 307, { location: 'https://example.com/' }),
  'an error without a body': (to) => answer(to, '', 500),
  'an error page': (to) => answer(to, '<html>Bad gateway</html>', 502),
  'a refusal of another form': (to) => answer(to, '{"error":true}', 403),
  'a list': (to) => answer(to, '[]'),
  null: (to) => answer(to, 'null'),
  'no JSON but bytes': (to) => answer(to, Buffer.alloc(1_000, 0xff)),
  brackets: (to) => answer(to, '['.repeat(300_000)),
  'millions of values': (to) => answer(to, `[${'{},'.repeat(700_000)}0]`),
  'more than any answer': (to) => answer(to, Buffer.alloc(17 * 1024 * 1024, 0x20)),
  'a wait of a day': (to) => answer(to, '', 429, { 'retry-after': '86400' }),
};

/**
 * A peer answers a request with each lie, in a random order: each ends the request with a typed error in its time, and none
 * counts as the request's answer.
 * @returns how many lies were told
 */
export async function lyingPeers(random: () => number): Promise<number> {
  const names = Object.keys(LIES);
  for (let at = names.length - 1; at > 0; at -= 1) {
    const other = below(random, at + 1);
    [names[at], names[other]] = [names[other] ?? '', names[at] ?? ''];
  }
  let lie = '';
  const server = createServer((request, response) => {
    request.resume().on('end', () => LIES[lie]?.(response));
  });
  const timing = {
    ...TIMING,
    connectMs: 300,
    headersMs: 150,
    bodyMs: 150,
    answerMs: 400,
    retries: 1,
    retryMs: 1,
  };
  const tell = { onCall: () => undefined, onQuery: () => undefined, onAnswer: () => undefined };
  const client = createClient({ clock: systemClock, timing, random }, '0', tell, noRoutes);
  try {
    const target = {
      baseUrl: `http://127.0.0.1:${await listen(server)}`,
      organizationId,
      profileId: 'local',
      profileName: 'Local',
      moves: 0,
      stamper: portableStamper(portableSigner('API_KEY_CURVE_P256', new Uint8Array(32).fill(7))),
    };
    for (const name of names) {
      lie = name;
      const limit = new AbortController();
      const tooLong = setTimeout(MOST_MS, `it took more than ${MOST_MS} ms`, { signal: limit.signal });
      tooLong.catch(() => undefined);
      const sending = client.submit(target, createPrivateKeys, body).then(
        () => 'taken for an answer',
        (error: unknown) => (error instanceof ServiceRefusal ? null : `no typed error: ${String(error)}`),
      );
      const ended = await Promise.race([sending, tooLong]);
      limit.abort();
      if (ended !== null) throw new Broken(`${name}: ${ended}`);
    }
    return names.length;
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
