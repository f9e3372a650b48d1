import { describe, expect, it } from 'vitest';
import { openApprovalDesk } from '../../../src/main/flows/approval-desk.ts';
import type { Subject } from '../../../src/main/flows/approval-desk.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';

const subject: Subject = { id: 'preview-1', digest: 'aa' };
const codeOf = (act: () => void): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

describe('the approval desk', () => {
  const open = () => {
    const clock = fakeClock();
    return { clock, desk: openApprovalDesk(clock, () => undefined) };
  };

  it('gives an approval that is spent once, on the subject that was shown', async () => {
    const { desk } = open();
    const decided = desk.review(subject, 60_000);
    desk.decide('preview-1', 'approve');
    const answer = await decided;
    if (answer.decision !== 'approve') throw new Error('approved');
    answer.approval.spend({ ...subject });
    expect(codeOf(() => answer.approval.spend(subject))).toBe('APPROVAL_SPENT');
  });

  it.each([
    ['a body that was changed in between', { id: 'preview-1', digest: 'bb' }],
    ['another preview of the same bytes', { id: 'preview-2', digest: 'aa' }],
  ])('refuses to stamp %s, and the approval is gone', async (_attack, other) => {
    const { desk } = open();
    const decided = desk.review(subject, 60_000);
    desk.decide('preview-1', 'approve');
    const answer = await decided;
    if (answer.decision !== 'approve') throw new Error('approved');
    expect(codeOf(() => answer.approval.spend(other))).toBe('APPROVAL_MISMATCH');
    expect(codeOf(() => answer.approval.spend(subject))).toBe('APPROVAL_SPENT');
  });

  it('holds the digest that was shown, even when the subject is changed while it is shown', async () => {
    const { desk } = open();
    const mutable = { ...subject };
    const decided = desk.review(mutable, 60_000);
    mutable.digest = 'bb';
    desk.decide('preview-1', 'approve');
    const answer = await decided;
    if (answer.decision !== 'approve') throw new Error('approved');
    expect(codeOf(() => answer.approval.spend(mutable))).toBe('APPROVAL_MISMATCH');
  });

  it('refuses an approval when nothing was asked', () => {
    expect(codeOf(() => open().desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
  });

  it('refuses an approval for another preview', async () => {
    const { desk, clock } = open();
    const decided = desk.review(subject, 60_000);
    expect(codeOf(() => desk.decide('preview-2', 'approve'))).toBe('APPROVAL_REFUSED');
    clock.forward(60_000);
    expect(await decided).toEqual({ decision: 'expired' });
  });

  it('refuses a second approval', async () => {
    const { desk } = open();
    const decided = desk.review(subject, 60_000);
    desk.decide('preview-1', 'approve');
    expect(codeOf(() => desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
    expect((await decided).decision).toBe('approve');
  });

  it('refuses an approval that comes too late', async () => {
    const { desk, clock } = open();
    const decided = desk.review(subject, 60_000);
    clock.forward(60_000);
    expect(codeOf(() => desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
    expect(await decided).toEqual({ decision: 'expired' });
  });

  it('refuses an approval that comes too late on a machine that slept through its timer', async () => {
    const { desk, clock } = open();
    const decided = desk.review(subject, 60_000);
    clock.sleepThrough(60_000);
    expect(codeOf(() => desk.decide('preview-1', 'approve'))).toBe('APPROVAL_REFUSED');
    expect(await decided).toEqual({ decision: 'expired' });
  });

  it('takes an approval in the last moment', async () => {
    const { desk, clock } = open();
    const decided = desk.review(subject, 60_000);
    clock.forward(59_999);
    desk.decide('preview-1', 'approve');
    expect((await decided).decision).toBe('approve');
  });

  it('shows one subject at a time, and is free again after it', async () => {
    const { desk } = open();
    const first = desk.review(subject, 60_000);
    await expect(desk.review({ id: 'preview-2', digest: 'bb' }, 60_000)).rejects.toMatchObject({
      code: 'REVIEW_BUSY',
    });
    desk.denyAll();
    expect(await first).toEqual({ decision: 'deny' });
    expect(desk.current()).toBeNull();
  });
});
