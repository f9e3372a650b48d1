import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { type FakeClock, fakeClock } from '#test/fixtures/fake-clock.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { type RunningConsole, runConsole } from '#test/fixtures/running-console.ts';
import { openStorage } from '#main/storage/open-storage.ts';

/** A fingerprint reader that a test answers for: there is none on the machines that tests run on. */
function fingerprint(host: RunningConsole['host']) {
  const prompts: { reason: string; touch: () => void; fail: () => void }[] = [];
  host.touchId = {
    isThere: () => true,
    prompt: (reason) =>
      new Promise((resolve, reject) => {
        prompts.push({ reason, touch: resolve, fail: () => reject(new Error('canceled')) });
      }),
  };
  return prompts;
}
type Prompts = ReturnType<typeof fingerprint>;

const shown = async ({ console, host }: RunningConsole): Promise<ApprovalView> => {
  await host.until(() => host.approvalShown);
  const answer = await console.dispatch('approval', 'approval.current', undefined);
  if (!answer.ok || answer.value === null) throw new Error('Nothing is shown.');
  return answer.value as ApprovalView;
};
const decide = (running: RunningConsole, previewId: string, more: object = {}) =>
  running.console.dispatch('approval', 'approval.decide', { previewId, decision: 'approve', ...more });
const isLocked = async (running: RunningConsole) => (await running.bootstrap()).locked;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const until = async (holds: () => boolean) => {
  while (!holds()) await nextTurn();
};

/** Takes what unlocks out of the keychain. The journal goes on in its folder: its seal's key is not lost with that. */
function forgetUnlocking({ items }: ReturnType<typeof memoryKeychain>): void {
  for (const account of [...items.keys()]) if (!account.startsWith('journal')) items.delete(account);
}

/** Sets the reader up as what unlocks. */
async function setUp(running: RunningConsole, prompts: Prompts): Promise<void> {
  const chosen = running.call('lock.choose', { method: 'touchId' });
  await decideNext(running, 'approve');
  await until(() => prompts.length > 0);
  prompts.shift()?.touch();
  await chosen;
}

