import { expect, test } from 'vitest';
import { catalogue, operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { findDestruction } from '#renderer/features/operations/destruction.ts';
import type { IdOptions } from '#renderer/features/operations/form/id-options.ts';

const known: IdOptions = {
  ask: ({ query }) =>
    Promise.resolve(
      query.path === 'list_users' || query.path === 'get_api_keys'
        ? [
            { id: 'u1', label: 'Ann' },
            { id: 'u2', label: 'Ben' },
          ]
        : [],
    ),
};
const silent: IdOptions = { ask: () => Promise.reject(new Error('no answer')) };
function find(path: string, parameters: object, ids = known) {
  const operation = operationByPath(path);
  if (operation === undefined) throw new Error(`there is no ${path}`);
  return findDestruction(operation, parameters as Record<string, unknown>, ids, 'Root user');
}

test('one is named, and its name has to be typed', async () => {
  expect(await find('delete_users', { userIds: ['u1'] })).toEqual({
    what: 'Users',
    names: ['Ann'],
    typed: 'Ann',
  });
});

test('several are all named, and how many there are has to be typed', async () => {
  const destruction = await find('delete_users', { userIds: ['u1', 'u2'] });
  expect(destruction).toEqual({ what: 'Users', names: ['Ann', 'Ben'], typed: '2 users' });
});

test('what is named beside the doomed stays', async () => {
  expect(await find('delete_api_keys', { userId: 'u1', apiKeyIds: ['u2'] })).toMatchObject({
    what: 'API keys',
    names: ['Ben'],
  });
});

test('without an answer the id itself has to be typed', async () => {
  expect(await find('delete_users', { userIds: ['u1'] }, silent)).toMatchObject({ typed: 'u1' });
});

test('a feature goes by its words, the organization’s allowlist by the organization', async () => {
  const feature = await find('remove_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' });
  expect(feature?.typed).toMatch(/SMS auth/i);
  expect(await find('remove_ip_allowlist', {})).toMatchObject({ typed: 'organization' });
});

test('ending other sessions asks for the name of their user', async () => {
  expect(await find('stamp_login', { invalidateExisting: true })).toMatchObject({ typed: 'Root user' });
  const session = { userId: 'u2', invalidateExisting: true };
  expect(await find('create_read_write_session', session)).toMatchObject({ typed: 'Ben' });
  expect(await find('stamp_login', { invalidateExisting: false })).toBeNull();
});

test('attack: nothing that destroys goes to the preview without a name typed', async () => {
  for (const operation of catalogue as readonly Operation[]) {
    const destruction = await findDestruction(operation, {}, known, 'Root user');
    if (operation.effect === 'destroy') expect(destruction?.typed).toMatch(/\S/);
    else expect(destruction).toBeNull();
  }
});
