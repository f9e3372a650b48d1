import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noRoutes } from '../../fixtures/network.ts';
import process from 'node:process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Clock, TIMING, type Timing, systemClock } from '#main/platform/clock.ts';
import { type Client, type ClientCall, type Target, createClient } from '#main/service-client/client.ts';
import { guardedStamper } from '#main/service-client/request-parts.ts';
import { ServiceRefusal } from '#main/service-client/service-refusal.ts';
import { vaultError } from '#main/vault/errors.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { approveActivity } from '#protocol/catalogue/activities.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { createPrivateKeys, listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import { parseStamp, portableSigner, verifyStamp } from '#protocol/stamp.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { heldClock } from '../../fixtures/held-clock.ts';
import { portableStamper } from '../../fixtures/portable-stamper.ts';

// A server that answers what a real service never would; real answers are in test/integration/console.
const organizationId = '6a2f4c1e-0b0a-4a54-9d3e-3f4c7b0f2d11';
const signer = portableSigner('API_KEY_CURVE_P256', new Uint8Array(32).fill(7));
const timing = { ...TIMING, headersMs: 1_000, bodyMs: 1_000, connectMs: 1_000, retryMs: 1, pollMs: 1 };
const body = toUtf8(submitBody(createPrivateKeys, organizationId, 1, { privateKeys: [] }));
const activityId = '01990000-0000-7000-8000-000000000001';

const activity = (more: Record<string, unknown> = {}) => ({
  id: activityId,
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
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});