describe('a console that a person unlocks', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-lock-'));
  const keychain = memoryKeychain();
  let running: RunningConsole;
  let prompts: Prompts;
  let clock: FakeClock;

  beforeEach(async () => {
    clock = fakeClock();
    running = await runConsole({ dataFolder, keychain, clock });
    prompts = fingerprint(running.host);
  });
  afterEach(async () => {
    await running.console.close();
    forgetUnlocking(keychain);
    const storage = await openStorage(dataFolder);
    await storage.settings.set('lock.method', '');
    await storage.close();
  });
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

  it('says that nothing is set up, and unlocks with a press then', async () => {
    await running.call('app.lock');
    expect(await running.bootstrap()).toMatchObject({ locked: true, verification: null });
    await running.call('app.unlock');
    expect(await isLocked(running)).toBe(false);
  });

  it('asks for the person on the approval surface, and for nobody else', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    const unlocking = running.call('app.unlock');
    const view = await shown(running);
    expect(view).toMatchObject({ userCheck: 'touchId', preview: { operation: 'unlock', facts: [] } });
    // What is locked is not on the card.
    expect(view.preview.profile).toEqual({ id: '', name: '', organizationId: '', organizationName: '' });
    const deciding = decide(running, view.preview.id);
    await until(() => prompts.length > 0);
    expect(prompts[0]?.reason).toBe('unlock the console');
    expect(await isLocked(running)).toBe(true);
    prompts.shift()?.touch();
    expect(await deciding).toMatchObject({ ok: true });
    await unlocking;
    expect(await isLocked(running)).toBe(false);
  });

  it('goes on asking after a finger that is not the owner’s', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    const unlocking = running.call('app.unlock');
    const { preview } = await shown(running);
    const first = decide(running, preview.id);
    await until(() => prompts.length > 0);
    prompts.shift()?.fail();
    expect(await first).toMatchObject({ ok: false, code: 'USER_NOT_VERIFIED' });
    expect(await isLocked(running)).toBe(true);
    const second = decide(running, preview.id);
    await until(() => prompts.length > 0);
    prompts.shift()?.touch();
    expect(await second).toMatchObject({ ok: true });
    await unlocking;
  });

  it('attack: script in the window unlocks through the bridge without a check', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    // No press: the surface does not even come up.
    expect(await running.console.dispatch('console', 'app.unlock', undefined)).toMatchObject({
      ok: false,
      code: 'REVIEW_UNASKED',
    });
    for (const input of [undefined, {}, { passphrase: 'x' }, { verified: true }])
      await running.console.dispatch('console', 'app.unlock', input);
    expect(await isLocked(running)).toBe(true);
    expect(await running.console.dispatch('console', 'journal.list', undefined)).toMatchObject({
      code: 'CONSOLE_LOCKED',
    });
  });

  it('attack: script in the window forges the result of the check', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    const unlocking = running.call('app.unlock');
    const { preview } = await shown(running);
    // The window has no way to the approval surface's calls, whatever it names them.
    for (const name of ['approval.decide', 'lock.verify', 'approval.passkeyCode', 'app.bootstrap.decide'])
      expect(
        await running.console.dispatch('console', name, { previewId: preview.id, decision: 'approve' }),
      ).toMatchObject({ ok: false, code: 'CALL_UNKNOWN' });
    expect(await isLocked(running)).toBe(true);
    await decideNext(running, 'deny');
    await expect(unlocking).rejects.toMatchObject({ code: 'ACTION_DENIED' });
    expect(await isLocked(running)).toBe(true);
  });

  it('attack: script in the window locks, and a second unlock rides on the first', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    const unlocking = running.call('app.unlock');
    const { preview } = await shown(running);
    running.host.press();
    expect(await running.console.dispatch('console', 'app.unlock', undefined)).toMatchObject({
      code: 'REVIEW_BUSY',
    });
    // Twice at once, one proof.
    const deciding = decide(running, preview.id);
    await until(() => prompts.length > 0);
    expect(await decide(running, preview.id)).toMatchObject({ code: 'VERIFICATION_UNDER_WAY' });
    prompts.shift()?.touch();
    expect(await deciding).toMatchObject({ ok: true });
    await unlocking;
  });

  it('attack: a lock during an unlock holds, though the person answers afterwards', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    const unlocking = running.call('app.unlock');
    const refused = expect(unlocking).rejects.toMatchObject({ code: 'ACTION_DENIED' });
    const { preview } = await shown(running);
    const deciding = decide(running, preview.id);
    await until(() => prompts.length > 0);
    await running.call('app.lock');
    await refused;
    prompts.shift()?.touch();
    expect(await deciding).toMatchObject({ ok: false, code: 'APPROVAL_REFUSED' });
    expect(await isLocked(running)).toBe(true);
  });

  it('attack: changes or removes the method without the old one', async () => {
    await setUp(running, prompts);
    for (const [name, input] of [
      ['lock.choose', { method: 'passphrase' }],
      ['lock.choose', { method: 'passkey' }],
      ['lock.remove', undefined],
    ] as const) {
      const changing = running.call(name, input);
      const refused = expect(changing).rejects.toMatchObject({ code: 'ACTION_DENIED' });
      const view = await shown(running);
      expect(view.userCheck).toBe('touchId');
      const deciding = decide(running, view.preview.id, { passphrase: 'a new passphrase' });
      await until(() => prompts.length > 0);
      prompts.shift()?.fail();
      expect(await deciding).toMatchObject({ ok: false });
      await decideNext(running, 'deny');
      await refused;
    }
    expect(keychain.items.get('user-verification')).toBe('{"method":"touchId"}');
    expect(await running.bootstrap()).toMatchObject({ verification: 'touchId' });
  });

  it('attack: ends the program to start it unlocked', async () => {
    await setUp(running, prompts);
    await running.console.close();
    running = await runConsole({ dataFolder, keychain, clock });
    expect(await isLocked(running)).toBe(true);
    expect(await running.console.dispatch('console', 'journal.list', undefined)).toMatchObject({
      code: 'CONSOLE_LOCKED',
    });
  });

  it('attack: starts it with a keychain that does not answer, to have nobody asked', async () => {
    await setUp(running, prompts);
    await running.console.close();
    const silent = { ...keychain, get: () => new Promise<never>(() => undefined) };
    const starting = runConsole({ dataFolder, keychain: silent, clock });
    let started: RunningConsole | undefined;
    void starting.then((own) => (started = own));
    while (started === undefined) {
      clock.forward(1_500);
      await nextTurn();
    }
    running = started;
    expect(await running.console.dispatch('console', 'journal.list', undefined)).toMatchObject({
      code: 'CONSOLE_LOCKED',
    });
  });

  it('attack: an item in the keychain that says nothing readable unlocks nothing', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    for (const text of ['', '{}', '{"method":"none"}', 'null', '{"method":"touchId","skip":true}']) {
      keychain.items.set('user-verification', text);
      await expect(running.call('app.unlock')).rejects.toMatchObject({ code: 'VERIFICATION_UNREADABLE' });
    }
    expect(await isLocked(running)).toBe(true);
  });

  it('says that the method was deleted from the keychain, which is the way out', async () => {
    await setUp(running, prompts);
    await running.call('app.lock');
    keychain.items.delete('user-verification');
    await running.call('app.unlock');
    expect(await running.call('lock.state')).toMatchObject({
      fault: { message: 'The unlock method was deleted from the keychain.' },
    });
  });

  describe('that is left alone', () => {
    it('locks after the time that is set', async () => {
      running.host.idleForMs = 15 * 60_000 - 1;
      clock.forward(5_000);
      expect(await isLocked(running)).toBe(false);
      running.host.idleForMs = 15 * 60_000;
      clock.forward(5_000);
      expect(await isLocked(running)).toBe(true);
    });

    it('locks when the machine was away for so long that nobody can say', async () => {
      clock.sleepThrough(15 * 60_000);
      clock.forward(5_000);
      expect(await isLocked(running)).toBe(true);
    });

    it('locks with the system’s screen and on suspend', async () => {
      running.host.away();
      expect(await isLocked(running)).toBe(true);
    });

    it('attack: a page that claims activity for ever', async () => {
      running.host.idleForMs = 15 * 60_000;
      // Everything that script in the window can call; what the host says comes from the system.
      for (let call = 0; call < 50; call += 1) {
        await running.bootstrap();
        await running.console.dispatch('console', 'app.setTheme', { theme: 'dark' });
      }
      clock.forward(5_000);
      expect(await isLocked(running)).toBe(true);
    });

    it('attack: script in the window sets a longer time without approval', async () => {
      const answer = await running.console.dispatch('console', 'lock.setIdle', { minutes: 60 });
      expect(answer).toMatchObject({ ok: false, code: 'REVIEW_UNASKED' });
      for (const minutes of [0, -1, 61, 1e9, null])
        expect(await running.console.dispatch('console', 'lock.setIdle', { minutes })).toMatchObject({
          code: 'INPUT_INVALID',
        });
      await running.call('lock.setIdle', { minutes: 5 });
      running.host.idleForMs = 5 * 60_000;
      clock.forward(5_000);
      expect(await isLocked(running)).toBe(true);
    });

    it('attack: a longer time written into the data folder', async () => {
      await running.console.close();
      const storage = await openStorage(dataFolder);
      await storage.settings.set('lock.idleMinutes', '999999');
      await storage.close();
      running = await runConsole({ dataFolder, keychain, clock });
      await running.bootstrap();
      running.host.idleForMs = 15 * 60_000;
      clock.forward(5_000);
      expect(await isLocked(running)).toBe(true);
    });
  });
});

