import { VersionedTransaction } from '@solana/web3.js';
import { expect } from 'vitest';
import { parseTransaction } from '#chains/solana/parse.ts';
import { toHex } from '#protocol/encoding.ts';

/** Expects every part of a transaction to be as @solana/web3.js reads it. */
export function expectAsWeb3js(hex: string): void {
  const ours = parseTransaction(hex);
  const { message, signatures } = VersionedTransaction.deserialize(Buffer.from(hex, 'hex'));
  expect(ours.version).toBe(message.version);
  expect(ours.accounts.map(({ address }) => address)).toEqual(
    message.staticAccountKeys.map((key) => key.toBase58()),
  );
  expect(ours.accounts.map(({ isSigner, isWritable }) => [isSigner, isWritable])).toEqual(
    message.staticAccountKeys.map((_, index) => [
      message.isAccountSigner(index),
      message.isAccountWritable(index),
    ]),
  );
  expect(ours.blockhash).toBe(message.recentBlockhash);
  expect(ours.signatures.length).toBe(signatures.length);
  expect(
    ours.instructions.map(({ programIndex, accountIndexes, data }) => [
      programIndex,
      accountIndexes,
      toHex(data),
    ]),
  ).toEqual(
    message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => [
      programIdIndex,
      [...accountKeyIndexes],
      toHex(data),
    ]),
  );
  expect(
    ours.lookups.map(({ table, writableIndexes, readonlyIndexes }) => [
      table,
      writableIndexes,
      readonlyIndexes,
    ]),
  ).toEqual(
    message.addressTableLookups.map((lookup) => [
      lookup.accountKey.toBase58(),
      lookup.writableIndexes,
      lookup.readonlyIndexes,
    ]),
  );
}
