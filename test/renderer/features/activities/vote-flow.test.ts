import { beforeEach, describe, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { castVote } from '#renderer/features/activities/votes.tsx';
import { voteFlow } from '#renderer/features/activities/vote-list.tsx';
import { useToasts } from '#renderer/ui/toasts.ts';
import { FakeConsole } from '../../fake-console.ts';

const activity = { id: '0191f3a2-7c4e-7d10-8a5b-000000000005', fingerprint: `sha256:${'ab'.repeat(32)}` };

beforeEach(() => {
  voteFlow.discard();
  useToasts.setState({ toasts: [] });
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
});
