import { base58 } from '@scure/base';
import {
  createKeyPairSignerFromPrivateKeyBytes,
  getTransactionDecoder,
  verifySignature,
  type KeyPairSigner,
} from '@solana/kit';
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solana } from '#chains/solana/chain.ts';
import { toHex } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { signSolanaTransaction } from '#service/chains/solana.ts';
import { codeOf, LocalService, resultOf, wrongFields } from '../../fixtures/local-service.ts';
import { SolanaCluster } from '../../fixtures/solana-cluster.ts';

const seedOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const keyOf = (byte: number) => ({
  privateKey: new Secret(seedOf(byte)),
  publicKey: toHex(ed25519.getPublicKey(seedOf(byte))),
});
let cluster: SolanaCluster;
let us: KeyPairSigner;
let friend: KeyPairSigner;
beforeAll(async () => {
  cluster = await SolanaCluster.start();
  us = await createKeyPairSignerFromPrivateKeyBytes(seedOf(1));
  friend = await createKeyPairSignerFromPrivateKeyBytes(seedOf(2));
  cluster.fund(us.address);
});
afterAll(async () => {
  await cluster.stop();
});

/** A transfer of a coin, by us, as a client sends it: with empty signatures. */
function unsigned(version: 'legacy' | 0, payer = us.address): string {
  const transfer = { fromPubkey: new PublicKey(us.address), toPubkey: new PublicKey(friend.address) };
  const message = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: cluster.svm.latestBlockhash(),
    instructions: [SystemProgram.transfer({ ...transfer, lamports: 1_000_000_000 })],
  });
  const compiled = version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage();
  return toHex(new VersionedTransaction(compiled).serialize());
}
const signer = () => ({ address: us.address });
const passed = (text: string, signed: string): boolean[] =>
  solana.verify({ unsigned: text, signed, signer: signer() }).map((check) => check.passed);

describe('signSolanaTransaction', () => {
  test.each(['legacy', 0] as const)(
    '%s: kit and web3.js verify it, and a Solana VM executes it',
    async (version) => {
      cluster.svm.expireBlockhash();
      const text = unsigned(version);
      const signed = signSolanaTransaction(text, keyOf(1));
      const bytes = Buffer.from(signed, 'hex');

      const read = VersionedTransaction.deserialize(bytes);
      expect(read.message.staticAccountKeys[0]?.toBase58()).toBe(us.address);
      // The legacy class is the one of web3.js that verifies signatures.
      if (version === 'legacy') expect(Transaction.from(bytes).verifySignatures()).toBe(true);
      const transaction = getTransactionDecoder().decode(bytes);
      const signature = transaction.signatures[us.address];
      if (!signature) throw new Error('we sign');
      expect(await verifySignature(us.keyPair.publicKey, signature, transaction.messageBytes)).toBe(true);

      const before = cluster.svm.getBalance(friend.address) ?? 0n;
      cluster.execute(transaction);
      expect((cluster.svm.getBalance(friend.address) ?? 0n) - before).toBe(1_000_000_000n);

      expect(passed(text, signed)).toEqual([true, true, true]);
      expect(solana.describeSigned(signed)).toEqual({ hash: base58.encode(signature), signed });
    },
  );

  test('one of two signers: its own place is filled, the other stays empty', () => {
    const text = unsigned(0, friend.address);
    const signed = signSolanaTransaction(text, keyOf(1));
    expect(signed.length).toBe(text.length);
    const { signatures } = VersionedTransaction.deserialize(Buffer.from(signed, 'hex'));
    expect(signatures.map((each) => each.every((byte) => byte === 0))).toEqual([true, false]);
    expect(passed(text, signed)).toEqual([true, true, true]);
  });

  test('attack: a key that the transaction does not name as a signer', () => {
    expect(() => signSolanaTransaction(unsigned(0), keyOf(2))).toThrow(
      expect.objectContaining({ code: 'SIGNER_NOT_IN_TRANSACTION' }) as Error,
    );
  });
});

describe('what comes back is checked', () => {
  test('attack: another amount, though signed by the very key', () => {
    const text = unsigned(0);
    const other = text.replace('00ca9a3b', '00ca9a3c');
    expect(other).not.toBe(text);
    const signed = signSolanaTransaction(other, keyOf(1));
    const [same, by] = solana.verify({ unsigned: text, signed, signer: signer() });
    expect([same?.passed, same?.detail]).toEqual([false, 'Not as previewed: instruction 1 data.']);
    expect(by?.passed).toBe(false);
  });

  test('attack: a signature of somebody else, or none', () => {
    const text = unsigned(0);
    expect(passed(text, text)).toEqual([true, false, true]);
    const signed = signSolanaTransaction(text, keyOf(1));
    const forged = `${signed.slice(0, 2)}${toHex(ed25519.sign(Buffer.from(text, 'hex').subarray(65), seedOf(2)))}${signed.slice(130)}`;
    expect(passed(text, forged)).toEqual([true, false, true]);
  });

  test('attack: the signature of another signer is taken out or exchanged', () => {
    const text = signSolanaTransaction(unsigned(0, friend.address), keyOf(2));
    const signed = signSolanaTransaction(text, keyOf(1));
    expect(passed(text, signed)).toEqual([true, true, true]);
    const emptied = `${signed.slice(0, 2)}${'00'.repeat(64)}${signed.slice(130)}`;
    expect(passed(text, emptied)).toEqual([true, true, false]);
  });

  test('an answer that cannot be read is a failed check', () => {
    expect(passed(unsigned(0), 'abcd')).toEqual([false]);
    expect(() => solana.describeSigned(unsigned(0))).toThrow(
      expect.objectContaining({ code: 'TRANSACTION_NOT_SIGNED' }) as Error,
    );
  });
});

describe('sign_transaction', () => {
  test('signs with a key by id and by address; refuses one that is not a signer, and one of another curve', async () => {
    const service = await LocalService.start();
    try {
      const { id, address } = await service.createPrivateKey('CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']);
      const text = unsigned(0).replace(toHex(base58.decode(us.address)), toHex(base58.decode(address)));
      const sign = (signWith: string, unsignedTransaction = text) =>
        service.submit('sign_transaction', {
          signWith,
          unsignedTransaction,
          type: 'TRANSACTION_TYPE_SOLANA',
        });
      for (const signWith of [id, address]) {
        const signed = resultOf(await sign(signWith))['signedTransaction'] as string;
        const checks = solana.verify({ unsigned: text, signed, signer: { address } });
        expect(checks.map((check) => check.passed)).toEqual([true, true, true]);
      }
      const refused = await sign(id, unsigned(0));
      expect([refused.status, codeOf(refused)]).toEqual([400, 'INVALID_TRANSACTION']);
      const secp = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
      expect(wrongFields(await sign(secp.id))).toEqual(['parameters.signWith']);
    } finally {
      await service.stop();
    }
  });
});
