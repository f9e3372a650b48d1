import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Activity } from '#protocol/activity.ts';
import { LocalService, type Sent } from '../../fixtures/local-service.ts';
import { activityOf, addMember, vote, type Member } from '../../fixtures/team.ts';
import { VoteModel, type Wish } from './vote-model.ts';

const USERS = 4;
const user = fc.nat(USERS - 1);
const quorum = fc
  .uniqueArray(user, { minLength: 1, maxLength: USERS })
  .chain((members) =>
    fc.integer({ min: 1, max: members.length }).map((threshold) => ({ threshold, members })),
  );
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('quorum' as const), user, quorum }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('approve' as const, 'reject' as const),
      user,
      back: fc.nat(1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 23, 24) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class Run {
  readonly model = new VoteModel();
  readonly sent: Activity[] = [];
  readonly #service: LocalService;
  readonly #members: readonly Member[];
  #names = 0;

  constructor(service: LocalService, members: readonly Member[]) {
    this.#service = service;
    this.#members = members;
  }

  async take(next: Step): Promise<void> {
    if (next.do === 'wait') {
      this.model.now += next.hours * 3_600_000;
      this.#service.now += next.hours * 3_600_000;
      return;
    }
    const member = this.#member(next.user);
    if (next.do === 'rename') {
      this.#names += 1;
      const name = `Name ${this.#names}`;
      const parameters = { userId: this.#member(0).userId, userName: name };
      const answer = await this.#service.submit('update_user_name', parameters, member.signer);
      this.#compareNew(answer, next.user, { name });
    } else if (next.do === 'quorum') {
      const { threshold, members } = next.quorum;
      const parameters = { threshold, userIds: members.map((index) => this.#member(index).userId) };
      const answer = await this.#service.submit('update_root_quorum', parameters, member.signer);
      this.#compareNew(answer, next.user, { quorum: next.quorum });
    } else {
      const index = this.sent.length - 1 - next.back;
      const [activity, expected] = [this.sent[index], this.model.activities[index]];
      if (activity === undefined || expected === undefined) return;
      const answer = await vote(this.#service, next.do, activity, member.signer);
      expect(answer.status).toBe(this.model[next.do](next.user, expected));
    }
  }

  /** Everything that queries show, as each user sees it. */
  async compare(): Promise<void> {
    const { json } = await this.#service.query('get_user', { userId: this.#member(0).userId });
    expect(json['user']).toMatchObject({ userName: this.model.name });
    for (const [index, { id }] of this.sent.slice(-4).entries()) {
      const expected = this.model.activities.slice(-4)[index];
      for (let who = 0; who < USERS; who += 1) {
        const answer = await this.#service.query(
          'get_activity',
          { activityId: id },
          this.#member(who).signer,
        );
        const { status, canApprove, canReject } = activityOf(answer);
        expect([status, canApprove, canReject]).toEqual([
          `ACTIVITY_STATUS_${expected?.status ?? ''}`,
          expected !== undefined && this.model.canApprove(who, expected),
          expected !== undefined && this.model.canReject(who, expected),
        ]);
      }
    }
  }

  #compareNew(answer: Sent, who: number, wish: Wish): void {
    const made = this.model.submit(who, wish);
    expect(answer.status).toBe(made === undefined ? 403 : 200);
    if (made !== undefined) this.sent.push(activityOf(answer));
  }

  #member(index: number): Member {
    const member = this.#members[index];
    if (member === undefined) throw new Error(`there is no user ${index}`);
    return member;
  }
}

test('any sequence of requests, votes and waits by several users goes as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const service = await LocalService.start();
      try {
        const members: Member[] = [{ userId: service.ready.rootUserId, signer: service.root }];
        for (let index = 1; index < USERS; index += 1)
          members.push(await addMember(service, `User ${index}`));
        const run = new Run(service, members);
        // Most of what can go wrong needs several votes.
        await run.take({ do: 'quorum', user: 0, quorum: { threshold: 3, members: [0, 1, 2, 3] } });
        for (const next of steps) {
          await run.take(next);
          await run.compare();
        }
      } finally {
        await service.stop();
      }
    }),
    { numRuns: 12 },
  );
});
