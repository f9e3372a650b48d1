import { describe, expect, it } from 'vitest';
import { ACTIVITY_STATUSES } from '#protocol/activity.ts';
import {
  formatAge,
  stateFace,
  typeWords,
  standingWords,
} from '#renderer/features/activities/activity-text.ts';
import { ACTIVITY_TEXT } from '#renderer/features/activities/text.ts';

describe('the words of activities', () => {
  it('has a word for every state of the protocol', () => {
    for (const status of ACTIVITY_STATUSES) expect(stateFace(status).word).not.toBe(status);
  });

  it('shows a state that it does not know as it is', () => {
    expect(stateFace('ACTIVITY_STATUS_NEW')).toEqual({ word: 'ACTIVITY_STATUS_NEW', tone: 'plain' });
  });

  it('says a type in words', () => {
    expect(typeWords('ACTIVITY_TYPE_SIGN_TRANSACTION_V2')).toBe('Sign transaction');
  });

  it('attack: a reference from somebody’s file that reads like votes', () => {
    expect(ACTIVITY_TEXT.reference('7” · 5 approved · “')).toBe('Reference “7" · 5 approved · "”');
  });

  it('gives an age in its largest whole unit', () => {
    const at = (ms: number): string => formatAge(0, ms);
    expect([at(-5000), at(59_999), at(60_000), at(3_599_999), at(3_600_000), at(86_400_000 * 3)]).toEqual([
      'now',
      'now',
      '1 min',
      '59 min',
      '1 h',
      '3 d',
    ]);
  });

  it('says how votes stand: against what is asked for where that is known', () => {
    const way = { rule: 'Root quorum', have: 1, need: 2, waitingFor: ['Bob'], waitingCount: 1, text: null };
    const consensus = { approvals: 1, rejections: 0, voters: [], ways: [way] };
    expect(
      standingWords({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', votes: 1, rejections: 0, consensus }),
    ).toBe('1 of 2 approved, waiting for Bob');
    const done = 'ACTIVITY_STATUS_COMPLETED';
    expect(standingWords({ status: done, votes: 2, rejections: 0, consensus: null })).toBe('2 approved');
    expect(
      standingWords({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', votes: 1, rejections: 1, consensus }),
    ).toBe('1 of 2 approved, waiting for Bob · 1 rejected');
    expect(standingWords({ status: done, votes: 2, rejections: 1, consensus: null })).toBe(
      '2 approved · 1 rejected',
    );
  });

  it('attack: a rejected request reads as approved: it says that it was rejected', () => {
    const standing = (votes: number, rejections = 1) =>
      standingWords({ status: 'ACTIVITY_STATUS_REJECTED', votes, rejections, consensus: null });
    expect(standing(1, 2)).toBe('2 rejected after 1 approval');
    expect([0, 1, 2].map((votes) => standing(votes))).toEqual([
      'rejected',
      'rejected after 1 approval',
      'rejected after 2 approvals',
    ]);
  });
});
