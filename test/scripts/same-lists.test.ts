// Lists that two rooms need, where neither may import the other: they are held equal here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The texts of a list that a file declares: everything between quotes, from its name to its closing bracket. */
function listIn(file: string, declared: RegExp): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const start = declared.exec(text);
  if (start === null) throw new Error(`${file} declares no such list.`);
  const rest = text.slice(start.index + start[0].length);
  return [...rest.slice(0, rest.indexOf(']')).matchAll(/'([^']+)'/g)].map(([, each = '']) =>
    each.replaceAll('\\\\', '\\'),
  );
}

describe('a list that stands in two rooms', () => {
  it('is the same for certificates of the system: what the console trusts and what the service trusts', () => {
    const console = listIn('src/main/service-client/certificates.ts', /const BUNDLES = \[/);
    expect(console).toHaveLength(5);
    expect(listIn('src/service/boot/webhook-authorities.ts', /const BUNDLES = \[/)).toEqual(console);
  });

  it.each([
    ['names of Chrome', /const NAMES = \[/, /what: 'Chrome or Chromium',\s+programs: \[/, 5],
    ['places of Chrome on macOS', /PLACES[\s\S]+?darwin: \[/, /const CHROME = [\s\S]+?darwin: \[/, 3],
    ['places of Chrome on Windows', /PLACES[\s\S]+?win32: \[/, /const CHROME = [\s\S]+?win32: \[/, 3],
  ])(
    'is the same for the %s: what is started and what is said to be missing',
    (_what, started, said, count) => {
      const list = listIn('src/main/chromium/launch-browser.ts', started);
      expect(list).toHaveLength(count);
      expect(listIn('scripts/system.mjs', said)).toEqual(list);
    },
  );
});
