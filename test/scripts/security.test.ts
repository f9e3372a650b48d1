import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimsOf } from '#scripts/security.mjs';

const root = join(import.meta.dirname, '../..');
const table = (row: string): string => `| Attack | Answer | Test |\n| --- | --- | --- |\n${row}\n`;
const claims = (row: string, there: readonly string[] = []): ReturnType<typeof claimsOf> =>
  claimsOf('a.md', table(row), (path) => there.includes(path));

describe('the claims of the security documents', () => {
  it('have a proof that is there, each', () => {
    for (const document of ['docs/threat-model.md', 'docs/electron-security.md']) {
      const found = claimsOf(document, readFileSync(join(root, document), 'utf8'), (path) =>
        existsSync(join(root, path)),
      );
      expect(found.length).toBeGreaterThan(20);
      const bad = found.filter(({ proofs, missing }) => proofs.length === 0 || missing.length > 0);
      expect(bad).toEqual([]);
    }
  });

  it('count as unproven without a test, or with one that is not there', () => {
    expect(claims('| A | B |  |')[0]?.proofs).toEqual([]);
    expect(claims('| A | B | tested by hand |')[0]?.proofs).toEqual([]);
    expect(claims('| A | B | `test/gone.test.ts` |')[0]?.missing).toEqual(['test/gone.test.ts']);
  });

  it('take a name beside the test before it, and the row before', () => {
    const there = ['test/a/one.test.ts', 'test/a/two.test.ts'];
    const rows = '| A | B | `test/a/one.test.ts`, `two.test.ts` |\n| C | D | the same |';
    expect(claims(rows, there).map(({ proofs }) => proofs)).toEqual([there, there]);
  });
});
