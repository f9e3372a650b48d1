import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '#preload/contract.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import { draftOf, fieldsOf, profileFaults } from '#renderer/features/settings/profile-fields.ts';
import { workingSnapshot } from '#test/renderer/fake-data.ts';

const good = {
  ...fieldsOf(null),
  name: 'Production',
  baseUrl: 'https://api.example.com',
  organizationId: '5d1f0a3c-9e27-4b6a-b1c8-0e4f7a2d9c55',
};

test('a whole profile has no faults', () => {
  expect(profileFaults(good)).toEqual({});
});

test.each([
  ['name', '  '],
  ['baseUrl', ''],
  ['baseUrl', 'api.example.com'],
  ['baseUrl', 'ftp://api.example.com'],
  ['baseUrl', 'javascript:alert(1)'],
  ['organizationId', ''],
  ['organizationId', '5d1f0a3c9e274b6ab1c80e4f7a2d9c55'],
  ['organizationId', 'zd1f0a3c-9e27-4b6a-b1c8-0e4f7a2d9c55'],
] as const)('names the field that is wrong: %s = %j', (field, value) => {
  expect(Object.keys(profileFaults({ ...good, [field]: value }))).toEqual([field]);
});

test.each([
  [{ proxy: 'manual' }, 'proxyAddress'],
  [{ certificates: 'own' }, 'certificateFile'],
  [{ keys: 'own' }, 'keysText'],
] as const)('asks for what a choice needs: %j', (choice, field) => {
  expect(Object.keys(profileFaults({ ...good, ...choice }))).toEqual([field]);
});

test('a field left empty keeps what the profile has, and a login only for the same proxy', async () => {
  const hosted = workingSnapshot.profiles.find(({ kind }) => kind === 'hosted');
  if (hosted === undefined) throw new Error('The snapshot has no hosted profile.');
  const connection = {
    proxy: { kind: 'manual', address: 'http://proxy.example:8080', hasLogin: true },
    certificates: 'own',
    own: [],
    keys: HOSTED_KEYS,
    hasVendorKeys: false,
  } as const;
  const fields = fieldsOf({ ...hosted, connection: { ...connection, own: [] } });
  const noFile = (): Promise<string> => Promise.reject(new Error('No file is chosen.'));
  expect(profileFaults(fields)).toEqual({});
  expect(await draftOf(fields, noFile)).toMatchObject({
    proxy: { login: 'kept' },
    certificates: { kind: 'kept' },
    keys: { kind: 'kept' },
  });
  const elsewhere = { ...fields, proxyAddress: 'http://other.example:8080' };
  expect(await draftOf(elsewhere, noFile)).toMatchObject({ proxy: { login: null } });
});

test('whatever the form lets through, the bridge takes', async () => {
  const { input } = contract.profiles.add;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        name: fc.string({ maxLength: 60 }),
        baseUrl: fc.oneof(fc.webUrl(), fc.string()),
        organizationId: fc.oneof(fc.uuid(), fc.string()),
        proxy: fc.constantFrom('system' as const, 'direct' as const),
        certificates: fc.constantFrom('bundled' as const, 'system' as const),
      }),
      async (some) => {
        const fields = { ...good, ...some };
        fc.pre(Object.keys(profileFaults(fields)).length === 0);
        const draft = await draftOf(fields, (name) => Promise.resolve(name));
        expect(input.safeParse(draft).success).toBe(true);
      },
    ),
  );
});
