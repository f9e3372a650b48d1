import { expect, it } from 'vitest';
import { lineOf } from '#main/features/previews/operation-views.ts';
import type { Activity } from '#protocol/activity.ts';
import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { createPolicies, createPolicy, updatePolicy } from '#protocol/catalogue/policies.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';

const title = (operation: SubmitOperation, intent: unknown): string =>
  lineOf({ type: operation.type, intent: { [operation.intent]: intent } } as unknown as Activity, operation)
    .title;
const transaction = (unsignedTransaction: string): string =>
  title(signTransaction, { signWith: 'treasury', unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' });
const key = (privateKeyName: string) => ({
  privateKeyName,
  curve: 'CURVE_SECP256K1',
  privateKeyTags: [],
  addressFormats: [],
});
const apiKey = { apiKeyName: 'CI', publicKey: '02'.padEnd(66, 'a'), curveType: 'API_KEY_CURVE_P256' };

it('says what a transaction does, its addresses shortened', () => {
  expect(
    transaction('ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080'),
  ).toBe('Send 1 ETH to 0x3535…53535');
});

it('calls a contact by its name, whatever else is in the line', () => {
  const parameters = {
    signWith: 'treasury',
    unsignedTransaction:
      'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    type: 'TRANSACTION_TYPE_ETHEREUM',
  };
  const activity = { intent: { [signTransaction.intent]: parameters } } as unknown as Activity;
  const nameOf = (address: string) => (address.toLowerCase() === `0x${'35'.repeat(20)}` ? 'Acme' : undefined);
  expect(lineOf(activity, signTransaction, nameOf).title).toBe('Send 1 ETH to “Acme”');
  expect(lineOf(activity, signTransaction, () => undefined).title).toBe('Send 1 ETH to 0x3535…53535');
});

it.each(['', 'zz', 'ec0985', '0x'])('calls the transaction %j unreadable', (hex) => {
  expect(transaction(hex)).toBe('Unreadable transaction');
});

it('names what is created', () => {
  expect(title(createPrivateKeys, { privateKeys: [key('Treasury hot')] })).toBe('Create key “Treasury hot”');
  expect(title(createPrivateKeys, { privateKeys: [key('a'), key('b')] })).toBe('Create keys “a” and “b”');
  expect(title(createApiKeys, { userId: '01990000-0000-7000-8000-0000000000aa', apiKeys: [apiKey] })).toBe(
    'Enroll API key “CI”',
  );
});

it('falls back to the summary where the intent is not what the operation takes', () => {
  expect(title(createPrivateKeys, { privateKeys: 'x' })).toBe(createPrivateKeys.summary);
  expect(title(createApiKeys, undefined)).toBe(createApiKeys.summary);
});

it('puts the type of an operation that the catalogue does not know into words', () => {
  const activity = { type: 'ACTIVITY_TYPE_MAKE_TEA_V2', intent: {} } as unknown as Activity;
  expect(lineOf(activity, undefined).title).toBe('make tea v2');
});

it('is found by the notes of policies', () => {
  const memosOf = (operation: SubmitOperation, intent: unknown) =>
    lineOf({ intent: { [operation.intent]: intent } } as unknown as Activity, operation).memos;
  const policy = { policyName: 'Cap', effect: 'EFFECT_ALLOW', notes: 'asked for by the auditors' };
  expect(memosOf(createPolicy, policy)).toEqual(['asked for by the auditors']);
  expect(memosOf(createPolicies, { policies: [policy, { ...policy, notes: '' }] })).toEqual([
    'asked for by the auditors',
  ]);
  const policyId = '01990000-0000-7000-8000-0000000000aa';
  expect(memosOf(updatePolicy, { policyId, policyNotes: 'until May' })).toEqual(['until May']);
});
