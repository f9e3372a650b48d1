import { expect, test } from 'vitest';
import { ADDRESS_FORMATS, CURVES } from '#protocol/catalogue/fields.ts';
import { signRawPayload } from '#protocol/catalogue/signing.ts';
import { formFields, labelOfName, singular, wordsOfValues } from '#protocol/form/form-field.ts';

test('values lose what they have in common, and keep their names', () => {
  expect(wordsOfValues(CURVES)).toEqual(['secp256k1', 'Ed25519', 'P-256']);
  const words = wordsOfValues(ADDRESS_FORMATS);
  expect(words).toContain('Bitcoin testnet P2TR');
  expect(new Set(words).size).toBe(ADDRESS_FORMATS.length);
  expect(wordsOfValues(['PATH_FORMAT_BIP32'])).toEqual(['BIP-32']);
  expect(wordsOfValues(['EFFECT_ALLOW', 'EFFECT_DENY'])).toEqual(['Allow', 'Deny']);
  expect(wordsOfValues(['eip155:1', 'eip155:8453'])).toEqual(['Ethereum (eip155:1)', 'Base (eip155:8453)']);
});

test('names of members become words', () => {
  expect(labelOfName('filterByStatus')).toBe('Filter by status');
  expect(labelOfName('apiKeyIds')).toBe('API key ids');
  expect(labelOfName('')).toBe('');
});

test('one of several', () => {
  expect(['API keys', 'Static properties', 'Address', 'Rules'].map(singular)).toEqual([
    'API key',
    'Static property',
    'Address',
    'Rule',
  ]);
});

test('the fields of a schema are made once', () => {
  const fields = formFields(signRawPayload.parameters);
  expect(fields.map(({ name }) => name)).toContain('payload');
  expect(formFields(signRawPayload.parameters)).toBe(fields);
});
