import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { codesOf, registryFiles } from '../../scripts/error-registries.mjs';
import type { Rows } from '../../scripts/error-registries.mjs';

const root = join(import.meta.dirname, '../..');

const registries = await Promise.all(
  registryFiles().map(async ({ file, name, sentence }) => {
    const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, { rows: Rows }>;
    return { file, sentence, codes: codesOf(module[name]?.rows ?? {}) };
  }),
);

describe('the registries of errors', () => {
  test('are found where they stand', () => {
    const files = registries.map(({ file }) => file);
    expect(files).toEqual(
      expect.arrayContaining([
        'src/protocol/errors.ts',
        'src/main/vault/errors.ts',
        'src/storage/storage-error.ts',
      ]),
    );
    for (const { file, codes } of registries) expect([file, codes.length > 0]).toEqual([file, true]);
  });

  test('have each code once', () => {
    const codes = registries.flatMap((each) => each.codes.map(([code]) => code));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test('have a code in capitals, a message and a remedy in each row', () => {
    for (const { codes } of registries) {
      for (const [code, texts] of codes) {
        expect(code).toMatch(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/);
        expect(texts.length).toBeGreaterThan(0);
        for (const [message, remedy] of texts)
          expect([code, message !== '', remedy !== '']).toEqual([code, true, true]);
      }
    }
  });

  test('have no two situations of a code with the same texts', () => {
    for (const { codes } of registries) {
      for (const [code, texts] of codes) {
        expect([code, new Set(texts.map((pair) => pair.join('\n'))).size]).toEqual([code, texts.length]);
      }
    }
  });
});

const RULE = 'no-restricted-syntax';
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { projectService: false } } },
  ],
  ruleFilter: ({ ruleId }) => ruleId === RULE,
});

describe('lint refuses an error or a warning outside the registries', () => {
  test.each([
    ['src/protocol/stamp.ts', "throw new AppError(code, 'No.', 'Ask.');"],
    ['src/chains/chain.ts', "throw new AppError('NO_CHAIN', 'No.', 'Ask.');"],
    ['src/main/vault/vault.ts', "throw new VaultError('NO_KEY', 'No.', 'Ask.');"],
    ['src/main/service-client/client.ts', "throw new ServiceRefusal('NO_ANSWER', 'No.', 'Ask.', {});"],
    ['src/storage/migrate.ts', "throw new StorageError('NO_TABLE', 'No.', 'Ask.');"],
    [
      'src/main/features/previews/exports.ts',
      "const odd = { code: 'ODD', severity: 'danger', title: 'Odd' };",
    ],
    ['src/renderer/src/bridge/console.ts', "throw new BridgeError('NO_BRIDGE', 'No.', 'Ask.');"],
  ])('in %s', async (file, source) => {
    const [result] = await eslint.lintText(`${source}\n`, { filePath: join(root, file) });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(RULE);
  });
});
