import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '#preload/contract.ts';
import { profileFaults } from '#renderer/features/settings/add-profile-dialog.tsx';

const good = {
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

test('whatever the form lets through, the bridge takes', () => {
  const { input } = contract.profiles.add;
  fc.assert(
    fc.property(
      fc.record({
        name: fc.string({ maxLength: 60 }),
        baseUrl: fc.oneof(fc.webUrl(), fc.string()),
        organizationId: fc.oneof(fc.uuid(), fc.string()),
      }),
      (fields) => {
        fc.pre(Object.keys(profileFaults(fields)).length === 0);
        const trimmed = {
          name: fields.name.trim(),
          baseUrl: fields.baseUrl.trim(),
          organizationId: fields.organizationId.trim(),
        };
        expect(input.safeParse(trimmed).success).toBe(true);
      },
    ),
  );
});
