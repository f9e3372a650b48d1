import { beforeEach, describe, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { loadDetail, reloadDetail, useDetail } from '#renderer/features/activities/detail-store.ts';
import { castVote } from '#renderer/features/activities/votes.tsx';
import { useVotedOn, voteFlow } from '#renderer/features/activities/vote-list.tsx';
import { useToasts } from '#renderer/ui/toasts.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { activityRows } from '../../fake-data.ts';

const activity = { id: '0191f3a2-7c4e-7d10-8a5b-000000000005', fingerprint: `sha256:${'ab'.repeat(32)}` };

beforeEach(() => {
  voteFlow.discard();
  useToasts.setState({ toasts: [] });
  useDetail.setState({ state: 'none' }, true);
});

describe('castVote', () => {
  it.each([
    ['approve', 'ACTIVITY_STATUS_COMPLETED', 'good'],
    ['approve', 'ACTIVITY_STATUS_FAILED', 'bad'],
    ['approve', 'ACTIVITY_STATUS_CONSENSUS_NEEDED', 'plain'],
    ['reject', 'ACTIVITY_STATUS_REJECTED', 'plain'],
  ] as const)(
    'attack: a counted vote looks like success (%s, %s): its toast is %s',
    async (way, status, tone) => {
      const fake = new FakeConsole();
      fake.overrides.set('requests.review', () =>
        Promise.resolve({
          state: 'completed',
          activityId: activity.id,
          fingerprint: activity.fingerprint,
          result: { status, approvals: 2, rejections: 0 },
          verifications: [{ name: 'Vote counted', passed: true, detail: 'It is.' }],
          transaction: null,
        }),
      );
      replaceConsole(connect(fake.exposed()));
      await castVote(way, activity);
      expect(useToasts.getState().toasts.map((toast) => [toast.title, toast.tone])).toEqual([
        ['Vote counted', tone],
      ]);
    },
  );

  it('attack: a vote that settles late puts no other activity beside the row that was chosen since', async () => {
    const fake = new FakeConsole();
    let refuse: () => void = () => undefined;
    fake.overrides.set(
      'requests.prepare',
      () =>
        new Promise((_resolve, reject) => (refuse = () => reject(new FakeRefusal('GONE', 'Gone.', 'Wait.')))),
    );
    replaceConsole(connect(fake.exposed()));
    const other = activityRows[1]?.id ?? '';
    await loadDetail(activity.id);
    const voted = castVote('approve', activity);
    await loadDetail(other);
    refuse();
    await voted;
    expect(useDetail.getState()).toMatchObject({ state: 'ready', id: other });
    await reloadDetail(activity.id);
    expect(useDetail.getState()).toMatchObject({ state: 'ready', id: other });
    expect(fake.calls.filter(({ name }) => name === 'activities.get')).toHaveLength(2);
  });

  it.each([
    [{ state: 'failed', code: 'GONE', message: 'It is gone.', remedy: 'Wait.' }, /It is gone/],
    [{ state: 'expired' }, /./],
    [
      { state: 'unanswered', fingerprint: activity.fingerprint, message: 'No word.', remedy: 'Send.' },
      /No word/,
    ],
    [
      {
        ...{ state: 'completed', activityId: activity.id, fingerprint: activity.fingerprint, result: {} },
        ...{
          verifications: [{ name: 'Vote counted', passed: false, detail: 'It isn’t.' }],
          transaction: null,
        },
      },
      /It isn’t/,
    ],
  ])(
    'tells of a vote that may not count while another activity is shown, and keeps it: %j',
    async (ended, text) => {
      const fake = new FakeConsole();
      const other = activityRows[1]?.id ?? '';
      fake.overrides.set('requests.review', async () => {
        await loadDetail(other);
        return ended;
      });
      replaceConsole(connect(fake.exposed()));
      await loadDetail(activity.id);
      await castVote('approve', activity);
      expect(useToasts.getState().toasts).toMatchObject([
        { tone: 'bad', text: expect.stringMatching(text) as unknown },
      ]);
      expect(useVotedOn.getState()).toEqual({ id: activity.id });
      expect(voteFlow.useFlow.getState()).toMatchObject({ stage: 'ended' });
    },
  );

  it('has the activity that is still shown loaded anew', async () => {
    const fake = new FakeConsole();
    replaceConsole(connect(fake.exposed()));
    await loadDetail(activity.id);
    await castVote('approve', activity);
    expect(fake.calls.filter(({ name }) => name === 'activities.get')).toHaveLength(2);
  });
});