describe('a passphrase', () => {
  it('is set up and asked for on the approval surface, and counts wrong ones', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-lock-'));
    const keychain = memoryKeychain();
    const running = await runConsole({ dataFolder, keychain });
    try {
      const choosing = running.call('lock.choose', { method: 'passphrase' });
      const view = await shown(running);
      expect(view.userCheck).toBe('newPassphrase');
      expect(await decide(running, view.preview.id, { passphrase: 'short' })).toMatchObject({
        code: 'PASSPHRASE_TOO_SHORT',
      });
      expect(await decide(running, view.preview.id)).toMatchObject({ code: 'PASSPHRASE_TOO_SHORT' });
      expect(await decide(running, view.preview.id, { passphrase: 'correct horse' })).toMatchObject({
        ok: true,
      });
      await choosing;
      // Neither what was typed nor what it says leaves the keychain.
      expect(keychain.items.get('user-verification')).not.toContain('horse');
      expect(JSON.stringify(await running.bootstrap())).not.toMatch(/horse|hash/);

      await running.call('app.lock');
      const unlocking = running.call('app.unlock');
      const { preview, userCheck } = await shown(running);
      expect(userCheck).toBe('passphrase');
      expect(await decide(running, preview.id, { passphrase: 'correct hors' })).toMatchObject({
        code: 'UNLOCK_PASSPHRASE_WRONG',
      });
      expect(JSON.parse(keychain.items.get('user-verification-tries') ?? '')).toMatchObject({ failures: 1 });
      expect(await isLocked(running)).toBe(true);
      expect(await decide(running, preview.id, { passphrase: 'correct horse' })).toMatchObject({ ok: true });
      await unlocking;
      expect(await isLocked(running)).toBe(false);
      expect(JSON.parse(keychain.items.get('user-verification-tries') ?? '')).toMatchObject({ failures: 0 });
    } finally {
      await running.console.close();
      rmSync(dataFolder, { recursive: true, force: true });
    }
  });
});

