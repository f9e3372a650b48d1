import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, TIMING, systemClock } from '#main/platform/clock.ts';
import { type Carrier, createCarrier } from '#main/service-client/carry.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { STAMP_HEADER } from '#protocol/stamp.ts';
import { WEBAUTHN_STAMP_HEADER } from '#protocol/webauthn-stamp.ts';
import { heldClock } from '../../fixtures/held-clock.ts';
import { noRoutes } from '../../fixtures/network.ts';

const key = { name: STAMP_HEADER, value: 'key' } as const;
const passkey = { name: WEBAUTHN_STAMP_HEADER, value: 'assertion' } as const;
const timing = { ...TIMING, headersMs: 1_500, bodyMs: 1_500, connectMs: 1_500, retryMs: 1 };
const LOOK_FIRST = expect.stringContaining('Look for it in the activities') as string;
const LOST = 'lost';
type Turn = typeof LOST | readonly [status: number, json: object];
const refusal = (status: number, serviceErrorCode: string): Turn => [
  status,
  { code: 3, message: 'No', details: [], serviceErrorCode },
];

describe('a request that is carried', () => {
  const servers: Server[] = [];
  const carriers: Carrier[] = [];
  afterEach(async () => {
    for (const carrier of carriers.splice(0)) await carrier.close();
    for (const server of servers.splice(0)) server.close();
  });

  /** Carries to a service that answers in turn, or carries out what came and is gone. */
  async function toService(turns: readonly Turn[], clock: Clock = systemClock) {
    let tries = 0;
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        const turn = turns[tries] ?? LOST;
        tries += 1;
        if (turn === LOST) request.socket.destroy();
        else response.writeHead(turn[0]).end(JSON.stringify(turn[1]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const carrier = createCarrier({ clock, timing, random: () => 0 }, '1.0.0', noRoutes);
    carriers.push(carrier);
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      tries: () => tries,
      carry: (stamp: typeof key | typeof passkey = key): Promise<unknown> =>
        carrier.carry({ baseUrl }, createPrivateKeys, toUtf8('{}'), stamp).catch((error: unknown) => error),
    };
  }

  it('attack: a counting passkey’s request is carried out, its answer is lost, and its next try is refused as the answer', async () => {
    const { carry, tries } = await toService([LOST, refusal(401, 'SIGNATURE_INVALID')]);
    // The same assertion is good for no second try.
    expect(await carry(passkey)).toMatchObject({ code: 'SERVICE_CONNECTION_LOST', delivery: 'uncertain' });
    expect(tries()).toBe(1);
    const again = await carry(passkey);
    expect(again).toBeInstanceOf(Error);
    expect(again).toMatchObject({ code: 'SIGNATURE_INVALID', httpStatus: 401, delivery: 'uncertain' });
  });

  it.each([
    ['PUBLIC_KEY_NOT_FOUND', 401],
    ['API_KEY_EXPIRED', 401],
    ['FORBIDDEN', 403],
    ['INVALID_TIME', 400],
  ])('attack: a key is gone with what it did, and %s comes home as the answer', async (code, status) => {
    const { carry, tries } = await toService([LOST, refusal(status, code)]);
    const ended = await carry();
    expect(tries()).toBe(2);
    expect(ended).toBeInstanceOf(Error);
    expect(ended).toMatchObject({ code, message: 'No', delivery: 'uncertain', remedy: LOOK_FIRST });
  });

  it('ends at once when its carrier is closed before the next try', async () => {
    const pauses = heldClock();
    const { carry, tries } = await toService([LOST], pauses.clock);
    const ended = carry();
    await pauses.paused;
    await carriers.at(-1)?.close();
    expect(await ended).toMatchObject({ code: 'SERVICE_CONNECTION_LOST' });
    expect(tries()).toBe(1);
  });

  it('attack: the stamp was carried out from elsewhere, and the first try here is refused as the answer', async () => {
    const { carry } = await toService([refusal(401, 'PUBLIC_KEY_NOT_FOUND')]);
    const ended = await carry();
    expect(ended).toBeInstanceOf(Error);
    expect(ended).toMatchObject({
      code: 'PUBLIC_KEY_NOT_FOUND',
      refusalBody: { httpStatus: 401 },
      remedy: LOOK_FIRST,
    });
  });

  it.each([
    ['REQUEST_INVALID', 400],
    ['REQUEST_NOT_AUTHORIZED', 403],
    ['NOT_FOUND', 404],
  ])(
    'is answered with %s, after a lost answer too: the service would know of that try',
    async (code, status) => {
      const { carry } = await toService([LOST, refusal(status, code)]);
      expect(await carry()).toMatchObject({ status });
    },
  );
});
