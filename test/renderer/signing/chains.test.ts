import { expect, it } from 'vitest';
import { addressFor, chainOfKey, signingChain } from '../../../src/renderer/src/features/signing/chains.ts';
import { privateKeys } from '../fake-data.ts';

const [key] = privateKeys;
const solanaKey = key && {
  ...key,
  curve: 'CURVE_ED25519' as const,
  addresses: [{ format: 'ADDRESS_FORMAT_SOLANA' as const, address: 'So1' }],
};

it('a key signs for the chain of its curve and address, and for no other', () => {
  if (!key || !solanaKey) throw new Error('there is a key');
  const [ethereum, solana] = [
    signingChain('TRANSACTION_TYPE_ETHEREUM'),
    signingChain('TRANSACTION_TYPE_SOLANA'),
  ];
  expect([chainOfKey(key)?.id, chainOfKey(solanaKey)?.id]).toEqual([ethereum.id, solana.id]);
  expect([addressFor(solanaKey, solana), addressFor(solanaKey, ethereum)]).toEqual(['So1', null]);
  expect(chainOfKey({ ...solanaKey, curve: 'CURVE_P256' })).toBeUndefined();
});
