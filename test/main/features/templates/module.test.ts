import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { templatesCalls } from '#preload/contract/templates.ts';
import { templateHandlers } from '#main/features/templates/module.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';

let folder: string;
let storage: ConsoleStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-templates-'));
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});
const handlers = () => templateHandlers(storage.templates);

test('a template is kept under its name, for its operation, until it is removed', async () => {
  const { list, save, remove } = handlers();
  await save({ operation: 'delete_users', name: 'Leavers', parameters: { userIds: ['a'] } });
  await save({ operation: 'delete_users', name: 'Leavers', parameters: { userIds: ['b'] } });
  expect(await list({ operation: 'delete_users' })).toEqual([
    { name: 'Leavers', parameters: { userIds: ['b'] } },
  ]);
  expect(await list({ operation: 'create_users' })).toEqual([]);
  await remove({ operation: 'delete_users', name: 'Leavers' });
  expect(await list({ operation: 'delete_users' })).toEqual([]);
});

test('attack: a token in the parameters does not reach the database', async () => {
  const { list, save } = handlers();
  const oidcToken = 'header.payload.signature';
  const targetPublicKey = '02';
  await save({ operation: 'oauth', name: 'Log in', parameters: { oidcToken, targetPublicKey } });
  const provider = { providerName: 'Issuer', oidcToken };
  await save({
    operation: 'create_oauth_providers',
    name: 'Add',
    parameters: { oauthProviders: [provider] },
  });
  expect(await list({ operation: 'oauth' })).toEqual([{ name: 'Log in', parameters: { targetPublicKey } }]);
  expect(await list({ operation: 'create_oauth_providers' })).toEqual([
    { name: 'Add', parameters: { oauthProviders: [{ providerName: 'Issuer' }] } },
  ]);
});

test('what is no operation has no templates', async () => {
  const nothing = { operation: 'make_tea', name: 'Tea', parameters: {} };
  await expect(handlers().save(nothing)).rejects.toMatchObject({ code: 'OPERATION_UNKNOWN' });
});

test('attack: a value within itself is refused by its code, by the contract and by the call', async () => {
  const parameters: Record<string, unknown> = {};
  parameters['self'] = parameters;
  const given = { operation: 'delete_users', name: 'Ring', parameters };
  expect(templatesCalls.save.input.safeParse(given).success).toBe(false);
  expect(templatesCalls.save.input.safeParse({ ...given, parameters: { a: [1] } }).success).toBe(true);
  await expect(handlers().save(given as never)).rejects.toMatchObject({ code: 'TEMPLATE_INVALID' });
});
