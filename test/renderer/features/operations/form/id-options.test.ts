import { beforeEach, expect, test } from 'vitest';
import { listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import type { IdSource } from '#protocol/form/id-sources.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { createIdOptions } from '#renderer/features/operations/form/id-options.ts';
import { signers } from '#renderer/features/signers/signers.ts';
import { FakeConsole } from '#test/renderer/fake-console.ts';
import { walletAccounts } from '#test/renderer/fake-answers.ts';

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
