import { beforeEach, expect, test } from 'vitest';
import { listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { ID_SOURCES, type IdSource } from '#protocol/form/id-sources.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { createIdOptions } from '#renderer/features/operations/form/id-options.ts';
import { signers } from '#renderer/features/signers/signers.ts';
import { FakeConsole } from '#test/renderer/fake-console.ts';
import { walletAccounts } from '#test/renderer/fake-answers.ts';
import { privateKeys } from '#test/renderer/fake-data.ts';

let fake: FakeConsole;
beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
});

test('an address that a private key and a wallet’s account share is offered once, by its first name', async () => {
  fake.overrides.set('queries.ask', () => Promise.resolve({}));
  const sourceOf = (label: string, further?: IdSource): IdSource => ({
    query: listPrivateKeys,
    ask: () => ({}),
    options: () => [
      { id: '0xaa', label },
      { id: label, label },
    ],
    ...(further === undefined ? {} : { further }),
  });
  expect(await createIdOptions().ask(sourceOf('key', sourceOf('account')), {})).toEqual([
    { id: '0xaa', label: 'key' },
    { id: 'key', label: 'key' },
    { id: 'account', label: 'account' },
  ]);
});

test('private keys are asked for in pages, and neither as a whole nor with the organization', async () => {
  const keys = Array.from({ length: 150 }, (_, at) => ({
    ...privateKeys[0],
    privateKeyId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  }));
  fake.overrides.set('keys.known', (input) => {
    const { after } = (input ?? {}) as { after?: string };
    const from = keys.findIndex(({ privateKeyId }) => privateKeyId === after) + 1;
    return Promise.resolve(keys.slice(from, from + 100));
  });
  for (const source of [ID_SOURCES.privateKey, ID_SOURCES.signer]) {
    fake.calls.length = 0;
    const offered = (await createIdOptions().ask(source, {})).map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining(keys.map(({ privateKeyId }) => privateKeyId)));
    const asked = fake.calls.map(({ name, input }) => [
      name,
      (input as { operation?: string } | undefined)?.operation,
    ]);
    expect(asked.filter(([name]) => name === 'keys.known')).toHaveLength(2);
    expect(asked.map(([, operation]) => operation)).not.toContain('list_private_keys');
    expect(asked.map(([, operation]) => operation)).not.toContain('get_organization');
  }
});

test('accounts of two wallets with the same words are one signer', async () => {
  const again = walletAccounts.map((account) => ({
    ...account,
    walletAccountId: `${account.walletAccountId}-2`,
  }));
  fake.overrides.set('keys.accounts', () => Promise.resolve([...walletAccounts, ...again]));
  await signers.load();
  const state = signers.useStore.getState();
  const choices = state.state === 'ready' ? state.value.map(({ signWith }) => signWith) : [];
  expect(choices.length).toBeGreaterThan(walletAccounts.length);
  expect(new Set(choices).size).toBe(choices.length);
});
