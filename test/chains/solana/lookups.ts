import {
  AddressLookupTableAccount,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

export const keyOf = (byte: number): PublicKey => new PublicKey(new Uint8Array(32).fill(byte));
/** Who signs, whom the table names in truth, and the table. */
export const [us, thief, table] = [keyOf(1), keyOf(2), keyOf(8)];

/** A payment of 900 SOL as hex, whose recipient stands in a lookup table alone. @param entries of the table before it */
export function paidByTable(entries = 0): string {
  const addresses = [...Array.from({ length: entries }, (_, index) => keyOf(20 + index)), thief];
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses,
  };
  const message = new TransactionMessage({
    payerKey: us,
    recentBlockhash: keyOf(9).toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: us, toPubkey: thief, lamports: 900_000_000_000 })],
  }).compileToV0Message([new AddressLookupTableAccount({ key: table, state })]);
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('hex');
}
