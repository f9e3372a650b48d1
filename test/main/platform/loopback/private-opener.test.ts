import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createPrivateOpener } from '#main/platform/loopback/private-opener.ts';
import { shortCode } from '#main/webauthn/ceremonies.ts';
import { openedAddress } from '#test/fixtures/opened-address.ts';

const SECRET = 'nobody-else-reads-this';
const url = `http://localhost:4321/${SECRET}?a=1&b="<`;

it.skipIf(process.platform === 'win32')(
  'attack: another user reads the arguments of the program that opens the browser',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'keyops-opener-'));
    const folder = join(place, 'browser');
    const argumentsSeen: string[] = [];
    const openExternal = (opened: string) => Promise.resolve(void argumentsSeen.push(opened));
    const opener = createPrivateOpener({ openExternal }, folder);
    try {
      await opener.open(url);
      const [argument = ''] = argumentsSeen;
      expect(argument).toMatch(/^file:.*[.]html$/);
      expect(argument).not.toContain(SECRET);
      const path = fileURLToPath(argument);
      expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
      expect(openedAddress(argument)).toBe(new URL(url).href);
      await opener.clear();
      expect(existsSync(path)).toBe(false);
      await expect(opener.open('file:///etc/passwd')).rejects.toMatchObject({
        code: 'BROWSER_ADDRESS_REFUSED',
      });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
);

it('draws codes that a person can compare', () => {
  const codes = new Set(Array.from({ length: 200 }, shortCode));
  expect(codes.size).toBeGreaterThan(195);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{3}-[2-9A-HJKMNP-TV-Z]{3}$/);
});
