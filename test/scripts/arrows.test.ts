import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const RULE = '@typescript-eslint/no-restricted-imports';

// The project's own configuration, without types: the arrows are read off the paths alone.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { projectService: false } } },
  ],
  ruleFilter: ({ ruleId }) => ruleId === RULE,
});

/** Each arrow that is forbidden, broken once: who imports, and what. */
const BROKEN: readonly (readonly [string, string])[] = [
  ['src/protocol/stamp.ts', '../chains/chains.ts'],
  ['src/protocol/stamp.ts', '../main/vault/vault.ts'],
  ['src/protocol/stamp.ts', 'node:fs'],
  ['src/protocol/stamp.ts', 'react'],
  ['src/chains/chains.ts', '../service/start.ts'],
  ['src/chains/chains.ts', '../preload/contract.ts'],
  ['src/chains/chains.ts', 'node:fs'],
  ['src/storage/migrate.ts', '../protocol/stamp.ts'],
  ['src/storage/migrate.ts', '../chains/chains.ts'],
  ['src/native/curves.ts', '../service/boot/start.ts'],
  ['src/native/curves.ts', '../main/vault/vault.ts'],
  ['src/native/curves.ts', '../storage/migrate.ts'],
  ['src/protocol/stamp.ts', '../native/curves.ts'],
  ['src/chains/chains.ts', '#native/curves.ts'],
  ['src/renderer/src/main.tsx', '#native/curves.ts'],
  ['src/preload/contract/call.ts', '../../main/app/console.ts'],
  ['src/preload/contract/call.ts', '../../service/start.ts'],
  ['src/preload/contract/call.ts', 'node:fs'],
  ['src/renderer/src/main.tsx', '../../main/app/console.ts'],
  ['src/renderer/src/main.tsx', '../../service/start.ts'],
  ['src/renderer/src/main.tsx', 'electron'],
  ['src/service/boot/index.ts', '../../main/app/console.ts'],
  ['src/service/boot/index.ts', '../../preload/contract.ts'],
  ['src/service/http/api-server.ts', 'kysely'],
  ['src/service/storage/store.ts', '../../main/storage/tables.ts'],
  ['src/service/errors.ts', './storage/store.ts'],
  ['src/service/keys/storage-key.ts', '../storage/store.ts'],
  ['src/service/chains/solana.ts', '../solana/history.ts'],
  ['src/service/storage/rows.ts', '../webhooks/store.ts'],
  ['src/service/authentication/caller.ts', '../engine/engine.ts'],
  ['src/service/webhooks/filters.ts', 'kysely'],
  ['src/service/engine/vote.ts', '../features/users/operations.ts'],
  ['src/service/engine/vote.ts', '../http/server.ts'],
  ['src/service/features/users/operations.ts', '../../http/server.ts'],
  ['src/service/features/users/operations.ts', 'kysely'],
  ['src/service/features/users/operations.ts', '../../boot/start.ts'],
  ['src/service/http/server.ts', '../boot/start.ts'],
  ['src/main/app/console.ts', '../../service/boot/start.ts'],
  ['src/main/embedded-service/local-service.ts', '../../service/boot/start.ts'],
  ['src/main/app/console.ts', '../../renderer/src/main.tsx'],
  ['src/main/app/console.ts', 'kysely'],
  ['src/main/app/console.ts', 'electron'],
  ['src/main/electron/theme.ts', 'fastify'],
  ['src/main/index.ts', '../service/boot/start.ts'],
  ['src/main/platform/clock.ts', '../storage/settings.ts'],
  ['src/main/storage/settings.ts', '../vault/vault.ts'],
  ['src/main/vault/vault.ts', '../context/context-resolver.ts'],
  ['src/main/journal/journal.ts', '../features/requests/send.ts'],
  ['src/main/context/context-resolver.ts', '../features/requests/send.ts'],
  ['src/main/context/context-resolver.ts', '../governance/votes/votes.ts'],
  ['src/main/governance/votes/votes.ts', '../../features/requests/module.ts'],
  ['src/main/features/requests/send.ts', '../../app/console.ts'],
  ['src/main/app/console.ts', '../electron/theme.ts'],
  ['src/main/app/compose.ts', '../features/requests/send.ts'],
  ['src/main/features/batches/batch-flow.ts', '../requests/send.ts'],
  ['src/main/features/batches/batch-flow.ts', '../previews/views/users.ts'],
  ['src/main/features/batches/batch-flow.ts', '../../app/console.ts'],
  ['src/main/features/previews/views/users.ts', '../../requests/send.ts'],
  ['src/main/features/previews/views/users.ts', '#main/app/console.ts'],
  // The same by alias, and a way up that an alias is for.
  ['src/protocol/stamp.ts', '#main/vault/vault.ts'],
  ['src/chains/chains.ts', '#preload/contract.ts'],
  ['src/storage/migrate.ts', '#protocol/stamp.ts'],
  ['src/preload/contract/call.ts', '#service/start.ts'],
  ['src/renderer/src/main.tsx', '#main/app/console.ts'],
  ['src/main/platform/clock.ts', '#main/storage/settings.ts'],
  ['src/main/context/context-resolver.ts', '#main/features/requests/module.ts'],
  ['src/main/app/compose.ts', '#main/features/requests/send.ts'],
  ['src/main/features/batches/batch-flow.ts', '#main/features/requests/send.ts'],
  ['src/main/features/previews/views/users.ts', '#main/features/requests/send.ts'],
  ['src/main/embedded-service/local-service.ts', '#service/boot/start.ts'],
  ['src/service/chains/solana.ts', '#service/solana/history.ts'],
  ['src/service/features/users/operations.ts', '#service/http/server.ts'],
  ['src/service/boot/index.ts', '#main/app/console.ts'],
  ['src/service/errors.ts', '#service/storage/store.ts'],
  ['src/main/features/previews/views/users.ts', '../../../context/signing-context.ts'],
  ['test/main/app/console.test.ts', '../../../src/main/app/console.ts'],
];

