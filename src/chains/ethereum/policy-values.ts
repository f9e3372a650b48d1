import { HexText, type Struct } from '#protocol/policies/value.ts';
import { prefixedHex } from './model/address.ts';
import type { EnvelopeType, UnsignedEthereumTransaction } from './transaction.ts';

const TYPES: Record<EnvelopeType, string> = {
  legacy: 'LEGACY',
  eip2930: 'TYPE_1',
  eip1559: 'TYPE_2',
  eip4844: 'TYPE_3',
  eip7702: 'TYPE_4',
};

/**
 * The value of the keyword `eth` for a transaction. Addresses and data are hex with `0x`, in any case; fields that the envelope
 * does not have are absent, but for `gas_price`, which stands for the maximum fee where there is a fee market.
 * @param from the signer's address, in any case
 */
export function ethereumValues(tx: UnsignedEthereumTransaction, from: string): Struct {
  const feeMarket = 'maxFeePerGas' in tx;
  return {
    tx: {
      type: TYPES[tx.type],
      from: new HexText(from),
      // A creation calls nobody: an empty text, so that a list of permitted callees refuses it.
      to: new HexText(tx.to ?? ''),
      data: new HexText(prefixedHex(tx.data)),
      value: tx.value,
      nonce: tx.nonce,
      gas: tx.gasLimit,
      chain_id: tx.chainId ?? undefined,
      gas_price: feeMarket ? tx.maxFeePerGas : tx.gasPrice,
      max_fee_per_gas: feeMarket ? tx.maxFeePerGas : undefined,
      max_priority_fee_per_gas: feeMarket ? tx.maxPriorityFeePerGas : undefined,
      max_fee_per_blob_gas: tx.type === 'eip4844' ? tx.maxFeePerBlobGas : undefined,
    },
  };
}
