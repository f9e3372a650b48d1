import {
  ComputeBudgetProgram,
  PublicKey,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { sentenceText } from '#chains/model/decoded.ts';
import { readSolana } from '#chains/solana/read-solana.ts';

const keyOf = (byte: number): PublicKey => new PublicKey(new Uint8Array(32).fill(byte));
const [us, friend, other, mint] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4)];
const USDC = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

function unsigned(instructions: TransactionInstruction[], payerKey = us): string {
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: keyOf(9).toBase58(),
    instructions,
  }).compileToV0Message();
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('hex');
}
const instruction = (programId: PublicKey, keys: PublicKey[], data: string, signer = us) =>
  new TransactionInstruction({
    programId,
    keys: keys.map((pubkey) => ({
      pubkey,
      isSigner: pubkey.equals(signer),
      isWritable: !pubkey.equals(signer),
    })),
    data: Buffer.from(data, 'hex'),
  });
const pay = (lamports: number, toPubkey = friend, fromPubkey = us) =>
  SystemProgram.transfer({ fromPubkey, toPubkey, lamports });
const sendToken = (token: PublicKey) =>
  // transferChecked: 1,500,000 with 6 decimals
  instruction(TOKEN, [friend, token, other, us], '0c60e316000000000006');
const signer = { address: us.toBase58(), name: 'Treasury' };
const read = (...instructions: TransactionInstruction[]) => readSolana(unsigned(instructions), signer);
const codes = ({ warnings }: ReturnType<typeof readSolana>): string[] => warnings.map(({ code }) => code);

describe('the sentence', () => {
  test.each([
    ['coins', [pay(1_500_000_000)], `Send 1.5 SOL to ${friend.toBase58()}`],
    [
      'a token of the local list',
      [sendToken(USDC)],
      `Send 1.50 USDC to the token account ${other.toBase58()} (owner unknown)`,
    ],
    [
      'a token that is not in it: by its address',
      [sendToken(mint)],
      `Send 1.50 tokens of token ${mint.toBase58()} to the token account ${other.toBase58()} (owner unknown)`,
    ],
    [
      'two things, and what goes along is left out',
      [ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 }), pay(1), pay(2, other)],
      `Send 0.000000001 SOL to ${friend.toBase58()}; then send 0.000000002 SOL to ${other.toBase58()}`,
    ],
    ['nothing', [], 'Do nothing but pay the fee'],
  ])('%s', (_what, instructions, sentence) => {
    expect(sentenceText(read(...instructions).sentence)).toBe(sentence);
  });
});

test('who pays and who signs, which of them is us, and the fee to the lamport', () => {
  const reading = readSolana(
    unsigned([ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_500_001 }), pay(1)], other),
    signer,
  );
  const facts = reading.facts.map(({ label, value, note }) => [label, value, note]);
  expect(facts).toContainEqual(['Fee payer', other.toBase58(), undefined]);
  expect(facts).toContainEqual(['Also signs', us.toBase58(), 'Treasury']);
  // Two signatures, and 200,000 units at 1.500001 lamports, upwards.
  expect(facts).toContainEqual(['Max fee', '0.000310001 SOL', '300,001 lamports of it for priority']);
  expect(codes(reading)).toEqual(['FEE_PAID_BY_OTHER', 'MORE_SIGNERS']);
});

test('every fact points at the bytes that it comes from', () => {
  const hex = unsigned([pay(1_500_000_000)]);
  const reading = readSolana(hex, signer);
  const at = (label: string) => {
    const ranges = reading.facts.find((fact) => fact.label === label)?.ranges ?? [];
    return ranges.map(([start, end]) => hex.slice(2 * start, 2 * end));
  };
  expect(at('Amount')).toEqual(['002f685900000000']);
  expect(at('To')[0]).toBe(friend.toBuffer().toString('hex'));
  const raw = reading.raw.flatMap(({ ranges = [] }) => ranges);
  const covered = new Set(
    raw.flatMap(([start, end]) => Array.from({ length: end - start }, (_, i) => start + i)),
  );
  // All but the lengths of its lists.
  expect(hex.length / 2 - covered.size).toBeLessThan(8);
});

