import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksSame, saysSame } from '#main/governance/votes/stamped-request.ts';

const json = fc.jsonValue();

describe('intents', () => {
  it('say the same in any order of members, and with nulls left out', () => {
    expect(saysSame({ a: 1, b: { c: [1, 2], d: null } }, { b: { c: [1, 2] }, a: 1, e: null })).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [] }, {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: '' }, {}],
    [{ a: { b: 1 } }, { a: [['b', 1]] }],
    [{ a: {} }, { a: [] }],
  ])('%j does not say %j', (one, other) => {
    expect(saysSame(one, other)).toBe(false);
  });

  it('ask for the same whatever key the answer is sealed to', () => {
    const [one, other] = [
      { id: 'k', targetPublicKey: '04a' },
      { id: 'k', targetPublicKey: '04b' },
    ];
    expect([asksSame(one, other), saysSame(one, other)]).toEqual([true, false]);
  });

  it('say the same as themselves, after any way over JSON', () => {
    fc.assert(fc.property(json, (value) => saysSame(value, JSON.parse(JSON.stringify(value)))));
  });
});
