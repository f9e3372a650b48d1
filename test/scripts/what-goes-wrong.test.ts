// docs/what-goes-wrong.md names the test behind each statement: the tests must be there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/what-goes-wrong.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Whether a file declares a test of that name. */
function declares(source: string, name: string): boolean {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:\\b(?:it|test)\\(|\\)\\()\\s*(['"\`])${quoted}\\1`).test(source);
}

describe('what goes wrong', () => {
  it.each(rows.map((row) => [row[1] ?? '', row[2] ?? '', row[4] ?? '']))(
    '%s, %s: its test exists',
    (_case, _flow, proof) => {
      const [, path = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
      expect(existsSync(join(root, path)) && path !== '').toBe(true);
      expect([name, declares(readFileSync(join(root, path), 'utf8'), name)]).toEqual([name, true]);
    },
  );

  it('holds every case that the flows are asked about', () => {
    const cases = rows.map((row) => row[1]);
    for (const asked of [
      'Wrong quorum key',
      'Swapped bundle',
      "Somebody else's bundle",
      'Tampered JWT',
      'Target key expired between steps',
      'A vote on an intent that changed',
      'A session ended elsewhere',
      'The service dies before approval',
      'The keychain locks in the middle',
      'The window closes in the middle',
    ])
      expect(cases).toContain(asked);
  });

  it('does not take a name in passing for a test', () => {
    expect(declares("it('opens', () => {})", 'opens')).toBe(true);
    expect(declares("it.each(['a'])('opens %s', () => {})", 'opens %s')).toBe(true);
    expect(declares("// it opens, and 'opens' is said", 'opens')).toBe(false);
    expect(declares("it('opens twice', () => {})", 'opens')).toBe(false);
  });
});