describe('the client', () => {
  const servers: Server[] = [];
  const clients: Client[] = [];
  let offset: number | undefined;
  const calls: ClientCall[] = [];
  const stamps: string[] = [];
  const answers: [string, string | null][] = [];

  /** A client, and a server that answers each request with what `answer` gives for its number. */
  const connect = async (
    answer: RequestListener,
    more: Partial<Timing> = {},
    clock: Clock = systemClock,
  ): Promise<{ client: Client; target: Target; server: Server }> => {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const client = createClient(
      { clock, timing: { ...timing, ...more }, random: () => 0.5 },
      '1.0.0',
      {
        onCall: (call) => {
          calls.push(call);
          offset = call.offsetMs ?? offset;
        },
        onQuery: ({ operation, outcome }) => stamps.push(`${operation.path} ${outcome}`),
        onAnswer: (publicKey, refusal) => answers.push([publicKey, refusal]),
      },
      noRoutes,
    );
    clients.push(client);
    const target = {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      organizationId,
      profileId: 'local',
      profileName: 'Local',
      moves: 0,
      stamper: portableStamper(signer),
    };
    return { client, target, server };
  };
  /** Answers in turn; the last one again and again. Collects what was asked. */
  const inTurn = (
    ...answers: { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }[]
  ) => {
    const seen: { url: string; body: string; stamp: string }[] = [];
    const listener: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const next = answers[Math.min(seen.length, answers.length - 1)];
        seen.push({
          url: request.url ?? '',
          body: Buffer.concat(chunks).toString(),
          stamp: String(request.headers['x-stamp']),
        });
        response.writeHead(next?.status ?? 200, next?.headers);
        response.end(next?.text ?? JSON.stringify(next?.json));
      });
    };
    return { seen, listener };
  };

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    offset = undefined;
    stamps.length = 0;
  });

  it('six queries at once all end with a service that takes one at a time and refuses the others in plain text', async () => {
    // As a hosted plan of 1 request a second, in a fiftieth of its time: of the six that come together, the first.
    const first: (() => void)[] = [];
    let freeMs = 0;
    let refused = 0;
    // It moves with the turns of both: where the machine stands still between a request and its arrival, so does the time.
    const clock = fakeClock();
    const moving = setInterval(() => clock.forward(5), 1);
    const listener: RequestListener = (request, response) => {
      request.resume();
      const answer = (): void => {
        const isTaken = clock.now() >= freeMs;
        if (isTaken) freeMs = clock.now() + 20;
        else refused += 1;
        response.writeHead(isTaken ? 200 : 429);
        response.end(isTaken ? JSON.stringify({ privateKeys: [] }) : 'Too many requests\n');
      };
      if (first.length === 6) {
        answer();
        return;
      }
      first.push(answer);
      if (first.length === 6) for (const each of first) each();
    };
    const { client, target } = await connect(listener, { paceMs: 200 }, clock);
    try {
      const asked = Array.from({ length: 6 }, () => client.query(target, listPrivateKeys, {}));
      expect(await Promise.all(asked)).toEqual(asked.map(() => ({ privateKeys: [] })));
      expect(refused).toBeGreaterThan(3);
      // What is asked afterwards keeps to what was learned.
      refused = 0;
      await Promise.all([1, 2, 3].map(() => client.query(target, listPrivateKeys, {})));
      expect(refused).toBe(0);
    } finally {
      clearInterval(moving);
    }
  });

  it('a user with too many authenticators is a 429 too, and slows nothing down', async () => {
    const quota = { code: 8, message: 'user has exceeded maximum authenticators', details: [] };
    const taken = { json: { privateKeys: [] } };
    const { seen, listener } = inTurn({ status: 429, json: quota }, taken);
    const { client, target } = await connect(listener, { paceMs: 100_000, retries: 0 });
    await expect(client.query(target, listPrivateKeys, {})).rejects.toMatchObject({ httpStatus: 429 });
    await client.query(target, listPrivateKeys, {});
    expect(seen).toHaveLength(2);
  });

  it.each(['Too many requests', '', '<html>429</html>', '{"error":"slow down"}', '[]'])(
    'a 429 with the body "%s" is a 429, and not an answer that can’t be read',
    async (text) => {
      const { client, target } = await connect(inTurn({ status: 429, text }).listener, { retries: 0 });
      await expect(client.query(target, listPrivateKeys, {})).rejects.toMatchObject({
        ...{ code: 'RATE_LIMIT_EXCEEDED', delivery: 'not-sent', httpStatus: 429 },
        refusalBody: { httpStatus: 429, status: 8, errorCode: 'RATE_LIMIT_EXCEEDED', fieldViolations: [] },
      });
    },
  );

  it('says who was answered, and how a credential was refused', async () => {
    answers.length = 0;
    const { client, target } = await connect((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          code: 16,
          message: 'no such key',
          details: [],
          serviceErrorCode: 'PUBLIC_KEY_NOT_FOUND',
        }),
      );
    });
    await expect(client.query(target, listPrivateKeys, {})).rejects.toMatchObject({
      code: 'PUBLIC_KEY_NOT_FOUND',
    });
    expect(answers).toEqual([[signer.publicKey, 'PUBLIC_KEY_NOT_FOUND']]);
  });

  it('tells how each try to reach the service went', async () => {
    calls.length = 0;
    const answering = await connect(inTurn({ json: { privateKeys: [] } }).listener);
    await answering.client.query(answering.target, listPrivateKeys, {});
    // A login page before the service is no service, and its clock is not the service's.
    const portal = await connect((_request, response) => response.end('<html>Log in to the Wi-Fi</html>'));
    await portal.client.query(portal.target, listPrivateKeys, {}).catch(() => undefined);
    const gone = await connect((request) => request.socket.destroy());
    await gone.client.query(gone.target, listPrivateKeys, {}).catch(() => undefined);
    expect(calls[0]).toMatchObject({
      profileId: 'local',
      isAnswered: true,
      offsetMs: expect.any(Number) as number,
    });
    expect(calls[1]).toMatchObject({ isAnswered: false, offsetMs: null });
    expect(calls.slice(2).map(({ isAnswered }) => isAnswered)).toEqual(Array(timing.retries + 1).fill(false));
  });

  it('attack: an answer that comes a byte at a time holds no flow without end', async () => {
    const dripping: NodeJS.Timeout[] = [];
    let asked = 0;
    const { client, target } = await connect(
      (_request, response) => {
        asked += 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"privateKeys":[');
        dripping.push(setInterval(() => response.write(' '), 50));
      },
      { answerMs: 3_000, retries: 1 },
    );
    try {
      const began = performance.now();
      await expect(client.query(target, listPrivateKeys, {})).rejects.toMatchObject({
        code: 'SERVICE_TIMEOUT',
        delivery: 'uncertain',
      });
      expect(performance.now() - began).toBeLessThan(30_000);
      expect(asked).toBe(2);
    } finally {
      dripping.forEach(clearInterval);
    }
  });

  it.each([
    ['millions of empty objects', () => `{"privateKeys":[${'{},'.repeat(3_000_000)}{}]}`],
    ['more members than any answer', () => `{"privateKeys":[${'0,'.repeat(600_000)}0]}`],
    ['nothing but brackets', () => '['.repeat(1_000_000)],
    ['brackets behind a text with quotes', () => `{"a":"\\"[[","b":${'['.repeat(400_000)}`],
    ['more bytes than any answer', () => ' '.repeat(17 * 1024 * 1024)],
  ])('attack: an answer of %s is refused before it is read', async (_what, text) => {
    const { client, target } = await connect(inTurn({ text: text() }).listener);
    const began = performance.now();
    await expect(client.query(target, listPrivateKeys, {})).rejects.toMatchObject({
      code: 'SERVICE_ANSWER_INVALID',
    });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('reads a large list, whatever stands in its texts', async () => {
    const name = '[{,"'.repeat(200_000);
    const key = {
      privateKeyId: activityId,
      publicKey: '02aa',
      privateKeyName: name,
      curve: 'CURVE_SECP256K1',
      addresses: [],
      privateKeyTags: [],
      createdAt: { seconds: '1', nanos: '0' },
      updatedAt: { seconds: '1', nanos: '0' },
      exported: false,
      imported: false,
    };
    const { client, target } = await connect(inTurn({ json: { privateKeys: [key] } }).listener);
    const { privateKeys } = await client.query(target, listPrivateKeys, {});
    expect(privateKeys[0]?.privateKeyName).toBe(name);
  });

  it('sends the exact bytes, stamped', async () => {
    const { seen, listener } = inTurn({ json: { activity: activity() } });
    const { client, target } = await connect(listener);
    expect(await client.submit(target, createPrivateKeys, body)).toMatchObject({ id: activityId });
    expect(seen[0]).toMatchObject({ url: '/public/v1/submit/create_private_keys', body: fromUtf8(body) });
    expect(verifyStamp(parseStamp(seen[0]?.stamp ?? ''), body)).toBe(true);
  });

  it('sends the same bytes again after an answer from a broken gateway', async () => {
    const busy = { status: 503, json: { code: 14, message: 'busy', details: [] } };
    const { seen, listener } = inTurn(
      busy,
      { status: 502, text: '<html>' },
      { json: { activity: activity() } },
    );
    const { client, target } = await connect(listener);
    expect(await client.submit(target, createPrivateKeys, body)).toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
    });
    expect(seen.map((request) => request.body)).toEqual(Array.from({ length: 3 }, () => fromUtf8(body)));
  });

  it('does not repeat what the service refused', async () => {
    const refusal = {
      code: 3,
      message: 'bad request body',
      details: [
        { '@type': 'x', fieldViolations: [{ field: 'parameters.privateKeys', description: 'too few' }] },
      ],
      turnkeyErrorCode: 'REQUEST_INVALID',
    };
    const { seen, listener } = inTurn({ status: 400, json: refusal });
    const { client, target } = await connect(listener);
    await expect(client.submit(target, createPrivateKeys, body)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      message: 'bad request body',
      delivery: 'not-sent',
      refusalBody: {
        httpStatus: 400,
        status: 3,
        errorCode: 'REQUEST_INVALID',
        fieldViolations: [{ field: 'parameters.privateKeys', description: 'too few' }],
      },
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    [{ serviceErrorCode: 'ORGANIZATION_MISMATCH' }, 'ORGANIZATION_MISMATCH'],
    [{ details: [{ turnkeyErrorCode: 'API_KEY_EXPIRED' }] }, 'API_KEY_EXPIRED'],
    [{ serviceErrorCode: 'constructor' }, 'constructor'],
    [{}, 'UNSPECIFIED'],
  ])('reads the error code out of %j', async (more, code) => {
    const { listener } = inTurn({ status: 403, json: { code: 7, message: 'no', details: [], ...more } });
    const { client, target } = await connect(listener);
    const error = client.query(target, listPrivateKeys, {});
    await expect(error).rejects.toMatchObject({ code, remedy: expect.any(String) as string });
  });

  it('polls an activity until it is settled', async () => {
    const created = activity({ status: 'ACTIVITY_STATUS_CREATED' });
    const pending = activity({ status: 'ACTIVITY_STATUS_PENDING' });
    const { seen, listener } = inTurn(
      ...[created, pending, activity()].map((each) => ({ json: { activity: each } })),
    );
    const { client, target } = await connect(listener);
    expect(await client.submit(target, createPrivateKeys, body)).toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
    });
    expect(seen.slice(1).map((request) => request.url)).toEqual(
      Array(2).fill('/public/v1/query/get_activity'),
    );
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ organizationId, activityId });
    expect(stamps).toEqual(['get_activity completed', 'get_activity completed']);
  });

  it('attack: polling of an activity reads a key into memory again while the console is locked', async () => {
    const { seen, listener } = inTurn({
      json: { activity: activity({ status: 'ACTIVITY_STATUS_PENDING' }) },
    });
    const { client, target } = await connect(listener);
    let stamped = 0;
    const stamp: typeof target.stamper.stamp = (bytes) => {
      stamped += 1;
      return stamped > 2 ? Promise.reject(vaultError('VAULT_LOCKED')) : target.stamper.stamp(bytes);
    };
    const locking = { ...target, stamper: { ...target.stamper, stamp } };
    // It is left where it is, and is no request without an answer.
    expect(await client.submit(locking, createPrivateKeys, body)).toMatchObject({
      status: 'ACTIVITY_STATUS_PENDING',
    });
    expect([stamped, seen.length]).toEqual([3, 2]);
  });

  it.each([
    [
      'refused for its rate',
      { status: 429, text: 'Too many' },
      { code: 'RATE_LIMIT_EXCEEDED', delivery: 'not-sent' },
    ],
    [
      'possibly carried out',
      { status: 503, text: 'busy' },
      { code: 'SERVICE_ANSWER_INVALID', delivery: 'uncertain' },
    ],
  ])(
    'attack: a request that was %s waits out the lock, and is sent again',
    async (_name, answer, refusal) => {
      const { seen, listener } = inTurn(answer);
      const pauses: (() => void)[] = [];
      const after: Clock['after'] = (_ms, go) => {
        pauses.push(go);
        return () => undefined;
      };
      const { client, target } = await connect(listener, {}, { ...systemClock, after });
      let isLocked = false;
      const requireAllowed = (): void => {
        if (isLocked) throw vaultError('VAULT_LOCKED');
      };
      const guarded = { ...target, stamper: guardedStamper(target.stamper, requireAllowed) };
      const ended = client.submit(guarded, createPrivateKeys, body);
      ended.catch(() => undefined);
      await vi.waitFor(() => expect(pauses).toHaveLength(1), 30_000);
      isLocked = true;
      pauses[0]?.();
      await expect(ended).rejects.toMatchObject(refusal);
      expect(seen).toHaveLength(1);
    },
  );

  it('attack: a service says that the console is locked', async () => {
    const refusal = { code: 'VAULT_LOCKED', message: 'Locked', details: [] };
    const { listener } = inTurn(
      { json: { activity: activity({ status: 'ACTIVITY_STATUS_PENDING' }) } },
      { status: 403, json: refusal },
    );
    const { client, target } = await connect(listener);
    await expect(client.submit(target, createPrivateKeys, body)).rejects.toBeInstanceOf(ServiceRefusal);
  });

  it('does not poll what waits for people', async () => {
    const { seen, listener } = inTurn({
      json: { activity: activity({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' }) },
    });
    const { client, target } = await connect(listener);
    await client.submit(target, createPrivateKeys, body);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['fingerprint', { fingerprint: `sha256:${'0'.repeat(64)}` }],
    ['type', { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' }],
    ['organization', { organizationId: '00000000-0000-4000-8000-000000000000' }],
  ])('refuses an answer about another request, by its %s', async (what, more) => {
    const { listener } = inTurn({ json: { activity: activity(more) } });
    const { client, target } = await connect(listener);
    const answer = client.submit(target, createPrivateKeys, body);
    await expect(answer).rejects.toMatchObject({ code: 'SERVICE_ANSWER_MISMATCH', delivery: 'uncertain' });
    await expect(answer).rejects.toThrow(what);
  });

  describe('the answer to a vote', () => {
    const target = `sha256:${'ab'.repeat(32)}`;
    const ballot = toUtf8(submitBody(approveActivity, organizationId, 1, { fingerprint: target }));

    it('is the activity that was voted on', async () => {
      const { listener } = inTurn({ json: { activity: activity({ fingerprint: target }) } });
      const connected = await connect(listener);
      const answer = await connected.client.submit(connected.target, approveActivity, ballot);
      expect(answer).toMatchObject({ fingerprint: target, type: createPrivateKeys.type });
    });

    it('is refused when it is any other activity, also one of the vote itself', async () => {
      const { listener } = inTurn({ json: { activity: activity({ fingerprint: fingerprintOf(ballot) }) } });
      const connected = await connect(listener);
      const answer = connected.client.submit(connected.target, approveActivity, ballot);
      await expect(answer).rejects.toMatchObject({ code: 'SERVICE_ANSWER_MISMATCH' });
    });
  });

  it('refuses an activity that changes into another one while it is polled', async () => {
    const created = activity({ status: 'ACTIVITY_STATUS_CREATED' });
    const swapped = activity({ id: '01990000-0000-7000-8000-000000000002' });
    const { listener } = inTurn({ json: { activity: created } }, { json: { activity: swapped } });
    const { client, target } = await connect(listener);
    await expect(client.submit(target, createPrivateKeys, body)).rejects.toMatchObject({
      code: 'SERVICE_ANSWER_INVALID',
    });
  });

  it.each<[string, Parameters<typeof inTurn>[0]]>([
    ['a page', { text: '<!doctype html>' }],
    ['nothing', { text: '' }],
    ['half of JSON', { text: '{"activity":' }],
    ['another schema', { json: { activity: { id: 7 } } }],
    ['null', { text: 'null' }],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, text: '' }],
    ['an error that is no error body', { status: 401, json: { error: 'no' } }],
    ['17 MB', { text: ' '.repeat(17 * 1024 * 1024) }],
  ])('gives a typed error for an answer that is %s', async (_name, answer) => {
    const { seen, listener } = inTurn(answer);
    const { client, target } = await connect(listener);
    await expect(client.submit(target, createPrivateKeys, body)).rejects.toMatchObject({
      code: 'SERVICE_ANSWER_INVALID',
      delivery: 'uncertain',
    });
    expect(seen).toHaveLength(1);
  });

  it('gives up on a service that hangs', async () => {
    const { client, target } = await connect(() => undefined);
    await expect(client.query(target, listPrivateKeys, {})).rejects.toMatchObject({
      code: 'SERVICE_TIMEOUT',
    });
    expect(stamps).toEqual(['list_private_keys failed: SERVICE_TIMEOUT']);
  });

  it('gives up on a service that stops in the middle of its answer', async () => {
    const { client, target } = await connect((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
    });
    await expect(client.query(target, listPrivateKeys, {})).rejects.toMatchObject({
      code: 'SERVICE_TIMEOUT',
    });
  });

  it.each([
    ['before its next try', { status: 503, text: 'busy' }, { code: 'SERVICE_ANSWER_INVALID' }],
    [
      'before it asks for its activity again',
      { json: { activity: activity({ status: 'ACTIVITY_STATUS_PENDING' }) } },
      { delivery: 'uncertain' },
    ],
  ])('when it is closed, a request that pauses %s ends at once', async (_name, answer, refusal) => {
    const { seen, listener } = inTurn(answer);
    const pauses = heldClock();
    const { client, target } = await connect(listener, {}, pauses.clock);
    const ended = client.submit(target, createPrivateKeys, body);
    ended.catch(() => undefined);
    await pauses.paused;
    await client.close();
    await expect(ended).rejects.toMatchObject(refusal);
    expect(seen).toHaveLength(1);
  });

  it('a batch whose requests all pause is no leak', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', onWarning);
    const after = vi.fn(() => () => undefined);
    const clock = { ...systemClock, after };
    const { client, target } = await connect(inTurn({ status: 503, text: 'busy' }).listener, {}, clock);
    const ended = Array.from({ length: 24 }, () => client.submit(target, createPrivateKeys, body));
    const outcomes = Promise.allSettled(ended);
    await vi.waitFor(() => expect(after).toHaveBeenCalledTimes(24), 30_000);
    await client.close();
    await outcomes;
    process.off('warning', onWarning);
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  });

  it('says that a dead service was never reached', async () => {
    const { client, target, server } = await connect(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    await expect(client.submit(target, createPrivateKeys, body)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      delivery: 'not-sent',
    });
  });

  it('says that a request may have arrived when the service dies after the first try', async () => {
    const { client, target, server } = await connect((request) => {
      request.socket.destroy();
      server.close();
    });
    await expect(client.submit(target, createPrivateKeys, body)).rejects.toMatchObject({
      delivery: 'uncertain',
    });
  });

  it.each([
    [-3_780_000, '1 h 3 min ahead of'],
    [3_600_000, '1 h 0 min behind'],
  ])('says how far the clock is off: %i ms', async (aheadMs, words) => {
    const refusal = { code: 3, message: 'timestamp', details: [], serviceErrorCode: 'INVALID_TIME' };
    const headers = { 'x-service-time-ms': String(Date.now() + aheadMs) };
    const { client, target } = await connect(inTurn({ status: 400, json: refusal, headers }).listener);
    const error = client.submit(target, createPrivateKeys, body);
    await expect(error).rejects.toMatchObject({ code: 'INVALID_TIME', delivery: 'not-sent' });
    await expect(error).rejects.toThrow(words);
    expect(Math.abs((offset ?? 0) - aheadMs)).toBeLessThan(5_000);
  });
});