describe('warnings', () => {
  test('attack: a program that is not known is blind signing, in words', () => {
    const reading = read(instruction(other, [us, friend], 'beef'));
    expect([reading.blind, codes(reading), reading.warnings[0]?.severity]).toEqual([
      true,
      ['BLIND_SIGNING'],
      'danger',
    ]);
  });

  test('attack: a known instruction with bytes hidden behind it is not read as that instruction', () => {
    const hidden = pay(1);
    hidden.data = Buffer.concat([hidden.data, Buffer.of(0)]);
    const reading = read(hidden);
    expect([reading.blind, codes(reading)]).toEqual([true, ['BLIND_SIGNING']]);
    expect(sentenceText(reading.sentence)).not.toContain('Send');
  });

  test('attack: control over an account goes away', () => {
    expect(codes(read(SystemProgram.assign({ accountPubkey: us, programId: other })))).toEqual([
      'CONTROL_CHANGED',
    ]);
    const stake = StakeProgram.authorize({
      stakePubkey: friend,
      authorizedPubkey: us,
      newAuthorizedPubkey: other,
      stakeAuthorizationType: { index: 1 },
    });
    expect(codes(read(...stake.instructions))).toEqual(['CONTROL_CHANGED']);
    // setAuthority, of the account's owner, to another key.
    const owner = instruction(TOKEN, [friend, us], `060201${other.toBuffer().toString('hex')}`);
    expect(codes(read(owner))).toEqual(['CONTROL_CHANGED']);
    expect(read(owner).facts.find(({ label }) => label === 'Authority type')).toMatchObject({
      value: 'the account’s owner',
      note: 'type 2',
    });
  });

  test('attack: an unlimited allowance', () => {
    expect(codes(read(instruction(TOKEN, [friend, other, us], `04${'ff'.repeat(8)}`)))).toEqual([
      'UNLIMITED_APPROVAL',
    ]);
    expect(codes(read(instruction(TOKEN, [friend, other, us], `04${'01'.repeat(8)}`)))).toEqual([
      'APPROVAL_TO_STRANGER',
    ]);
  });

  test('attack: decimals that make an amount of a known token look smaller', () => {
    const wrong = instruction(TOKEN, [friend, USDC, other, us], '0c60e316000000000009');
    expect(codes(read(wrong))).toEqual(['DECIMALS_DIFFER', 'OWNER_UNKNOWN']);
  });

  test('attack: a memo that would write backwards or over what stands beside it', () => {
    const memo = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
    const reading = read(instruction(memo, [], Buffer.from('pay\u202e\n1 SOL').toString('hex')));
    const text = reading.actions[0]?.facts.find(({ label }) => label === 'Text')?.value;
    expect(text).toBe('pay\\u{202e}\\u{a}1 SOL');
    expect(codes(reading)).toEqual(['UNSEEN_CHARACTERS']);
  });

  test('attack: a memo that names a site in another script', () => {
    const memo = new PublicKey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');
    const reading = read(pay(1), instruction(memo, [], Buffer.from('see аррӏе.com').toString('hex')));
    expect(codes(reading)).toEqual(['LOOK_ALIKE_TEXT']);
    expect(reading.warnings[0]?.severity).toBe('danger');
  });

  test('a key that is not to sign, a durable nonce, a high priority fee', () => {
    expect(codes(readSolana(unsigned([pay(1)]), { address: other.toBase58() }))).toEqual([
      'SIGNER_NOT_IN_TRANSACTION',
    ]);
    const nonce = SystemProgram.nonceAdvance({ noncePubkey: friend, authorizedPubkey: us });
    expect(codes(read(nonce, pay(1)))).toEqual(['DURABLE_NONCE']);
    expect(read(nonce, pay(1)).facts.map(({ label }) => label)).toContain('Nonce');
    // Only the very first instruction makes it one.
    expect(codes(read(pay(1), nonce))).toEqual([]);
    const dear = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000_000 });
    expect(codes(read(dear, pay(1)))).toEqual(['PRIORITY_FEE_HIGH']);
  });
});
