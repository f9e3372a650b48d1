import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createCarrier } from '#main/service-client/carry.ts';
import { createClient } from '#main/service-client/client.ts';
import { ANSWER_LIMIT, exchange } from '#main/service-client/exchange.ts';
import {
  type RoutedPlace,
  type Routes,
  createRoutes,
  proxyLoginItem,
  proxyLoginText,
} from '#main/service-client/routes.ts';
import { TIMING, systemClock } from '#main/platform/clock.ts';
import type { ProfileNetwork } from '#preload/contract/profiles.ts';
import { setOrganizationFeature } from '#protocol/catalogue/organization.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { type ConnectProxy, startConnectProxy, startTlsService } from '../../fixtures/network.ts';
import { createAuthority } from '../../fixtures/self-signed.ts';

// A real proxy and real TLS on loopback; the service's name leads nowhere but through the proxy.
const NAME = 'api.keyops.test';
const STAMP = 'the-stamp-of-this-request';
const timing = { ...TIMING, connectMs: 2_000, headersMs: 2_000, bodyMs: 2_000, retries: 0 };
const authority = createAuthority('KeyOps test authority');
const OWN = { kind: 'own', pem: authority.cert } as const;
const LOGIN = { username: 'op', password: 'hunter2' };
const WHO = { organizationId: 'o', organizationName: 'Acme', userId: 'u', username: 'op' };

