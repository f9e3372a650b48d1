import { assembleSigned, messageBytes, slotOf, toAddress } from '#chains/solana/transaction.ts';
import { parseTransaction } from '#chains/solana/parse.ts';
import { curves } from '#protocol/curves.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import type { TransactionKey } from './transaction-signer.ts';

/**
 * Signs a Solana transaction: Ed25519 over its message, put into the place of the key; every other byte stays.
 * @param unsignedTransactionHex the whole serialised transaction, legacy or version 0, with or without `0x`
 * @returns the transaction with the signature, as lowercase hex without `0x`
 * @throws AppError as `parseTransaction`, or `SIGNER_NOT_IN_TRANSACTION`
 */
export function signSolanaTransaction(
  unsignedTransactionHex: string,
  { privateKey, publicKey }: Pick<TransactionKey, 'privateKey' | 'publicKey'>,
): string {
  const tx = parseTransaction(unsignedTransactionHex);
  const slot = slotOf(tx, toAddress(fromHex(publicKey)));
  const signature = curves().signEd25519(messageBytes(tx), privateKey);
  return toHex(assembleSigned(tx, slot, signature));
}
