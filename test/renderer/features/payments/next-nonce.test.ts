import { expect, it } from 'vitest';
import type { LastNonce } from '#preload/contract/transfers.ts';
import { nextNonce, nonceHelp } from '#renderer/features/payments/next-nonce.ts';

const WHERE = 'The number of transactions that the account has sent.';
const known: LastNonce = { nonce: '8', from: 'waiting', apart: [], isWhole: true };

it('says where the number comes from', () => {
  expect(nextNonce(known)).toBe('9');
  expect(nonceHelp(known, WHERE)).toMatch(/^8 waits for approval\. The next would be 9,/);
  expect(nonceHelp({ ...known, from: 'here' }, WHERE)).toMatch(/^Last signed here: 8\./);
  expect(nonceHelp({ ...known, from: 'organization' }, WHERE)).toMatch(
    /^Last signed in the organization: 8\./,
  );
});

it('attack: a huge nonce that waits is named, and nothing is offered after it', () => {
  const apart = { ...known, nonce: null, apart: ['9007199254740992'] };
  expect(nextNonce(apart)).toBeNull();
  expect(nonceHelp(apart, WHERE)).toContain(
    'not counted because numbers before are missing: 9007199254740992',
  );
});

it('says that requests were not looked through', () => {
  expect(nonceHelp({ ...known, isWhole: false }, WHERE)).toContain('Not all requests');
});