describe('an approval that asks for the person again', () => {
  let service: LocalService;
  let world: Awaited<ReturnType<typeof runOnWorld>>;
  let prompts: Prompts;

  beforeAll(async () => {
    service = await LocalService.start();
    world = await runOnWorld(service);
    await world.running.call('app.recheck');
    prompts = fingerprint(world.running.host);
    await setUp(world.running, prompts);
  });
  afterAll(async () => {
    await world.stop();
    await service.stop();
  });

  const deletion = () => world.running.prepare('delete_users', { userIds: [crypto.randomUUID()] });
  const review = (previewId: string) => world.running.call<Outcome>('requests.review', { previewId });

  it('is stamped once the person proved it', async () => {
    const preview = await deletion();
    const outcome = review(preview.id);
    expect(await shown(world.running)).toMatchObject({ userCheck: 'touchId' });
    const deciding = decide(world.running, preview.id);
    await until(() => prompts.length > 0);
    expect(prompts[0]?.reason).toBe('delete users');
    prompts.shift()?.touch();
    await deciding;
    // The service knows no such user; the request was stamped and sent.
    expect(await outcome).toMatchObject({ state: 'failed' });
  });

  it('is not asked for where nothing leaves, comes in or goes', async () => {
    const preview = await world.running.prepare('create_private_keys', {
      privateKeys: [{ privateKeyName: 'x', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] }],
    });
    const outcome = review(preview.id);
    expect((await shown(world.running)).userCheck).toBeUndefined();
    await decide(world.running, preview.id);
    expect(prompts).toHaveLength(0);
    await outcome;
  });

  it('attack: the proof for one request is used for another', async () => {
    const [first, second] = [await deletion(), await deletion()];
    const denied = review(first.id);
    await shown(world.running);
    const deciding = decide(world.running, first.id);
    await until(() => prompts.length > 0);
    // The first one is called off while the person is asked, and the second one is put in its place.
    await world.running.console.dispatch('approval', 'approval.decide', {
      previewId: first.id,
      decision: 'deny',
    });
    expect(await denied).toEqual({ state: 'denied' });
    const outcome = review(second.id);
    await shown(world.running);
    prompts.shift()?.touch();
    expect(await deciding).toMatchObject({ ok: false, code: 'APPROVAL_REFUSED' });
    expect(await shown(world.running)).toMatchObject({ preview: { id: second.id } });
    // Nor does the first one's id count for it.
    expect(await decide(world.running, first.id)).toMatchObject({ code: 'APPROVAL_REFUSED' });
    await decideNext(world.running, 'deny');
    expect(await outcome).toEqual({ state: 'denied' });
  });

  it.each([
    ['a lock', 'app.lock', undefined],
    ['another profile', 'profiles.select', { id: 'local' }],
  ])('attack: %s during the proof is not outlived by it', async (_, name, input) => {
    const preview = await deletion();
    const outcome = review(preview.id);
    await shown(world.running);
    const deciding = decide(world.running, preview.id);
    await until(() => prompts.length > 0);
    await world.running.call(name, input);
    expect(await outcome).toEqual({ state: 'denied' });
    prompts.shift()?.touch();
    expect(await deciding).toMatchObject({ ok: false, code: 'APPROVAL_REFUSED' });
    if (await isLocked(world.running)) {
      const unlocking = world.running.call('app.unlock');
      const { preview: unlock } = await shown(world.running);
      const opening = decide(world.running, unlock.id);
      await until(() => prompts.length > 0);
      prompts.shift()?.touch();
      await opening;
      await unlocking;
    }
    await world.running.call('profiles.select', { id: 'world' });
  });

  it('attack: a request that was prepared before the lock is reviewed behind it', async () => {
    const other = await deletion();
    world.running.host.press();
    // Both on their way at once: whichever comes first, nothing is shown on a locked console.
    const outcome = world.running.console.dispatch('console', 'requests.review', { previewId: other.id });
    await world.running.call('app.lock');
    expect(await outcome).not.toMatchObject({ ok: true, value: { state: 'completed' } });
    expect(world.running.host.approvalShown).toBe(false);
  });
});

