import { HexText, type Struct } from '#protocol/policies/value.ts';
import { prefixedHex } from '../ethereum/model/address.ts';
import type { TempoCall, TempoTransaction } from './transaction.ts';

/**
 * The value of the keyword `tempo` for a transaction. Addresses and data are hex with `0x`, in any case; a fee token that
 * is left open, and the callee of a creation, are empty texts.
 * @param from the signer's address, in any case
 */
export const tempoValues = (tx: TempoTransaction, from: string): Struct => ({
  tx: {
    chain_id: tx.chainId,
    from: new HexText(from),
    nonce: tx.nonce,
    gas_limit: tx.gas,
    max_fee_per_gas: tx.maxFeePerGas,
    max_priority_fee_per_gas: tx.maxPriorityFeePerGas,
    fee_token: new HexText(tx.feeToken ?? ''),
    valid_before: tx.validBefore,
    valid_after: tx.validAfter,
    calls: tx.calls.map(callValues),
  },
});

const callValues = ({ to, data }: TempoCall): Struct => ({
  to: new HexText(to ?? ''),
  input: new HexText(prefixedHex(data)),
  function_signature: new HexText(data.length < 4 ? '' : prefixedHex(data.subarray(0, 4))),
});