describe('the way to a hosted service', () => {
  const cleanUp: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of cleanUp.splice(0).reverse()) await close();
  });

  const keychain = memoryKeychain();
  const routesWith = (
    options: {
      environment?: Record<string, string>;
      resolveProxy?: (url: string) => Promise<string>;
    } = {},
  ): Routes => {
    const routes = createRoutes({
      ...{ keychain, timing },
      environment: options.environment ?? {},
      resolveProxy: options.resolveProxy,
    });
    cleanUp.push(() => routes.close());
    return routes;
  };
  const serve = async (listener: RequestListener, certified = authority.issue(NAME)): Promise<number> => {
    const service = await startTlsService(certified, listener);
    cleanUp.push(service.close);
    return service.port;
  };
  const proxied = async (tls?: { key: string; cert: string }): Promise<ConnectProxy> => {
    const proxy = await startConnectProxy(tls);
    cleanUp.push(proxy.close);
    return proxy;
  };
  const answering: RequestListener = (_request, response) => response.end('{"ok":true}');
  const placeAt = (port: number, network: Partial<ProfileNetwork>, name = NAME): RoutedPlace => ({
    profileId: 'p',
    baseUrl: `https://${name}:${port}`,
    network: { proxy: { kind: 'system' }, certificates: OWN, ...network },
  });
  const manual = (address: string, hasLogin = false): ProfileNetwork['proxy'] => ({
    kind: 'manual',
    address,
    hasLogin,
  });
  const get = (routes: Routes, place: RoutedPlace): Promise<{ status: number; text: string }> =>
    exchange(routes.dispatcher(place, ANSWER_LIMIT), `${place.baseUrl}/x`, { method: 'GET', headers: {} });

  it('attack: a proxy that reads sees a name and a port, and never a stamp', async () => {
    const stamps: unknown[] = [];
    const port = await serve((request, response) => {
      stamps.push(request.headers['x-stamp']);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(WHO));
    });
    const proxy = await proxied();
    const routes = routesWith();
    const client = createClient(
      { clock: systemClock, timing, random: () => 0.5 },
      '1',
      { onCall: () => undefined, onQuery: () => undefined, onAnswer: () => undefined },
      routes,
    );
    cleanUp.push(() => client.close());
    const target = {
      ...placeAt(port, { proxy: manual(proxy.url) }),
      ...{ organizationId: 'o', profileName: 'P', moves: 0 },
      stamper: {
        publicKey: '02',
        asksEachTime: false,
        stamp: () => Promise.resolve({ name: 'x-stamp', value: STAMP }),
      },
    };
    expect(await client.query(target, whoami, {})).toMatchObject(WHO);
    expect(stamps).toEqual([STAMP]);
    expect(proxy.asked.map((each) => each.authority)).toEqual([`${NAME}:${port}`]);
    expect(proxy.asked[0]?.headers).not.toHaveProperty('x-stamp');
    expect(proxy.seen().length).toBeGreaterThan(200);
    for (const word of [STAMP, 'whoami', 'Acme', 'x-stamp']) expect(proxy.seen()).not.toContain(word);
  });

  it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])('goes through the proxy of %s', async (name) => {
    const port = await serve(answering);
    const proxy = await proxied();
    const routes = routesWith({ environment: { [name]: proxy.url } });
    expect(await get(routes, placeAt(port, {}))).toMatchObject({ status: 200 });
    expect(proxy.asked).toHaveLength(1);
  });

  it('asks the system when the environment says nothing, with the origin alone', async () => {
    const port = await serve(answering);
    const proxy = await proxied();
    const asked: string[] = [];
    const resolveProxy = (url: string): Promise<string> => {
      asked.push(url);
      // The first is not there: the next has its turn.
      return Promise.resolve(`PROXY 127.0.0.1:1; PROXY 127.0.0.1:${proxy.port}; DIRECT`);
    };
    expect(await get(routesWith({ resolveProxy }), placeAt(port, {}))).toMatchObject({ status: 200 });
    expect(asked).toEqual([`https://${NAME}:${port}/`]);
    expect(proxy.asked).toHaveLength(1);
  });

  it.each([
    ['attack: a script that floods', 'PROXY a:1;'.repeat(5000), 'PROXY_ANSWER_UNREADABLE'],
    ['attack: a script that sends SOCKS', 'SOCKS5 127.0.0.1:1080', 'PROXY_KIND_UNSUPPORTED'],
  ])('%s', async (_name, answer, code) => {
    const routes = routesWith({ resolveProxy: () => Promise.resolve(answer) });
    await expect(get(routes, placeAt(1, {}))).rejects.toMatchObject({ code, delivery: 'not-sent' });
  });

  it('attack: a script that never answers, or fails, sends nothing anywhere', async () => {
    const failing = routesWith({ resolveProxy: () => Promise.reject(new Error('broken')) });
    await expect(get(failing, placeAt(1, {}))).rejects.toMatchObject({ code: 'PROXY_LOOKUP_FAILED' });
    const hanging = createRoutes({
      ...{ keychain, environment: {}, timing: { ...timing, connectMs: 50 } },
      resolveProxy: () => new Promise(() => undefined),
    });
    cleanUp.push(() => hanging.close());
    await expect(get(hanging, placeAt(1, {}))).rejects.toMatchObject({ code: 'PROXY_LOOKUP_FAILED' });
  });

  it.each(['localhost', '127.0.0.1'])(
    'attack: a script that sends %s through a proxy is not asked',
    async (name) => {
      const port = await serve(answering, authority.issue('localhost'));
      const proxy = await proxied();
      let asked = 0;
      const routes = routesWith({
        environment: { HTTPS_PROXY: proxy.url },
        resolveProxy: () => Promise.resolve(`PROXY 127.0.0.1:${(asked += 1)}`),
      });
      const ways = [{ kind: 'system' } as const, manual(proxy.url)];
      for (const way of ways) {
        const place = placeAt(port, { proxy: way }, name);
        // A certificate for another host is refused, but the connection is straight.
        await get(routes, place).catch((error: unknown) =>
          expect(error).toMatchObject({ code: 'SERVICE_CERTIFICATE_OTHER_HOST' }),
        );
      }
      expect([asked, proxy.asked.length]).toEqual([0, 0]);
    },
  );

  it('sends the proxy its login, from the keychain or the environment, and to nobody else', async () => {
    const heard: unknown[] = [];
    const port = await serve((request, response) => {
      heard.push(request.headers['proxy-authorization']);
      response.end('{}');
    });
    const proxy = await proxied();
    const wanted = `Basic ${Buffer.from('op:hunter2').toString('base64')}`;
    proxy.answer = (_authority, login) =>
      login === wanted ? undefined : 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\n\r\n';
    await keychain.set(proxyLoginItem('p'), proxyLoginText(proxy.url, LOGIN));
    expect(await get(routesWith(), placeAt(port, { proxy: manual(proxy.url, true) }))).toMatchObject({
      status: 200,
    });
    const environment = { HTTPS_PROXY: proxy.url.replace('//', '//op:hunter2@') };
    expect(await get(routesWith({ environment }), placeAt(port, {}))).toMatchObject({ status: 200 });
    expect(heard).toEqual([undefined, undefined]);
  });

  it('attack: a stamp from a file goes past the proxy, or to a service that the profile’s own authority did not sign', async () => {
    let stamps = 0;
    const listener: RequestListener = (request, response) => {
      stamps += request.headers['x-stamp'] === STAMP ? 1 : 0;
      response.end('{}');
    };
    const port = await serve(listener);
    const proxy = await proxied();
    const pauses = { clock: systemClock, timing, random: () => 0.5 };
    const carrier = createCarrier(pauses, '1.0.0', routesWith());
    cleanUp.push(() => carrier.close());
    const carry = (place: RoutedPlace) =>
      carrier.carry(place, setOrganizationFeature, new Uint8Array(2), { name: 'X-Stamp', value: STAMP });
    expect(await carry(placeAt(port, { proxy: manual(proxy.url) }))).toMatchObject({ status: 200 });
    expect([stamps, proxy.asked.length]).toEqual([1, 1]);
    const bundled = { kind: 'bundled' } as const;
    await expect(
      carry(placeAt(port, { proxy: manual(proxy.url), certificates: bundled })),
    ).rejects.toMatchObject({ code: 'SERVICE_CERTIFICATE_UNKNOWN' });
    expect(stamps).toBe(1);
  });

  it('attack: the password of a proxy is sent to the one before, or after, while the profile is edited', async () => {
    const old = await proxied();
    const port = await serve(answering);
    const heard: (string | undefined)[] = [];
    old.answer = (_authority, login) => {
      heard.push(login);
      return undefined;
    };
    // What a crash leaves between the keychain and the database, or a request that began before the edit.
    for (const text of [
      proxyLoginText('http://new.example:8080', LOGIN),
      JSON.stringify(LOGIN),
      'nonsense',
    ]) {
      await keychain.replace(proxyLoginItem('p'), text);
      await get(routesWith(), placeAt(port, { proxy: manual(old.url, true) }));
    }
    expect(heard).toEqual([undefined, undefined, undefined]);
  });

  it('attack: a refused password is in no error', async () => {
    const proxy = await proxied();
    proxy.answer = (_authority, login) =>
      `HTTP/1.1 407 ${login ?? ''}\r\nProxy-Authenticate: Basic realm="${login ?? ''}"\r\n\r\n`;
    await keychain.set(proxyLoginItem('p'), proxyLoginText(proxy.url, LOGIN));
    const attempts = [
      () => get(routesWith(), placeAt(1, { proxy: manual(proxy.url, true) })),
      () =>
        get(
          routesWith({ environment: { HTTPS_PROXY: proxy.url.replace('//', '//op:hunter2@') } }),
          placeAt(1, {}),
        ),
      () =>
        get(routesWith({ environment: { HTTPS_PROXY: 'http://op:hunter2@127.0.0.1:1' } }), placeAt(1, {})),
    ];
    const codes: unknown[] = [];
    for (const attempt of attempts) {
      const error = await attempt().then(
        () => undefined,
        (thrown: unknown) => thrown as Error & { code: string; remedy: string },
      );
      codes.push(error?.code);
      const said = [String(error), error?.stack, error?.remedy, JSON.stringify(error), String(error?.cause)];
      for (const secret of ['hunter2', Buffer.from('op:hunter2').toString('base64')])
        expect(said.join('\n')).not.toContain(secret);
    }
    expect(codes).toEqual(['PROXY_LOGIN_REQUIRED', 'PROXY_LOGIN_REQUIRED', 'PROXY_UNREACHABLE']);
  });

  it.each([
    [
      'attack: a proxy that redirects',
      'HTTP/1.1 302 Found\r\nLocation: https://evil.test/\r\n\r\n',
      'PROXY_REFUSED',
    ],
    ['a proxy that refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'PROXY_REFUSED'],
    [
      'attack: a proxy that answers in the service’s place',
      'HTTP/1.1 200 OK\r\n\r\n{"ok":true}',
      'PROXY_NOT_TUNNELING',
    ],
    ['what is no proxy', 'SSH-2.0-OpenSSH_9.9\r\n', 'PROXY_NOT_TUNNELING'],
    [
      'attack: a proxy that floods',
      `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`,
      'PROXY_UNREACHABLE',
    ],
  ])('%s is a typed error', async (_name, answer, code) => {
    const proxy = await proxied();
    proxy.answer = () => answer;
    await expect(get(routesWith(), placeAt(443, { proxy: manual(proxy.url) }))).rejects.toMatchObject({
      code,
      delivery: 'not-sent',
    });
    expect(proxy.plain).toEqual([]);
  });

  it('attack: a proxy that inspects is seen by its certificate, until its authority is trusted', async () => {
    const inspecting = createAuthority('Inspection');
    const port = await serve(answering, inspecting.issue(NAME));
    const proxy = await proxied();
    const through = { proxy: manual(proxy.url) };
    for (const certificates of [OWN, { kind: 'bundled' }, { kind: 'system' }] as const) {
      await expect(get(routesWith(), placeAt(port, { ...through, certificates }))).rejects.toMatchObject({
        code: 'SERVICE_CERTIFICATE_UNKNOWN',
        delivery: 'not-sent',
      });
    }
    const certificates = { kind: 'own', pem: inspecting.cert } as const;
    expect(await get(routesWith(), placeAt(port, { ...through, certificates }))).toMatchObject({
      status: 200,
    });
  });

  it.each([
    [
      'attack: a certificate for another host',
      () => authority.issue('evil.test'),
      'SERVICE_CERTIFICATE_OTHER_HOST',
    ],
    ['an expired certificate', () => authority.issue(NAME, '210101000000Z'), 'SERVICE_CERTIFICATE_EXPIRED'],
  ])('%s is refused', async (_name, certified, code) => {
    const made = certified();
    const proxy = await proxied();
    const port = await serve(answering, made);
    await expect(get(routesWith(), placeAt(port, { proxy: manual(proxy.url) }))).rejects.toMatchObject({
      code,
    });
  });

  it('reaches an https proxy, and refuses one whose certificate nobody trusts', async () => {
    const port = await serve(answering);
    const trusted = await proxied(authority.issue('localhost'));
    const there = `https://localhost:${trusted.port}`;
    expect(await get(routesWith(), placeAt(port, { proxy: manual(there) }))).toMatchObject({ status: 200 });
    const unknown = await proxied(createAuthority('Other').issue('localhost'));
    await expect(
      get(routesWith(), placeAt(port, { proxy: manual(`https://localhost:${unknown.port}`) })),
    ).rejects.toMatchObject({ code: 'PROXY_CERTIFICATE_REFUSED' });
  });

  it('attack: a variable that turns certificates off does not', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const port = await serve(answering, createAuthority('Other').issue('localhost'));
      await expect(get(routesWith(), placeAt(port, {}, 'localhost'))).rejects.toMatchObject({
        code: 'SERVICE_CERTIFICATE_UNKNOWN',
      });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('ends the connections of a profile that changed', async () => {
    let arrived: () => void = () => undefined;
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    const port = await serve(() => arrived(), authority.issue('localhost'));
    const routes = routesWith();
    const waiting = get(routes, placeAt(port, {}, 'localhost'));
    await underWay;
    await routes.forget('p');
    await expect(waiting).rejects.toMatchObject({ delivery: 'uncertain' });
  });
});