describe('a console whose operator has not chosen how to unlock it', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'keyops-lock-first-'));
  const keychain = memoryKeychain();
  let running: RunningConsole;
  const start = async (): Promise<void> => {
    running = await runConsole({ dataFolder, keychain, clock: fakeClock(), isFirst: true });
  };
  beforeEach(start);
  afterEach(async () => {
    await running.console.close();
    forgetUnlocking(keychain);
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const forget = async () => {
    const { publicKey } = await running.call<{ publicKey: string }>('credentials.create', {
      label: 'Laptop',
      curve: 'API_KEY_CURVE_P256',
    });
    return { publicKey, deleted: running.call('credentials.forget', { publicKey }) };
  };

  it('attack: script in the window skips the choice, and deletes on a press alone', async () => {
    expect(await running.bootstrap()).toMatchObject({ unlockChosen: false, verification: null });
    const { publicKey, deleted } = await forget();
    const { preview } = await shown(running);
    expect(await decide(running, preview.id)).toMatchObject({ ok: false, code: 'UNLOCK_UNDECIDED' });
    await decideNext(running, 'deny');
    await expect(deleted).rejects.toMatchObject({ code: 'ACTION_DENIED' });
    expect([...keychain.items.keys()]).toContain(`credential:${publicKey}`);
  });

  it('attack: script in the window makes the choice, without a press or on the window’s side', async () => {
    expect(await running.console.dispatch('console', 'lock.goWithout', undefined)).toMatchObject({
      ok: false,
      code: 'REVIEW_UNASKED',
    });
    const chosen = running.call('lock.goWithout');
    await decideNext(running, 'deny');
    await expect(chosen).rejects.toMatchObject({ code: 'ACTION_DENIED' });
    expect(await running.bootstrap()).toMatchObject({ unlockChosen: false });
  });

  it('goes without once that is approved: with a line in the journal, and after a restart', async () => {
    const chosen = running.call('lock.goWithout');
    const { preview, userCheck } = await decideNext(running, 'approve');
    expect(preview).toMatchObject({ operation: 'go_without_unlock_method', effect: 'write' });
    expect(preview.warnings).toMatchObject([{ code: 'NOBODY_ASKED', severity: 'danger' }]);
    expect(userCheck).toBeUndefined();
    await chosen;
    const [line] = await running.call<{ operation: string; subject?: string; outcome: string }[]>(
      'journal.list',
      { before: null, limit: 5, filter: 'changes' },
    );
    expect(line).toMatchObject({
      operation: 'go_without_unlock_method',
      subject: 'use the console without an unlock method',
      outcome: 'approved',
    });
    await running.console.close();
    await start();
    expect(await running.bootstrap()).toMatchObject({ unlockChosen: true, locked: false });
    const check = await running.call<{ rows: { id: string; state: string; found: string }[] }>(
      'program.selfCheck',
    );
    expect(check.rows.find(({ id }) => id === 'unlocking')).toMatchObject({
      state: 'look',
      found: 'No unlock method is set up: anybody at this computer can unlock the console.',
    });
    const { deleted } = await forget();
    await decideNext(running, 'approve');
    await deleted;
  });

  it('attack: the choice to go without takes a method away, with no proof by it', async () => {
    const prompts = fingerprint(running.host);
    await setUp(running, prompts);
    expect(await running.bootstrap()).toMatchObject({ unlockChosen: true, verification: 'touchId' });
    await expect(running.call('lock.goWithout')).rejects.toMatchObject({ code: 'VERIFICATION_CHANGED' });
    expect(keychain.items.has('user-verification')).toBe(true);
  });

  it('attack: a key is imported at an unattended desk, without the person', async () => {
    const prompts = fingerprint(running.host);
    await setUp(running, prompts);
    running.host.clipboard = '11'.repeat(32);
    const input = { label: 'Theirs', curve: 'API_KEY_CURVE_P256', source: { kind: 'clipboard' } };
    const imported = running.call('credentials.importFrom', input);
    const { preview, userCheck } = await shown(running);
    expect(userCheck).toBe('touchId');
    const deciding = decide(running, preview.id);
    await until(() => prompts.length > 0);
    prompts.shift()?.fail();
    expect(await deciding).toMatchObject({ ok: false, code: 'USER_NOT_VERIFIED' });
    // Nor does a lock in between let it through.
    await running.call('app.lock');
    await expect(imported).rejects.toMatchObject({ code: 'ACTION_DENIED' });
    expect([...keychain.items.keys()].filter((name) => name.startsWith('credential:'))).toEqual([]);
  });
});
