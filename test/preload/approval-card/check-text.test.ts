import { describe, expect, it } from 'vitest';
import { checkText } from '#preload/approval-card/verbs.ts';

const of = (...codes: string[]): string =>
  checkText(codes.map((code) => ({ code, title: `Title of ${code}` })));

describe('the words beside the box', () => {
  it.each([
    [['VALUE_TO_UNKNOWN_CONTRACT'], 'I know this contract and what it does'],
    [['APPROVAL_TO_STRANGER', 'UNLIMITED_APPROVAL'], 'I know this spender'],
    [['APPROVAL_AMBIGUOUS'], 'I know this spender'],
    [['FOREIGN_KEY', 'APPROVAL_TO_STRANGER'], 'I know this key and this spender'],
    [
      ['BATCH_NOT_PAYMENTS', 'APPROVAL_TO_STRANGER', 'FOREIGN_SESSION_KEY'],
      'I know this spender and this key, and have checked each request that isn’t a payment',
    ],
    [['FEE_EXCESSIVE', 'LOOK_ALIKE_ADDRESS'], 'I have checked the fee and each address in full'],
  ])('attack: one habit ticks them all: of %j they name what is to be known or checked', (codes, words) => {
    expect(of(...codes)).toBe(words);
  });

  it('name a warning without words of its own by its title', () => {
    expect(of('SOMETHING_NEW')).toBe('I have checked “Title of SOMETHING_NEW”');
  });

  it('name three, and count the others', () => {
    expect(of('FEE_EXCESSIVE', 'BURNS', 'AMOUNTS_CLAIMED', 'MIXED_SCRIPTS', 'SESSIONS_END')).toBe(
      'I have checked the fee, the recipient, the amounts and 2 more warnings',
    );
  });
});