const reported = async (file: string, imported: string): Promise<number> => {
  const [result] = await eslint.lintText(`import '${imported}';\n`, { filePath: join(root, file) });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === RULE).length;
};

describe('lint holds the arrows between rooms', () => {
  test.each(BROKEN)('%s may not import %s', async (file, imported) => {
    expect(await reported(file, imported)).toBe(1);
  });

  test.each([
    ['src/chains/chains.ts', '#protocol/stamp.ts'],
    ['test/main/app/console.test.ts', '#main/app/console.ts'],
    ['src/main/app/compose.ts', '../features/requests/module.ts'],
    ['src/main/features/batches/batch-flow.ts', '../requests/module.ts'],
    ['src/main/features/batches/batch-flow.ts', './read-csv.ts'],
    ['src/main/features/batches/batch-flow.ts', '../../context/signing-context.ts'],
    ['src/main/features/previews/views/users.ts', '../preview-maker.ts'],
    ['src/main/features/previews/views/users.ts', '../../requests/module.ts'],
    ['src/main/features/previews/views/users.ts', '#main/context/signing-context.ts'],
    ['src/main/app/console.ts', '../embedded-service/local-service.ts'],
    ['src/main/storage/settings.ts', 'kysely'],
    ['src/main/electron/theme.ts', 'electron'],
    ['src/service/storage/store.ts', 'kysely'],
    ['src/service/chains/solana.ts', '#chains/solana/parse.ts'],
    ['src/service/features/transport/store.ts', 'kysely'],
    ['src/service/features/users/operations.ts', '../../engine/user-record.ts'],
    ['src/service/http/server.ts', '../engine/engine.ts'],
  ])('%s may import %s', async (file, imported) => {
    expect(await reported(file, imported)).toBe(0);
  });
});
