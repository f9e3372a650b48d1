import { beforeEach, expect, test } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { passkeyRefusal, registerPasskey } from '#renderer/features/credentials/passkey-dialog.tsx';
import { FakeConsole } from '../../fake-console.ts';
import { preview } from '../../fake-data.ts';

let fake: FakeConsole;
beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
});

test('registering has exactly the request of that passkey reviewed', async () => {
  expect((await registerPasskey('Phone')).state).toBe('completed');
  expect(fake.calls).toEqual([
    { name: 'passkeys.register', input: { label: 'Phone' } },
    { name: 'requests.review', input: { previewId: preview.id } },
  ]);
});

test('a registration whose record does not agree is refused, in the words of the check', () => {
  const checks = [
    { name: 'Signature', passed: true, detail: '' },
    { name: 'PASSKEY_MISMATCH', passed: false, detail: 'The service registered another passkey.' },
  ];
  const outcome = {
    state: 'completed' as const,
    activityId: 'a',
    fingerprint: 'f',
    result: {},
    transaction: null,
  };
  expect(passkeyRefusal({ ...outcome, verifications: checks })).toEqual({
    message: 'The service registered another passkey.',
    remedy: 'The passkey was not kept on this computer.',
  });
  expect(passkeyRefusal({ ...outcome, verifications: checks.slice(0, 1) })).toBeNull();
  expect(passkeyRefusal({ state: 'denied' })?.message).toMatch(/canceled/);
});
