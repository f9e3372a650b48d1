import { Interface, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { prefixedHex, toChecksumAddress } from '#chains/ethereum/address.ts';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import type { UnsignedEthereumTransaction } from '#chains/ethereum/transaction.ts';
import { readTransaction } from '#chains/chains.ts';
import { decodedTransaction } from '#chains/model/decoded.ts';
import { allFacts, expectSaid } from './expect-said.ts';
import { KNOWN } from './known-calls.ts';
import { DEVNETS, MAINNET } from './vectors.ts';

const ALL = [...MAINNET, ...DEVNETS];
const TYPES = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'];

/** What both decoders found, in one form. */
const found = (tx: UnsignedEthereumTransaction) => ({
  type: TYPES.indexOf(tx.type),
  // Without a chain id ethers says 0.
  chainId: tx.chainId ?? 0n,
  nonce: tx.nonce,
  gasLimit: tx.gasLimit,
  to: tx.to === null ? null : toChecksumAddress(tx.to),
  value: tx.value,
  data: prefixedHex(tx.data),
  gasPrice: 'gasPrice' in tx ? tx.gasPrice : null,
  maxFeePerGas: 'maxFeePerGas' in tx ? tx.maxFeePerGas : null,
  maxPriorityFeePerGas: 'maxPriorityFeePerGas' in tx ? tx.maxPriorityFeePerGas : null,
  maxFeePerBlobGas: 'maxFeePerBlobGas' in tx ? tx.maxFeePerBlobGas : null,
  blobVersionedHashes: 'blobVersionedHashes' in tx ? tx.blobVersionedHashes : null,
  authorities:
    'authorizationList' in tx
      ? tx.authorizationList.map(({ address, nonce, chainId, r, s, yParity }) => [
          toChecksumAddress(address),
          nonce,
          chainId,
          r,
          s,
          Number(yParity),
        ])
      : null,
});
const foundByEthers = (tx: Transaction) => ({
  type: tx.type,
  chainId: tx.chainId,
  nonce: BigInt(tx.nonce),
  gasLimit: tx.gasLimit,
  to: tx.to,
  value: tx.value,
  data: tx.data,
  gasPrice: tx.gasPrice,
  maxFeePerGas: tx.maxFeePerGas,
  maxPriorityFeePerGas: tx.maxPriorityFeePerGas,
  maxFeePerBlobGas: tx.maxFeePerBlobGas,
  blobVersionedHashes: tx.blobVersionedHashes,
  authorities:
    tx.authorizationList?.map(({ address, nonce, chainId, signature }) => [
      address,
      nonce,
      chainId,
      BigInt(signature.r),
      BigInt(signature.s),
      signature.yParity,
    ]) ?? null,
});

/** The selectors of what is read, but for the batches that `read-inner-call.test.ts` tells. */
const READ = [...KNOWN.map(([selector]) => selector), '5ae401dc'];

describe('transactions of the main network', () => {
  it('are more than 200, of all five types and with every kind of signature, from blocks of several years', () => {
    const read = MAINNET.map(({ signed }) => parseSigned(signed).unsigned);
    expect(new Set(MAINNET.map(({ hash }) => hash)).size).toBeGreaterThan(200);
    expect(new Set(read.map(({ type, chainId }) => `${type} ${chainId ?? 'none'}`))).toEqual(
      new Set(['legacy none', 'legacy 1', 'eip1559 1', 'eip2930 1', 'eip4844 1', 'eip7702 1']),
    );
  });

  it.each(ALL)('have the fields, hash and sender that ethers finds in $hash', ({ signed, hash, from }) => {
    const ours = parseSigned(signed);
    const theirs = Transaction.from(signed);
    expect([ours.hash, ours.from, ours.lowS]).toEqual([hash, from, true]);
    expect([theirs.hash, theirs.from]).toEqual([hash, from]);
    expect(found(ours.unsigned)).toEqual(foundByEthers(theirs));
    expect(prefixedHex(ours.unsigned.bytes)).toBe(theirs.unsignedSerialized);
  });

  it('say every address and number of the calls that are known, as ethers decodes them', () => {
    let calls = 0;
    for (const { signed, from } of MAINNET) {
      const tx = Transaction.from(signed);
      const known = KNOWN.find(([selector]) => tx.data.slice(2, 10) === selector);
      if (known === undefined) continue;
      const [, signature] = known;
      const decoded = new Interface([`function ${signature}`]).parseTransaction({ data: tx.data });
      if (decoded === null) throw new Error(`ethers does not decode ${tx.data}`);
      const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', tx.unsignedSerialized, {
        from: { address: from },
      });
      expectSaid(allFacts(reading.actions), decoded.fragment.inputs, decoded.args);
      calls += 1;
    }
    expect(calls).toBeGreaterThan(60);
  });

  it('are not blind where the call is known, and say so where it is not', () => {
    for (const { signed } of MAINNET) {
      const { unsignedSerialized, data } = Transaction.from(signed);
      const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsignedSerialized);
      const known = data === '0x' || READ.includes(data.slice(2, 10));
      expect([data, reading.blind]).toEqual([data, !known]);
      expect(reading.warnings.some(({ code }) => code === 'BLIND_SIGNING')).toBe(!known);
    }
  });

  it('have readings that keep to the schema, of which no two are the same', () => {
    const seen = new Set<string>();
    for (const { signed } of ALL) {
      const reading = readTransaction(
        'TRANSACTION_TYPE_ETHEREUM',
        Transaction.from(signed).unsignedSerialized,
      );
      expect(decodedTransaction.safeParse(reading).error).toBeUndefined();
      seen.add(JSON.stringify(reading));
    }
    expect(seen.size).toBe(ALL.length);
  });
});
