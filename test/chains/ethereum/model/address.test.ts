import { computeAddress, getAddress, getCreateAddress } from 'ethers';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOfContract,
  addressOfPublicKey,
  parseAddress,
  toChecksumAddress,
} from '#chains/ethereum/model/address.ts';
import { privateKeyBytes } from '../arbitrary.ts';

const codeIs = (code: string) => expect.objectContaining({ code }) as Error;

describe('Ethereum addresses', () => {
  it.each([
    // The examples of EIP-55.
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('gives %s its checksum and takes it', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address);
    expect(parseAddress(address)).toBe(address);
    expect(parseAddress(address.toLowerCase())).toBe(address);
  });

  it('derives the address of random keys as ethers does, compressed or not', () => {
    fc.assert(
      fc.property(privateKeyBytes, (key) => {
        const expected = computeAddress(`0x${Buffer.from(key).toString('hex')}`);
        expect(addressOfPublicKey(secp256k1.getPublicKey(key, true))).toBe(expected);
        expect(addressOfPublicKey(secp256k1.getPublicKey(key, false))).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('derives the address of a new contract as ethers does', () => {
    const creator = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, 2n ** 53n - 1n)), (nonce) => {
        expect(addressOfContract(creator, nonce)).toBe(getCreateAddress({ from: creator, nonce }));
      }),
    );
  });

  it('gives random addresses the checksum that ethers gives', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const address = `0x${Buffer.from(bytes).toString('hex')}`;
        expect(toChecksumAddress(address)).toBe(getAddress(address));
      }),
    );
  });

  it('refuses an address with one letter changed', () => {
    expect(() => parseAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toThrow(
      codeIs('ADDRESS_CHECKSUM_INVALID'),
    );
  });

  it.each([
    '',
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    `0x${'1'.repeat(39)}`,
    `0x${'1'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
  ])('refuses %j', (text) => {
    expect(() => parseAddress(text)).toThrow(codeIs('ADDRESS_INVALID'));
  });

  it('refuses a public key that is no point of the curve', () => {
    expect(() => addressOfPublicKey(new Uint8Array(33).fill(5))).toThrow(codeIs('PUBLIC_KEY_INVALID'));
    expect(() => addressOfPublicKey(new Uint8Array(32))).toThrow(codeIs('PUBLIC_KEY_INVALID'));
  });
});
