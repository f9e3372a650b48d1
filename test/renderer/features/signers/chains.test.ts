import { expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import { SIGNING_CHAINS, addressFor, chainOfKey, signingChain } from '#renderer/features/signers/chains.ts';
import { privateKeys } from '../../fake-data.ts';

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

it('a key signs for Bitcoin by whichever address it has there', () => {
  if (!key) throw new Error('there is a key');
  const addresses = [{ format: 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR' as const, address: 'tb1p' }];
  const bitcoin = signingChain('TRANSACTION_TYPE_BITCOIN');
  expect(addressFor({ ...key, addresses }, bitcoin)).toBe('tb1p');
  expect(chainOfKey({ ...key, addresses })?.id).toBe(bitcoin.id);
  expect(addressFor(key, bitcoin)).toBeNull();
});

it('knows curve and address formats of each chain as the chain does', () => {
  for (const { id, curve, formats } of SIGNING_CHAINS) {
    const chain = chainOf(id);
    expect({ curve, formats }).toEqual({ curve: chain.curve, formats: chain.addressFormats });
  }
});
