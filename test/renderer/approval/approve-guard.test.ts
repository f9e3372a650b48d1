import { describe, expect, it } from 'vitest';
import { SETTLE_MS } from '#preload/approval-card/verbs.ts';
import { type GuardState, countsAsApproval, findHindrance } from '#renderer/approval/approve-guard.ts';

const ready: GuardState = {
  nowMs: 10_000,
  settledSinceMs: 10_000 - SETTLE_MS,
  leftMs: 30_000,
  visible: true,
  focused: true,
  read: true,
  needsCheck: false,
  checked: false,
  decided: false,
  pagesSeen: true,
  verifying: false,
  entered: true,
};
const press = { trusted: true, pressedAtMs: ready.nowMs };

describe('approving', () => {
  it('counts when a person presses a settled surface in front', () => {
    expect(findHindrance(ready)).toBeNull();
    expect(countsAsApproval(press, ready)).toBe(true);
  });

  it.each([
    [
      'a click under way when the surface appears',
      { settledSinceMs: ready.nowMs - SETTLE_MS + 1 },
      'settling',
    ],
    ['a surface that another window covers', { visible: false }, 'hidden'],
    ['a surface without the focus', { focused: false }, 'unfocused'],
    ['facts that nobody scrolled to the end of', { read: false }, 'unread'],
    ['a grave warning that was not ticked', { needsCheck: true }, 'unchecked'],
    ['a batch with a page that was not looked at', { pagesSeen: false }, 'pages'],
    ['a second decision', { decided: true }, 'decided'],
    ['a decision too late', { leftMs: 0 }, 'expired'],
  ] as const)('is off for %s', (_name, change, hindrance) => {
    const state = { ...ready, ...change };
    expect(findHindrance(state)).toBe(hindrance);
    expect(countsAsApproval(press, state)).toBe(false);
  });

  it('is on for a grave warning once it is ticked', () => {
    expect(findHindrance({ ...ready, needsCheck: true, checked: true })).toBeNull();
  });

  it('does not count a click made by a script', () => {
    expect(countsAsApproval({ ...press, trusted: false }, ready)).toBe(false);
  });

  it('does not count a pointer that went down before the surface settled and came up after', () => {
    expect(
      countsAsApproval({ trusted: true, pressedAtMs: ready.settledSinceMs + SETTLE_MS - 1 }, ready),
    ).toBe(false);
  });

  it('does not count a press that went down elsewhere', () => {
    expect(countsAsApproval({ trusted: true, pressedAtMs: null }, ready)).toBe(false);
  });
});
