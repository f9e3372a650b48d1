import { describe, expect, test } from 'vitest';
import { readArguments } from '#service/boot/arguments.ts';
import { THIS_MACHINE } from '#service/http/network.ts';
import { freshSigner } from '../../fixtures/local-service.ts';

const rootKey = freshSigner().publicKey;
const good = ['--data', 'd', '--port', '0', '--auth-proxy-port', '8081', '--root-public-key', rootKey];

/** The good arguments with one of them replaced. */
const replaced = (name: string, value: string): string[] =>
  good.map((argument, index) => (good[index - 1] === name ? value : argument));

test('the contract of the command line', () => {
  expect(readArguments([...good, '--storage-key-fd', '3', '--allow-private-webhooks'])).toEqual({
    data: 'd',
    port: 0,
    authProxyPort: 8081,
    rootKey: { curve: 'API_KEY_CURVE_P256', publicKey: rootKey },
    storageKeyFd: 3,
    endWithStdin: false,
    generation: { known: 0, acceptOlder: false },
    allowPrivateWebhooks: true,
    allowLoopbackIssuers: false,
    oidcIssuers: undefined,
    solanaEndpoints: new Map(),
    network: THIS_MACHINE,
  });
  expect(readArguments(good).storageKeyFd).toBeUndefined();
  expect(readArguments(good).allowPrivateWebhooks).toBe(false);
  const issuers = readArguments([...good, '--allow-loopback-issuers', '--oidc-issuers', 'issuers.json']);
  expect([issuers.allowLoopbackIssuers, issuers.oidcIssuers]).toEqual([true, 'issuers.json']);
});

test('the curve of the root key: told by its length, or by name', () => {
  const secp256k1 = freshSigner('API_KEY_CURVE_SECP256K1').publicKey;
  const ed25519 = freshSigner('API_KEY_CURVE_ED25519').publicKey;
  expect(readArguments(replaced('--root-public-key', ed25519)).rootKey.curve).toBe('API_KEY_CURVE_ED25519');
  const named = [
    ...replaced('--root-public-key', secp256k1.toUpperCase()),
    '--root-key-curve',
    'API_KEY_CURVE_SECP256K1',
  ];
  expect(readArguments(named).rootKey).toEqual({ curve: 'API_KEY_CURVE_SECP256K1', publicKey: secp256k1 });
});

describe('refused, naming what is wrong:', () => {
  test.each(['--data', '--port', '--auth-proxy-port', '--root-public-key'])('%s missing', (name) => {
    const at = good.indexOf(name);
    expect(() => readArguments(good.filter((_, index) => index !== at && index !== at + 1))).toThrow(
      expect.objectContaining({ code: 'ARGUMENTS_INVALID', message: `${name} is missing.` }) as Error,
    );
  });

  test.each([
    ['--port', '-1'],
    ['--port', '65536'],
    ['--port', '80.5'],
    ['--port', 'http'],
    ['--auth-proxy-port', '0x50'],
    ['--root-public-key', 'zz'],
    ['--root-public-key', `04${'11'.repeat(64)}`],
    ['--root-public-key', `02${'ff'.repeat(32)}`],
    ['--root-public-key', rootKey.slice(2, 30)],
    // The point of small order that any body has a signature for.
    ['--root-public-key', `01${'00'.repeat(31)}`],
  ])('%s %s', (name, value) => {
    expect(() => readArguments(replaced(name, value))).toThrow(new RegExp(name));
  });

  test.each([[['--unknown']], [['stray']], [['--storage-key-fd', 'x']], [['--root-key-curve', 'P256']]])(
    '%j',
    (extra) => {
      expect(() => readArguments([...good, ...extra])).toThrow(
        expect.objectContaining({ code: 'ARGUMENTS_INVALID' }) as Error,
      );
    },
  );
});

test('--drain-seconds is how long requests are still carried out at the end', () => {
  expect(readArguments([...good, '--drain-seconds', '20']).leavingMs).toBe(20_000);
  expect(readArguments(good)).not.toHaveProperty('leavingMs');
  for (const text of ['-1', '1.5', '301', 'x', ''])
    expect(() => readArguments([...good, `--drain-seconds=${text}`])).toThrow(/--drain-seconds/);
});

test('--metrics-listen is an address and a port', () => {
  const listen = (text: string) => readArguments([...good, `--metrics-listen=${text}`]).metricsListen;
  expect(listen('127.0.0.1:9464')).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(listen('[::1]:0')).toEqual({ host: '::1', port: 0 });
  expect(readArguments(good)).not.toHaveProperty('metricsListen');
  for (const text of [
    '9464',
    ':9464',
    'localhost:9464',
    '::1:9464',
    '[127.0.0.1]:1',
    '1.2.3.4:65536',
    '1.2.3.4:',
    '',
  ])
    expect(() => listen(text)).toThrow(/--metrics-listen/);
});

test('--rate-limit is so many requests a second, and two seconds’ worth at once', () => {
  expect(readArguments([...good, '--rate-limit', '20']).rateLimit).toEqual({ perSecond: 20, burst: 40 });
  expect(readArguments(good)).not.toHaveProperty('rateLimit');
  for (const text of ['0', '-1', '1.5', 'none', '100000'])
    expect(() => readArguments([...good, '--rate-limit', text])).toThrow('--rate-limit');
});

test('--solana-rpc names an endpoint for each cluster, by alias or by genesis hash; addresses are not repeated', () => {
  const mainnet = 'https://node.example/?key=SECRET';
  const both = [`solana:mainnet=${mainnet}`, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1=http://127.0.0.1:8899'];
  const read = (texts: readonly string[]) =>
    readArguments([...good, ...texts.flatMap((text) => ['--solana-rpc', text])]).solanaEndpoints;
  expect([...read(both)]).toEqual([
    ['mainnet', mainnet],
    ['devnet', 'http://127.0.0.1:8899'],
  ]);
  for (const wrong of [
    ['solana:testnet=https://node.example/SECRET'],
    ['https://node.example/SECRET'],
    ['solana:mainnet=ftp://node.example/SECRET'],
    ['solana:mainnet=SECRET'],
    [`solana:mainnet=${mainnet}`, `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp=${mainnet}`],
  ]) {
    expect(() => read(wrong)).toThrow(/^--solana-rpc (?!.*SECRET)/);
  }
});

test('--webhook-proxy and --webhook-ca; a proxy’s password is refused without being repeated', () => {
  const read = (...extra: string[]) => readArguments([...good, ...extra]);
  const both = read('--webhook-proxy', 'http://proxy.example:3128', '--webhook-ca', 'ours.pem');
  expect([both.webhookProxy?.href, both.webhookCa]).toEqual(['http://proxy.example:3128/', 'ours.pem']);
  expect(read('--webhook-proxy', 'http://[::1]').webhookProxy?.hostname).toBe('[::1]');
  expect([read().webhookProxy, read().webhookCa]).toEqual([undefined, undefined]);
  for (const wrong of [
    'http://user:SECRET@proxy.example:3128',
    'http://SECRET@proxy.example',
    'https://proxy.example/SECRET',
    'http://proxy.example/SECRET',
    'http://proxy.example?SECRET',
    'http://proxy.example#SECRET',
    'socks5://proxy.example:1080',
    'proxy.example:3128',
    'SECRET',
    '',
  ])
    expect(() => read('--webhook-proxy', wrong)).toThrow(/^--webhook-proxy (?!.*SECRET)/);
});
