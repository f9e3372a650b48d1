import { expect, it } from 'vitest';
import type { CeremonyAsk } from '#main/webauthn/ceremony-page.ts';
import { createCeremonies } from '#main/webauthn/ceremonies.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

const ASK: Extract<CeremonyAsk, { kind: 'get' }> = {
  kind: 'get',
  label: 'Phone',
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  credentialId: 'aWQ',
  digest: 'ab'.repeat(32),
};

function ceremonies() {
  const opened: string[] = [];
  const told: unknown[] = [];
  const held = createCeremonies({
    clock: fakeClock(),
    tell: (ceremony) => told.push(ceremony?.code ?? null),
    opener: { open: (url) => Promise.resolve(void opened.push(url)), clear: () => Promise.resolve() },
  });
  return { held, opened, told };
}

it('attack: a passkey’s page outlasts the lock that called it off before the page was served', async () => {
  const { held, opened, told } = ceremonies();
  const answered = held.get(ASK);
  held.cancel();
  await expect(answered).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
  expect(opened).toEqual([]);
  expect(told.at(-1)).toBeNull();
});

it('holds the next ceremony after one that was called off, and after a cancel with none', async () => {
  const { held, opened } = ceremonies();
  const first = held.get(ASK);
  held.cancel();
  await expect(first).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
  held.cancel();
  const second = held.get(ASK);
  second.catch(() => undefined);
  while (opened.length === 0) await new Promise(setImmediate);
  held.cancel();
  await expect(second).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
});
