import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basicLogin,
  isLoopbackHost,
  proxyAddress,
  proxyOfEnvironment,
  readPacAnswer,
  readProxyAddress,
} from '#main/service-client/proxy-choice.ts';
import { ServiceRefusal } from '#main/service-client/service-refusal.ts';

const API = new URL('https://api.example.com');
const addressOf = (text: string): string | undefined => {
  const read = readProxyAddress(text);
  return read && proxyAddress(read.proxy);
};

describe('the address of a proxy', () => {
  it.each([
    ['http://proxy.example:8080', 'http://proxy.example:8080'],
    ['https://proxy.example', 'https://proxy.example:443'],
    ['proxy.example:3128', 'http://proxy.example:3128'],
    ['http://[fd00::1]:3128/', 'http://[fd00::1]:3128'],
    ['http://PROXY.example', 'http://proxy.example:80'],
  ])('reads %s', (text, address) => {
    expect(addressOf(text)).toBe(address);
  });

  it('takes the login out of the address', () => {
    const read = readProxyAddress('https://op%40corp:p%3Ass@proxy.example:8443');
    expect(read?.login).toEqual({ username: 'op@corp', password: 'p:ss' });
    expect(read && proxyAddress(read.proxy)).toBe('https://proxy.example:8443');
    expect(basicLogin({ username: 'Aladdin', password: 'open sesame' })).toBe(
      'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
    );
  });

  it.each([
    '',
    'socks5://proxy:1080',
    'ftp://proxy',
    'http://',
    'http://proxy:0',
    'http://proxy:99999',
    'http://proxy/path',
    'http://proxy/?a',
    'http://proxy/#a',
    'http://a%0d%0ax:b@proxy',
    'http://a:%00@proxy',
    'http://a%zz:b@proxy',
    'http://us%3Aer:b@proxy',
    `http://${'a'.repeat(3000)}`,
  ])('refuses %j', (text) => {
    expect(readProxyAddress(text)).toBeUndefined();
  });

  it('reads or refuses any text, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readProxyAddress(text);
        // What was read is read again as the same place.
        if (read !== undefined)
          expect(readProxyAddress(proxyAddress(read.proxy))).toEqual({ ...read, login: null });
      }),
    );
  });
});

describe('the proxy that the environment names', () => {
  const of = (environment: Record<string, string>, url = API): string | undefined => {
    const found = proxyOfEnvironment(environment, url);
    return found === undefined || found === 'direct' ? found : proxyAddress(found.proxy);
  };

  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ HTTP_PROXY: 'http://p:1' }, undefined],
    [{ HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
    [{ HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:2' }, 'http://q:2'],
    [{ ALL_PROXY: 'p:1' }, 'http://p:1'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, 'direct'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'other.example, example.com' }, 'direct'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '.example.com' }, 'direct'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*.example.com' }, 'direct'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'API.EXAMPLE.COM:443' }, 'direct'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.example.com:8443' }, 'http://p:1'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'ample.com' }, 'http://p:1'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'x', no_proxy: 'example.com' }, 'direct'],
  ])('%j: %s', (environment, expected) => {
    expect(of(environment)).toBe(expected);
  });

  it('exempts addresses and blocks of addresses', () => {
    const environment = { HTTPS_PROXY: 'http://p:1', NO_PROXY: '10.0.0.0/8,[fd00::1],192.0.2.7,bad/99' };
    expect(of(environment, new URL('https://10.2.3.4'))).toBe('direct');
    expect(of(environment, new URL('https://[fd00::1]:8443'))).toBe('direct');
    expect(of(environment, new URL('https://192.0.2.7'))).toBe('direct');
    expect(of(environment, new URL('https://11.2.3.4'))).toBe('http://p:1');
  });

  it('attack: a proxy’s password in a variable that cannot be read is not in the error', () => {
    const environment = { HTTPS_PROXY: 'socks5://op:hunter2@proxy:1080' };
    const attempt = (): unknown => proxyOfEnvironment(environment, API);
    expect(attempt).toThrow(expect.objectContaining({ code: 'PROXY_SETTING_INVALID' }));
    try {
      attempt();
    } catch (error) {
      expect(JSON.stringify([error, String(error), (error as ServiceRefusal).remedy])).not.toContain(
        'hunter2',
      );
    }
  });
});

describe('the answer of a PAC script', () => {
  const read = (text: string): string[] =>
    readPacAnswer(text).map((hop) => (hop === 'direct' ? hop : proxyAddress(hop)));

  it.each([
    ['DIRECT', ['direct']],
    ['PROXY a:8080', ['http://a:8080']],
    ['proxy a:8080;https b:443 ; DIRECT;', ['http://a:8080', 'https://b:443', 'direct']],
    ['HTTP [::1]:3128', ['http://[::1]:3128']],
    ['SOCKS5 s:1080; PROXY a:1', ['http://a:1']],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['attack: a script that floods with ways', 'PROXY a:1;'.repeat(11)],
    ['attack: a script that floods with text', `PROXY ${'a'.repeat(5000)}:1`],
    ['attack: a script that plants a login', 'PROXY op:secret@a:1'],
    ['attack: a script that plants a path', 'PROXY a:1/x'],
    ['attack: a script that plants a line', 'PROXY a:1\r\nX: y'],
    ['attack: a script that plants a NUL', 'PROXY a\u0000b:1'],
    ['no way at all', ''],
    ['only separators', ' ;; '],
    ['a way without a place', 'PROXY'],
    ['a place for none', 'DIRECT a:1'],
    ['an unknown way', 'CARRIER pigeon:1'],
    ['a port out of range', 'PROXY a:70000'],
    ['half a good answer', 'PROXY a:1; nonsense'],
    ['a URL', 'PROXY http://a:1'],
  ])('refuses %s', (_name, text) => {
    expect(() => readPacAnswer(text)).toThrow(expect.objectContaining({ code: 'PROXY_ANSWER_UNREADABLE' }));
  });

  it('says that only SOCKS is offered', () => {
    expect(() => readPacAnswer('SOCKS5 s:1080')).toThrow(
      expect.objectContaining({ code: 'PROXY_KIND_UNSUPPORTED' }),
    );
  });

  it('reads any text into a few ways, or refuses it with a typed error', () => {
    const word = fc.constantFrom('PROXY', 'HTTPS', 'DIRECT', 'SOCKS', ';', ' ', 'a:1', '@', '[::1]:2', '\n');
    const text = fc.oneof(
      fc.string(),
      fc.array(word).map((words) => words.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        try {
          const hops = readPacAnswer(given);
          expect(hops.length).toBeGreaterThan(0);
          expect(hops.length).toBeLessThanOrEqual(10);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceRefusal);
        }
      }),
    );
  });
});

it.each([
  ['localhost', true],
  ['localhost.', true],
  ['a.localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  // Tricks: shortened, hex, octal and decimal numbers, and IPv4 as IPv6.
  [new URL('https://127.1').hostname, true],
  [new URL('https://0x7f.1').hostname, true],
  [new URL('https://0177.0.0.1').hostname, true],
  [new URL('https://2130706433').hostname, true],
  [new URL('https://[::ffff:127.0.0.1]').hostname, true],
  [new URL('https://[::ffff:128.0.0.1]').hostname, false],
  ['[::1]', true],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['10.0.0.1', false],
])('%s is this computer: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
