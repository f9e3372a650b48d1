import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOfDestination } from '#service/webhooks/post.ts';

describe('public destinations', () => {
  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com:8443/a/b?c=d',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'https://localhost.example.com/',
    'https://xn--bcher-kva.example/',
    'HTTPS://HOOKS.EXAMPLE.COM/',
  ])('%s', (url) => {
    expect(faultOfDestination(url, false)).toBeUndefined();
  });
});

describe('refused', () => {
  test.each([
    ['', 'is no URL'],
    ['hooks.example.com', 'is no URL'],
    ['http://hooks.example.com/', 'must begin with https'],
    ['ftp://hooks.example.com/', 'must begin with https'],
    ['javascript:alert(1)', 'must begin with https'],
    ['https://user@hooks.example.com/', 'user name'],
    ['https://:secret@hooks.example.com/', 'password'],
    ['https://hooks.example.com/#x', 'fragment'],
    ['https://hooks.example.com/#', 'fragment'],
    ['https://localhost/', 'public'],
    ['https://LOCALHOST./', 'public'],
    ['https://localhost../x', 'public'],
    ['https://a.internal.../', 'public'],
    ['https://intranet../', 'public'],
    ['https://a.localhost/', 'public'],
    ['https://printer.local/', 'public'],
    ['https://metadata.google.internal/', 'public'],
    ['https://router.home.arpa/', 'public'],
    ['https://intranet/', 'public'],
    ['https://127.1/', 'public'],
    ['https://0x7f000001/', 'public'],
    ['https://0177.0.0.1/', 'public'],
    ['https://１２７.0.0.1/', 'public'],
    ['https://[::]/', 'public'],
    ['https://[fe80::1]/', 'public'],
    ['https://[::ffff:10.0.0.1]/', 'public'],
    ['https://100.64.0.1/', 'public'],
  ])('%s', (url, why) => {
    expect(faultOfDestination(url, false)).toContain(why);
  });
});

test('with --allow-private-webhooks, this machine and http are fine; user info is not', () => {
  for (const url of ['http://127.0.0.1:8080/hooks', 'https://localhost/', 'http://intranet/'])
    expect(faultOfDestination(url, true)).toBeUndefined();
  for (const url of ['http://user@127.0.0.1/', 'ftp://127.0.0.1/', 'nothing'])
    expect(faultOfDestination(url, true)).toBeDefined();
});

test('any text gets an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), fc.boolean(), (text, allowPrivate) => {
      const fault = faultOfDestination(text, allowPrivate);
      expect(fault === undefined || fault.length > 0).toBe(true);
      if (fault === undefined) expect(URL.canParse(text)).toBe(true);
    }),
  );
});
