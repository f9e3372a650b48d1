import { describe, expect, it } from 'vitest';
import {
  type ApprovalGate,
  type ApprovalSubject,
  FOLLOW_MS,
  GESTURE_MS,
  createApprovalGate,
} from '#main/features/approvals/approval-gate.ts';
import { SETTLE_MS } from '#preload/approval-card/verbs.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

const subject: ApprovalSubject = { id: 'preview-1', digest: 'aa' };
const codeOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

/** Presses and puts a subject before the person. */
function review(
  desk: ApprovalGate<ApprovalSubject>,
  shown: ApprovalSubject = subject,
): ReturnType<typeof desk.review> {
  desk.gesture();
  return desk.review(desk.permit(), shown, 60_000);
}

describe('the approval desk', () => {
  const open = () => {
    const clock = fakeClock();
    return {
      clock,
      desk: createApprovalGate(clock, () => undefined, {
        isLocked: () => false,
        admit: () => undefined,
        prove: () => null,
      }),
    };
  };

  it('gives an approval that is spent once, on the subject that was shown', async () => {
    const { desk } = open();
    const decided = review(desk);
    void desk.decide('preview-1', 'approve');
    const answer = await decided;
    if (answer.decision !== 'approve') throw new Error('approved');
    answer.approval.consume({ ...subject });
    expect(codeOf(() => answer.approval.consume(subject))).toBe('APPROVAL_SPENT');
  });

  it.each([
    ['a body that was changed in between', { id: 'preview-1', digest: 'bb' }],
    ['another preview of the same bytes', { id: 'preview-2', digest: 'aa' }],
  ])('refuses to stamp %s, and the approval is gone', async (_attack, other) => {
    const { desk } = open();
    const decided = review(desk);
    void desk.decide('preview-1', 'approve');
    const answer = await decided;
    if (answer.decision !== 'approve') throw new Error('approved');
    expect(codeOf(() => answer.approval.consume(other))).toBe('APPROVAL_MISMATCH');
    expect(codeOf(() => answer.approval.consume(subject))).toBe('APPROVAL_SPENT');
  });

  it('holds the digest that was shown, even when the subject is changed while it is shown', async () => {
    const { desk } = open();
    const mutable = { ...subject };
    const decided = review(desk, mutable);
    mutable.digest = 'bb';
    void desk.decide('preview-1', 'approve');
    const answer = await decided;
    if (answer.decision !== 'approve') throw new Error('approved');
    expect(codeOf(() => answer.approval.consume(mutable))).toBe('APPROVAL_MISMATCH');
  });

  it('refuses an approval when nothing was asked', () => {
    expect(codeOf(() => void open().desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
  });

  it('refuses an approval for another preview', async () => {
    const { desk, clock } = open();
    const decided = review(desk);
    expect(codeOf(() => void desk.decide('preview-2', 'approve'))).toBe('APPROVAL_REFUSED');
    clock.forward(60_000);
    expect(await decided).toEqual({ decision: 'expired' });
  });

  it('refuses a second approval', async () => {
    const { desk } = open();
    const decided = review(desk);
    void desk.decide('preview-1', 'approve');
    expect(codeOf(() => void desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
    expect((await decided).decision).toBe('approve');
  });

  it('refuses an approval that comes too late', async () => {
    const { desk, clock } = open();
    const decided = review(desk);
    clock.forward(60_000);
    expect(codeOf(() => void desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
    expect(await decided).toEqual({ decision: 'expired' });
  });

  it('refuses an approval that comes too late on a machine that slept through its timer', async () => {
    const { desk, clock } = open();
    const decided = review(desk);
    clock.sleepThrough(60_000);
    expect(codeOf(() => void desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
    expect(await decided).toEqual({ decision: 'expired' });
  });

  it('takes an approval in the last moment', async () => {
    const { desk, clock } = open();
    const decided = review(desk);
    clock.forward(59_999);
    void desk.decide('preview-1', 'approve');
    expect((await decided).decision).toBe('approve');
  });

  it('shows one subject at a time, and is free again after it', async () => {
    const { desk } = open();
    desk.gesture();
    const [one, other] = [desk.permit(), (desk.gesture(), desk.permit())];
    const first = desk.review(one, subject, 60_000);
    await expect(desk.review(other, { id: 'preview-2', digest: 'bb' }, 60_000)).rejects.toMatchObject({
      code: 'REVIEW_BUSY',
    });
    expect(codeOf(() => desk.permit())).toBe('REVIEW_BUSY');
    desk.denyAll();
    expect(await first).toEqual({ decision: 'deny' });
    expect(desk.current()).toBeNull();
  });

  it('opens no review by script: without a press, long after one, or a second time on the same', async () => {
    const { desk, clock } = open();
    expect(codeOf(() => desk.permit())).toBe('REVIEW_UNASKED');
    desk.gesture();
    clock.forward(GESTURE_MS + 1);
    expect(codeOf(() => desk.permit())).toBe('REVIEW_UNASKED');
    desk.gesture();
    const permit = desk.permit();
    expect(codeOf(() => desk.permit())).toBe('REVIEW_UNASKED');
    const first = desk.review(permit, subject, 60_000);
    void desk.decide('preview-1', 'deny');
    expect(await first).toEqual({ decision: 'deny' });
    await expect(desk.review(permit, subject, 60_000)).rejects.toMatchObject({ code: 'REVIEW_UNASKED' });
  });

  it('takes no press that was made while a review was up for the next one', async () => {
    const { desk } = open();
    const decided = review(desk);
    desk.gesture();
    void desk.decide('preview-1', 'deny');
    await decided;
    expect(codeOf(() => desk.permit())).toBe('REVIEW_UNASKED');
  });

  it('goes on with a flow after an approval, once, and not after a denial', async () => {
    const { desk } = open();
    const denied = review(desk);
    void desk.decide('preview-1', 'deny');
    await denied;
    expect(codeOf(() => desk.permit('preview-1'))).toBe('REVIEW_UNASKED');
    const approved = review(desk);
    void desk.decide('preview-1', 'approve');
    await approved;
    expect(codeOf(() => desk.permit('preview-1'))).toBe('none');
    expect(codeOf(() => desk.permit('preview-1'))).toBe('REVIEW_UNASKED');
  });

  it('attack: an approval of something else, or of long ago, stands for the press of a later review', async () => {
    const { desk, clock } = open();
    const approve = async (): Promise<void> => {
      const decided = review(desk);
      void desk.decide('preview-1', 'approve');
      await decided;
    };
    await approve();
    expect(codeOf(() => desk.permit('preview-2'))).toBe('REVIEW_UNASKED');
    clock.forward(FOLLOW_MS + 1);
    expect(codeOf(() => desk.permit('preview-1'))).toBe('REVIEW_UNASKED');
    // A lock takes it back as well.
    await approve();
    desk.denyAll();
    expect(codeOf(() => desk.permit('preview-1'))).toBe('REVIEW_UNASKED');
  });

  it('attack: the clock is set back, so that an old press or approval stands for a review for hours', async () => {
    const { desk, clock } = open();
    desk.gesture();
    clock.sleepThrough(-3_600_000);
    expect(codeOf(() => desk.permit())).toBe('REVIEW_UNASKED');
    expect(desk.takePress(GESTURE_MS)).toBe(false);
    const decided = review(desk);
    void desk.decide('preview-1', 'approve');
    await decided;
    clock.sleepThrough(-3_600_000);
    expect(codeOf(() => desk.permit('preview-1'))).toBe('REVIEW_UNASKED');
  });

  it('takes an approval though the clock was set back after the window moved', async () => {
    const { desk, clock } = open();
    const decided = review(desk);
    desk.moved();
    clock.sleepThrough(-3_600_000);
    void desk.decide('preview-1', 'approve');
    expect((await decided).decision).toBe('approve');
  });

  it('takes no approval that was pressed while the window moved, and goes on waiting', async () => {
    const { desk, clock } = open();
    const decided = review(desk);
    clock.forward(SETTLE_MS);
    desk.moved();
    clock.forward(SETTLE_MS - 1);
    expect(codeOf(() => void desk.decide('preview-1', 'approve'))).toBe('APPROVAL_UNSETTLED');
    expect(desk.current()?.subject).toBe(subject);
    clock.forward(1);
    void desk.decide('preview-1', 'approve');
    expect((await decided).decision).toBe('approve');
  });

  it('denies at once, however much the window moves', async () => {
    const { desk } = open();
    const decided = review(desk);
    desk.moved();
    void desk.decide('preview-1', 'deny');
    expect(await decided).toEqual({ decision: 'deny' });
  });
});
