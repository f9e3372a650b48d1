import { beforeEach, expect, test } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { enroll, enrollRefusal } from '#renderer/features/credentials/enroll-form.tsx';
import { FakeConsole } from '../../fake-console.ts';
import { deskCredential, preview, ROOT_USER } from '../../fake-data.ts';

let fake: FakeConsole;
beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
});

test('enrolling prepares create_api_keys for the same user and has exactly that preview reviewed', async () => {
  const [local] = fake.bootstrap.profiles;
  const outcome = await enroll(deskCredential, local);
  expect(outcome.state).toBe('completed');
  expect(fake.calls).toEqual([
    {
      name: 'requests.prepare',
      input: {
        operation: 'create_api_keys',
        parameters: {
          userId: ROOT_USER,
          apiKeys: [
            {
              apiKeyName: deskCredential.label,
              publicKey: deskCredential.publicKey,
              curveType: deskCredential.curve,
            },
          ],
        },
      },
    },
    { name: 'requests.review', input: { previewId: preview.id } },
  ]);
});

test('nothing is prepared while nobody knows whose key it would be', async () => {
  const hosted = fake.bootstrap.profiles[1];
  await expect(enroll(deskCredential, hosted)).rejects.toMatchObject({ code: 'NO_USER' });
  expect(fake.calls).toEqual([]);
});

test('a canceled, late or failed enrollment says so; waiting for votes is none of them', () => {
  expect(enrollRefusal({ state: 'denied' })?.message).toMatch(/canceled/);
  expect(enrollRefusal({ state: 'expired' })?.message).toMatch(/out of time/);
  expect(enrollRefusal({ state: 'failed', code: 'X', message: 'no', remedy: 'try' })).toEqual({
    message: 'no',
    remedy: 'try',
  });
  expect(
    enrollRefusal({ state: 'waiting', activityId: 'a', fingerprint: 'f', message: '', consensus: null }),
  ).toBeNull();
});
