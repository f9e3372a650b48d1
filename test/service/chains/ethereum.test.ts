import { Transaction, Wallet } from 'ethers';
import fc from 'fast-check';
import { recoverTransactionAddress, serializeTransaction, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import { verifySigned } from '#chains/ethereum/verify-signed.ts';
import { Secret } from '#protocol/secret.ts';
import { signEthereumTransaction } from '#service/chains/ethereum.ts';
import { TRANSACTIONS, privateKeyBytes } from '../../chains/ethereum/arbitrary.ts';

const types = Object.entries(TRANSACTIONS) as [string, fc.Arbitrary<TransactionSerializable>][];
const EIP155 = {
  unsigned: 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
  signed:
    'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025' +
    'a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276' +
    'a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
};

describe('signEthereumTransaction', () => {
  it('gives the signed transaction of the example in EIP-155', () => {
    const key = new Secret(new Uint8Array(32).fill(0x46));
    expect(signEthereumTransaction(EIP155.unsigned, key)).toBe(EIP155.signed);
  });

  it.each(types)(
    'signs random %s transactions byte for byte as viem and ethers do',
    async (_type, arbitrary) => {
      await fc.assert(
        fc.asyncProperty(arbitrary, privateKeyBytes, async (tx, key) => {
          const hexKey = `0x${Buffer.from(key).toString('hex')}` as const;
          const unsigned = serializeTransaction(tx);
          const signed = signEthereumTransaction(unsigned.slice(2), new Secret(Uint8Array.from(key)));
          expect(`0x${signed}`).toBe(await privateKeyToAccount(hexKey).signTransaction(tx));
          const wallet = new Wallet(hexKey);
          const ethers = Transaction.from(`0x${signed}`);
          expect(ethers.from).toBe(wallet.address);
          expect(await recoverTransactionAddress({ serializedTransaction: `0x${signed}` as never })).toBe(
            wallet.address,
          );

          const ours = parseSigned(signed);
          expect([ours.from, ours.hash, ours.lowS]).toEqual([wallet.address, ethers.hash, true]);
          const checks = verifySigned({ unsigned, signed, from: wallet.address });
          expect(checks.map((check) => check.passed)).toEqual([true, true, true]);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('refuses a private key that is none of secp256k1', () => {
    const zero = new Secret(new Uint8Array(32));
    expect(() => signEthereumTransaction(EIP155.unsigned, zero)).toThrow(
      expect.objectContaining({ code: 'PRIVATE_KEY_INVALID' }) as Error,
    );
  });
});
