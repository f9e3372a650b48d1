import { describe, expect, it } from 'vitest';
import { browserAddress } from '#main/platform/loopback/private-opener.ts';

describe('an address for the system’s browser', () => {
  it.each(['https://issuer.example/authorize?x=1', 'http://127.0.0.1:4000/a', 'http://localhost:4000/a'])(
    'may be %s',
    (url) => expect(browserAddress(url)).toBe(url),
  );

  it.each([
    'http://issuer.example/',
    'http://127.0.0.1.issuer.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:privacy',
    '--version',
    'https://user:word@issuer.example/',
    '',
  ])('attack: is never %j', (url) => {
    expect(() => browserAddress(url)).toThrow(expect.objectContaining({ code: 'BROWSER_ADDRESS_REFUSED' }));
  });
});
