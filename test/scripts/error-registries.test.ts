import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { SERVICE_ERROR_CODES } from '#protocol/error-body.ts';
import { STATUS } from '#protocol/status.ts';
import { type Rows, codesOf, registryFiles } from '#scripts/error-registries.mjs';

const root = join(import.meta.dirname, '../..');

interface Made {
  readonly rows: Rows;
  readonly refusals: readonly { id: string; code: string; status: string; message: string; remedy: string }[];
}

const found = await Promise.all(
  registryFiles().map(async ({ file, name, refuses }) => {
    const module = (await import(pathToFileURL(join(root, file)).href)) as Record<string, Made | undefined>;
    const made = module[name];
    return { file, refuses, codes: codesOf(made?.rows ?? {}), refusals: made?.refusals ?? [] };
  }),
);
const registries = found.filter(({ refuses }) => !refuses);
const refusals = found.flatMap((each) => each.refusals);
const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

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
    expect(found.filter(({ refuses }) => refuses).map(({ file }) => file)).toEqual([
      'src/service/authentication/errors.ts',
      'src/service/engine/errors.ts',
      'src/service/errors.ts',
      'src/service/features/errors.ts',
      'src/service/http/errors.ts',
      'src/service/oidc/errors.ts',
      'src/service/solana/errors.ts',
    ]);
  });

  test.each([
    ['console', /^src\/service\//],
    ['service', /^src\/(?:main|preload|renderer)\//],
  ])('have each code once in the %s, which has nothing of %s', (_, others) => {
    const own = registries.filter(({ file }) => !others.test(file));
    expect(twice(own.flatMap((each) => each.codes.map(([code]) => code)))).toEqual([]);
  });

  test('have each refusal of the API once, with a published code, a status and its texts', () => {
    expect(refusals.length).toBeGreaterThan(80);
    expect(twice(refusals.map(({ id }) => id))).toEqual([]);
    expect(twice(refusals.map(({ code, status, message }) => `${status} ${code} ${message}`))).toEqual([]);
    for (const { id, code, status, message, remedy } of refusals) {
      expect(SERVICE_ERROR_CODES).toContain(code);
      expect([id, status in STATUS, message !== '', remedy !== '']).toEqual([id, true, true, true]);
    }
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

test('lint refuses timers that Electron does not wake for', async () => {
  const source = "import { setImmediate } from 'node:timers/promises';\n";
  const [result] = await eslint.lintText(source, { filePath: join(root, 'src/main/journal/journal.ts') });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(RULE);
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
    ['src/service/keys/storage-key.ts', "throw new AppError('NO_KEY', 'No.', 'Ask.');"],
    ['src/service/storage/sealed-rows.ts', "throw new StorageError('NO_ROWS', 'No.', 'Ask.');"],
    ['src/service/engine/vote.ts', 'throw new ServiceError({ ...refusal });'],
    ['src/service/features/users/operations.ts', "throw invalidField('userId', 'is gone');"],
    ['src/service/features/users/operations.ts', 'throw invalidField(field, `${id} is gone`);'],
  ])('in %s', async (file, source) => {
    const [result] = await eslint.lintText(`${source}\n`, { filePath: join(root, file) });
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(RULE);
  });
});
