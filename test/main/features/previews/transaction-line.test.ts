import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { Transaction } from 'ethers';
import { expect, it } from 'vitest';
import { transactionLine } from '#main/features/previews/transaction-line.ts';
import { accountOf, keyOf, sendChecked, unsignedOf } from '#test/chains/solana/token-payments.ts';
import { OWNER, RECEIVER, tronRaw } from '#test/chains/tron/unsigned.ts';
import { addressOf, transferParameters } from '#test/fixtures/batch-files.ts';

const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const [us, friend] = [1, 2].map((byte) => new PublicKey(new Uint8Array(32).fill(byte))) as [
  PublicKey,
  PublicKey,
];

function solanaTransfer(memo: string) {
  const message = new TransactionMessage({
    payerKey: us,
    recentBlockhash: us.toBase58(),
    instructions: [
      SystemProgram.transfer({ fromPubkey: us, toPubkey: friend, lamports: 1_000_000_000 }),
      new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(memo) }),
    ],
  }).compileToV0Message();
  return {
    signWith: 'key',
    unsignedTransaction: Buffer.from(new VersionedTransaction(message).serialize()).toString('hex'),
    type: 'TRANSACTION_TYPE_SOLANA' as const,
  };
}
const tronTransfer = (memo: string) => ({
  signWith: 'key',
  unsignedTransaction: tronRaw(
    'TransferContract',
    { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 },
    undefined,
    memo,
  ),
  type: 'TRANSACTION_TYPE_TRON' as const,
});

it('has the recipient’s address whole, where the title shortens it', () => {
  const line = transactionLine(transferParameters({ signWith: 'key', to: addressOf(3) }));
  expect(line.title).toBe('Send 0.1 ETH to 0x5555…55554');
  expect(line.recipients.map((address) => address.toLowerCase())).toEqual([addressOf(3)]);
  expect(line.addresses).toEqual(line.recipients);
});

it('has the memos of Solana and Tron', () => {
  expect(transactionLine(solanaTransfer('Invoice 7'))).toMatchObject({
    recipients: [friend.toBase58()],
    memos: ['Invoice 7'],
  });
  expect(transactionLine(tronTransfer('Invoice 8'))).toMatchObject({
    recipients: [RECEIVER.text],
    memos: ['“Invoice 8”'],
  });
});

it('names a contract that is called, but as no one who is paid', () => {
  // approve(spender, 1): nobody gets anything yet.
  const data = `0x095ea7b3${addressOf(4).slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`;
  const unsignedTransaction = Transaction.from({
    ...{ type: 2, chainId: 1, nonce: 0, to: addressOf(3), data, gasLimit: 60_000n, maxFeePerGas: 9n },
  }).unsignedSerialized;
  const line = transactionLine({ signWith: 'key', unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' });
  expect(line.recipients).toEqual([]);
  expect(line.addresses.map((address) => address.toLowerCase())).toContain(addressOf(4));
});

it('names the contact whose token account is paid', () => {
  const owner = keyOf(2).toBase58();
  const account = accountOf(keyOf(2)).toBase58();
  const parameters = {
    signWith: 'key',
    unsignedTransaction: unsignedOf(sendChecked(accountOf(keyOf(2)))),
    type: 'TRANSACTION_TYPE_SOLANA' as const,
  };
  const nameOf = Object.assign((of: string) => (of === owner ? 'Acme' : undefined), { contacts: [owner] });
  const line = transactionLine(parameters, nameOf);
  expect(line.title).toMatch(/^Send 1\.50 USDC to “Acme” at the token account /);
  expect(line.recipients).toEqual([owner]);
  expect(line.addresses).toEqual([owner, account]);
  expect(transactionLine(parameters).recipients).toEqual([account]);
});

it('has nothing but a title where the transaction can’t be read', () => {
  const broken = { signWith: 'key', unsignedTransaction: 'zz', type: 'TRANSACTION_TYPE_SOLANA' as const };
  expect(transactionLine(broken)).toEqual({
    title: 'Unreadable transaction',
    ...{ recipients: [], addresses: [], memos: [] },
  });
});
