import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDetail, ActivityRow } from '#preload/contract/activities.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Credential } from '#preload/contract/credentials.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { type RunningConsole, keychainMissing, ownPlace } from '../../fixtures/running-console.ts';
import { type Voters, keyNamed, startVoters } from '../../fixtures/voters.ts';

const missing = await keychainMissing();
type Completed = Extract<Outcome, { state: 'completed' }>;
type Waiting = Extract<Outcome, { state: 'waiting' }>;

const text = (parts: readonly { value: string }[]): string => parts.map(({ value }) => value).join('');

describe.skipIf(missing !== null)(`votes (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let laptop: Credential;
  let desk: Credential;
  let asCarol: Voters['asCarol'];
  let use: Voters['use'];
  let ask: Voters['ask'];

  const detail = (id: string): Promise<ActivityDetail> => running.call('activities.get', { id });
  const waitingIs = (count: number): Promise<void> =>
    running.host.until(
      () =>
        (
          running.host.news.findLast((each) => each.name === 'app.changed')?.payload as
            AppSnapshot | undefined
        )?.waitingForMe === count,
    );
  const vote = async (way: 'approve' | 'reject', fingerprint: string): Promise<Outcome> =>
    ask(`${way}_activity`, { fingerprint });

  beforeAll(async () => {
    if (place === undefined) return;
    ({ running, laptop, desk, asCarol, use, ask } = await startVoters(place));
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  it('tells the originator who is still needed, warns of asking twice, and goes on after the vote', async () => {
    const asked = (await ask('create_private_keys', keyNamed('shared'))) as Waiting;
    expect(asked).toMatchObject({
      state: 'waiting',
      consensus: { approvals: 1, ways: [{ rule: 'Root quorum', have: 1, need: 2 }] },
    });
    expect(asked.consensus?.ways[0]?.waitingFor).toEqual(['Bob', 'Carol']);

    const again = await running.prepare('create_private_keys', keyNamed('shared'));
    expect(again.pending.map(({ activityId }) => activityId)).toEqual([asked.activityId]);
    expect(again.warnings.map(({ code }) => code)).toContain('SAME_REQUEST_WAITS');
    const other = await running.prepare('create_private_keys', keyNamed('another'));
    expect(other.pending).toEqual([]);

    await use(desk);
    await waitingIs(1);
    const { rows } = await running.call<{ rows: ActivityRow[] }>('activities.list', {
      status: [],
      types: [],
      userId: null,
      waitsForMe: true,
      sinceMs: null,
      before: null,
      limit: 50,
    });
    expect(rows.map(({ id }) => id)).toEqual([asked.activityId]);
    expect(rows[0]?.consensus?.ways[0]).toMatchObject({ have: 1, need: 2, waitingFor: ['Bob', 'Carol'] });

    const ballot = await running.prepare('approve_activity', { fingerprint: asked.fingerprint });
    expect(text(ballot.sentence)).toMatch(/^Approve .*’s request: Create the P-256 key “shared”/);
    expect(ballot.vote).toMatchObject({ approvals: 1, required: 2, effect: { decides: true } });
    const cast = (await running.review(ballot, 'approve')) as Completed;
    expect(cast).toMatchObject({ state: 'completed', activityId: asked.activityId });
    expect(cast.verifications).toMatchObject([{ name: 'Vote counted', passed: true }]);
    const [line] = await running.call<JournalLine[]>('journal.list', { before: null, limit: 1 });
    expect(line).toMatchObject({
      operation: 'approve_activity',
      publicKey: desk.publicKey,
      subject: `request ${asked.fingerprint}`,
      outcome: 'completed',
    });
    const shown = await detail(asked.activityId);
    expect(shown.votes.map(({ verified }) => verified)).toEqual([true, true]);
    expect([shown.alarm, shown.consensus]).toEqual([null, null]);

    await use(laptop);
    const settled = await running.call<Outcome>('requests.revisit', { activityId: asked.activityId });
    expect(settled).toMatchObject({ state: 'completed' });
    const keys = await running.call<PrivateKey[]>('keys.list');
    expect(keys.map(({ privateKeyName }) => privateKeyName)).toEqual(['shared']);
  });

  it('says on the desktop what waits for me and what became of mine, and nothing of what is in it', async () => {
    await use(laptop);
    // What the credential before had waiting must not pass for a look as this one.
    await waitingIs(0);
    // Counted, so it was looked as this credential: what comes from here on is news.
    const first = await asCarol('create_private_keys', keyNamed('confidential-start'));
    await waitingIs(1);
    const told = running.host.notices.length;
    const mine = (await ask('create_private_keys', keyNamed('confidential-merger'))) as Waiting;
    const hers = await asCarol('create_private_keys', keyNamed('confidential-payroll'));
    await waitingIs(2);
    await asCarol('approve_activity', { fingerprint: mine.fingerprint });
    await running.host.until(() => running.host.notices.length > told + 1);
    expect(running.host.notices.slice(told).map(({ title, text }) => ({ title, text }))).toEqual([
      { title: 'A request waits for your vote', text: 'Create private keys · Local' },
      { title: 'Your request was approved and is done', text: 'Create private keys · Local' },
    ]);
    expect(JSON.stringify(running.host.notices)).not.toContain('confidential');
    expect(running.host.badges.at(-1)).toBe(2);

    // Pressing one opens its request.
    running.host.notices[told]?.open();
    const opened = running.host.news.at(-1);
    expect(opened).toMatchObject({ surface: 'console', name: 'activities.opened' });
    const { activityId } = opened?.payload as { activityId: string };
    expect((await detail(activityId)).activity.fingerprint).toBe(hers.fingerprint);

    // attack: whoever passes by a locked console learns no number, and opens nothing.
    await running.call('app.lock');
    expect(running.host.badges.at(-1)).toBe(0);
    const opens = (): number => running.host.news.filter(({ name }) => name === 'activities.opened').length;
    const before = opens();
    running.host.notices[told]?.open();
    expect(opens()).toBe(before);
    await running.call('app.unlock');
    await running.host.until(() => running.host.badges.at(-1) === 2);

    for (const { fingerprint } of [first, hers]) {
      const rejected = (await vote('reject', fingerprint)) as Completed;
      expect(rejected.verifications).toMatchObject([{ passed: true }]);
    }
    await waitingIs(0);
    await running.host.until(() => running.host.badges.at(-1) === 0);
  });

  it('rejects with two votes, and calls neither a failure', async () => {
    const hers = await asCarol('create_private_keys', keyNamed('unwanted'));
    await use(laptop);
    // What the card says a vote does is what the service then does.
    const one = await running.prepare('reject_activity', { fingerprint: hers.fingerprint });
    expect(one.vote?.effect).toMatchObject({ decides: false });
    expect(await running.review(one, 'approve')).toMatchObject({ state: 'completed' });
    await use(desk);
    const two = await running.prepare('reject_activity', { fingerprint: hers.fingerprint });
    expect(two.vote).toMatchObject({ required: 2, rejections: 1, effect: { decides: true } });
    const last = await running.review(two, 'approve');
    expect(last).toMatchObject({
      state: 'completed',
      result: { status: 'ACTIVITY_STATUS_REJECTED', rejections: 2 },
    });
    await expect(
      running.prepare('approve_activity', { fingerprint: hers.fingerprint }),
    ).rejects.toMatchObject({ code: 'ACTIVITY_NOT_WAITING' });
  });

  it('checks app proofs against the key that the profile pins', async () => {
    await use(laptop);
    const accounts = [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ];
    const hers = await asCarol(
      'create_wallet',
      { walletName: 'Proven', accounts },
      { generateAppProofs: true },
    );
    expect((await detail(hers.id)).proofs).toEqual([]);
    await vote('approve', hers.fingerprint);
    const { proofs, alarm } = await detail(hers.id);
    expect(alarm).toBeNull();
    expect(proofs.map(({ title, verified }) => [title, verified])).toEqual([
      ['It was allowed by these approvals', true],
      ['The address belongs to its path in the wallet', true],
    ]);
  });

  it('lists by who asked and by time', async () => {
    const everything = { status: [], types: [], waitsForMe: false, before: null, limit: 2 };
    const list = (more: object): Promise<{ rows: ActivityRow[]; next: string | null }> =>
      running.call('activities.list', { ...everything, userId: null, sinceMs: null, ...more });
    const all = await list({});
    expect(all.rows).toHaveLength(2);
    const carolId = all.rows.find(({ who }) => who === 'Carol')?.whoId ?? '';
    const hers: ActivityRow[] = [];
    for (let before: string | null = null, pages = 0; pages < 9; pages += 1) {
      const page = await list({ userId: carolId, before });
      hers.push(...page.rows);
      before = page.next;
      if (before === null) break;
    }
    expect(hers.map(({ who }) => who)).toEqual(['Carol', 'Carol', 'Carol', 'Carol']);
    expect((await list({ sinceMs: Date.now() + 60_000 })).rows).toEqual([]);
  });
});
