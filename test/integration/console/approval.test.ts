import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '#main/platform/clock.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();

/** The machine's clock, moved ahead by hand; what waits for a time that is over is called. */
function movableClock(): Clock & { forward: (ms: number) => void } {
  let aheadMs = 0;
  const waiting = new Set<{ atMs: number; fn: () => void; stop: () => void }>();
  const now = (): number => systemClock.now() + aheadMs;
  return {
    now,
    after: (ms, fn) => {
      const run = (): void => {
        waiting.delete(entry);
        fn();
      };
      const entry = { atMs: now() + ms, fn, stop: systemClock.after(ms, run) };
      waiting.add(entry);
      return () => {
        waiting.delete(entry);
        entry.stop();
      };
    },
    forward: (ms) => {
      aheadMs += ms;
      for (const entry of [...waiting]) {
        if (entry.atMs > now()) continue;
        waiting.delete(entry);
        entry.stop();
        entry.fn();
      }
    },
  };
}

describe.skipIf(missing !== null)(`approval (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  const clock = movableClock();
  let running: RunningConsole;

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole({ ...place, clock });
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_ED25519' });
    await running.untilReady();
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const prepare = (privateKeyName: string): Promise<Preview> =>
    running.prepare('create_private_keys', {
      privateKeys: [{ privateKeyName, curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
    });
  const beginReview = async (preview: Preview): Promise<{ outcome: Promise<Outcome> }> => {
    const outcome = running.call<Outcome>('requests.review', { previewId: preview.id });
    await running.host.until(() => running.host.approvalShown);
    return { outcome };
  };
  const decide = (previewId: string, decision: 'approve' | 'deny') =>
    running.console.dispatch('approval', 'approval.decide', { previewId, decision });
  const keyNames = async (): Promise<string[]> =>
    (await running.call<PrivateKey[]>('keys.list')).map((key) => key.privateKeyName);

  it('refuses an approval from the window: the call is not in its contract', async () => {
    const preview = await prepare('from-the-window');
    const { outcome } = await beginReview(preview);
    const answer = await running.console.dispatch('console', 'approval.decide', {
      previewId: preview.id,
      decision: 'approve',
    });
    expect(answer).toMatchObject({ ok: false, code: 'CALL_UNKNOWN' });
    await decide(preview.id, 'deny');
    expect(await outcome).toEqual({ state: 'denied' });
  });

  it('refuses calls of the window on the approval surface', async () => {
    const answer = await running.console.dispatch('approval', 'requests.review', { previewId: 'x' });
    expect(answer).toMatchObject({ ok: false, code: 'CALL_UNKNOWN' });
  });

  it('refuses an approval for another preview, and goes on waiting', async () => {
    const [shown, other] = [await prepare('shown'), await prepare('other')];
    const { outcome } = await beginReview(shown);
    expect(await decide(other.id, 'approve')).toMatchObject({ ok: false, code: 'APPROVAL_REFUSED' });
    await decide(shown.id, 'deny');
    expect(await outcome).toEqual({ state: 'denied' });
  });

  it('refuses a second review of the same preview, and a second approval', async () => {
    const preview = await prepare('once');
    const { outcome } = await beginReview(preview);
    await decide(preview.id, 'approve');
    expect(await decide(preview.id, 'approve')).toMatchObject({ ok: false, code: 'APPROVAL_REFUSED' });
    expect(await outcome).toMatchObject({ state: 'completed' });
    await expect(running.call('requests.review', { previewId: preview.id })).rejects.toMatchObject({
      code: 'PREVIEW_UNKNOWN',
    });
    expect((await keyNames()).filter((name) => name === 'once')).toHaveLength(1);
  });

  it('denies by itself when the time is over, and refuses an approval after that', async () => {
    const preview = await prepare('too-late');
    const { outcome } = await beginReview(preview);
    clock.forward(60_000);
    expect(await outcome).toEqual({ state: 'expired' });
    expect(await decide(preview.id, 'approve')).toMatchObject({ ok: false, code: 'APPROVAL_REFUSED' });
    expect(await keyNames()).not.toContain('too-late');
  });

  it('refuses to review a preview that is too old', async () => {
    const preview = await prepare('old');
    clock.forward(5 * 60_000);
    await expect(running.call('requests.review', { previewId: preview.id })).rejects.toMatchObject({
      code: 'PREVIEW_EXPIRED',
    });
    clock.forward(-6 * 60_000);
  });

  it.each([
    [65, 'ahead of'],
    [-65, 'behind'],
  ])(
    'says how far the clock is off when the service refuses the time (%i min)',
    async (minutes, direction) => {
      clock.forward(minutes * 60_000);
      // So long a time looks as if the machine had been away, and locks the console.
      await running.call('app.unlock');
      const outcome = await running.review(await prepare('wrong time'), 'approve');
      clock.forward(-minutes * 60_000);
      await running.call('app.unlock');
      expect(outcome).toMatchObject({ state: 'failed', code: 'INVALID_TIME' });
      expect((outcome as { message: string }).message).toContain(`1 h 5 min ${direction} the service’s`);
      expect(await keyNames()).not.toContain('wrong time');
    },
  );

  it('reviews one request at a time', async () => {
    const [first, second] = [await prepare('first'), await prepare('second')];
    const { outcome } = await beginReview(first);
    await expect(running.call('requests.review', { previewId: second.id })).rejects.toMatchObject({
      code: 'REVIEW_BUSY',
    });
    await decide(first.id, 'deny');
    await outcome;
  });

  it('does not let the window change the body: what it holds is a copy', async () => {
    const preview = await prepare('as-shown');
    preview.body = preview.body.replace('as-shown', 'swapped!');
    preview.digest = '0'.repeat(64);
    expect(await running.review(preview, 'approve')).toMatchObject({ state: 'completed' });
    expect(await keyNames()).toContain('as-shown');
    expect(await keyNames()).not.toContain('swapped!');
  });

  it('denies what is under review when the console is locked, and stamps nothing until it is unlocked', async () => {
    const preview = await prepare('locked');
    const { outcome } = await beginReview(preview);
    await running.call('app.lock');
    expect(await outcome).toEqual({ state: 'denied' });
    await expect(running.call('keys.list')).rejects.toMatchObject({ code: 'CONSOLE_LOCKED' });
    expect((await running.bootstrap()).locked).toBe(true);
    await running.call('app.unlock');
    expect(await keyNames()).toContain('as-shown');
  });
});
