import type { UnsignedEthereumTransaction } from './transaction.ts';

/** Gas of one blob (EIP-4844). */
const GAS_PER_BLOB = 131_072n;

/** The most that a transaction can cost its sender in gas, in wei, without its value. */
export function highestFee(tx: UnsignedEthereumTransaction): bigint {
  const blobs =
    tx.type === 'eip4844' ? BigInt(tx.blobVersionedHashes.length) * GAS_PER_BLOB * tx.maxFeePerBlobGas : 0n;
  return tx.gasLimit * gasPriceOf(tx) + blobs;
}

/** The highest price of one gas, in wei. */
export const gasPriceOf = (tx: UnsignedEthereumTransaction): bigint =>
  'gasPrice' in tx ? tx.gasPrice : tx.maxFeePerGas;
