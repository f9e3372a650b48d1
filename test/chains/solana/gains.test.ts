import {
  Authorized,
  ComputeBudgetProgram,
  LAMPORTS_PER_SOL,
  Lockup,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { sentenceText, type Warning } from '#chains/model/decoded.ts';
import { readSolana } from '#chains/solana/read-solana.ts';

const keyOf = (byte: number): PublicKey => new PublicKey(new Uint8Array(32).fill(byte));
const [us, attacker, fresh, ours] = [keyOf(1), keyOf(2), keyOf(3), keyOf(5)];
const USDC = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const WSOL = new PublicKey('So11111111111111111111111111111111111111112');
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ATA = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const JITO = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5');
const SOL_1000 = 1000 * LAMPORTS_PER_SOL;

const instruction = (programId: PublicKey, keys: PublicKey[], data: string) =>
  new TransactionInstruction({
    programId,
    keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(us), isWritable: !pubkey.equals(us) })),
    data: Buffer.from(data, 'hex'),
  });
const hexOf = (key: PublicKey): string => key.toBuffer().toString('hex');
const u64 = (value: bigint): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.toString('hex');
};
const accountOf = (owner: PublicKey, mint = USDC) =>
  PublicKey.findProgramAddressSync([owner.toBuffer(), TOKEN.toBuffer(), mint.toBuffer()], ATA)[0];
const createAta = (owner: PublicKey) =>
  instruction(ATA, [us, accountOf(owner), owner, USDC, SystemProgram.programId, TOKEN], '01');
const sendUsdc = (to: PublicKey) =>
  instruction(TOKEN, [accountOf(us), USDC, to, us], `0c${u64(1_500_000n)}06`);
const createAccount = (programId: PublicKey, lamports = SOL_1000) =>
  SystemProgram.createAccount({
    fromPubkey: us,
    newAccountPubkey: fresh,
    lamports,
    space: 200,
    programId,
  });

function read(...instructions: TransactionInstruction[]) {
  const message = new TransactionMessage({
    payerKey: us,
    recentBlockhash: keyOf(9).toBase58(),
    instructions,
  }).compileToV0Message();
  const hex = Buffer.from(new VersionedTransaction(message).serialize()).toString('hex');
  const reading = readSolana(hex, { address: us.toBase58() }, { ownAddresses: [ours.toBase58()] });
  return { ...reading, text: sentenceText(reading.sentence) };
}
const dangers = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
  warnings.filter(({ severity }) => severity === 'danger').map(({ code, text }) => `${code} ${text}`);

describe('new accounts of somebody else', () => {
  const stake = (staker: PublicKey, withdrawer: PublicKey, lockup?: Lockup) =>
    read(
      ...StakeProgram.createAccount({
        fromPubkey: us,
        stakePubkey: fresh,
        authorized: new Authorized(staker, withdrawer),
        lamports: SOL_1000,
        ...(lockup === undefined ? {} : { lockup }),
      }).instructions,
    );

  test('attack: 1,000 SOL into a stake account that the attacker withdraws from', () => {
    const reading = stake(us, attacker);
    expect(dangers(reading)).toEqual([
      `NEW_ACCOUNT_NOT_OURS ${attacker.toBase58()}, which is not yours, withdraws. It is funded with 1,000 SOL.`,
    ]);
    expect(reading.text).toContain(attacker.toBase58());
    expect(reading.text).toContain('1,000 SOL');
  });

  test('attack: a stake account that the attacker stakes, or whose lockup it decides on', () => {
    expect(dangers(stake(attacker, us)).length).toBe(1);
    expect(dangers(stake(us, us, new Lockup(2_000_000_000, 0, attacker)))[0]).toContain(
      'decides how long the stake is locked',
    );
  });

  test('a stake account of our own is no danger, and its custodian does not count without a lockup', () => {
    expect(dangers(stake(us, ours))).toEqual([]);
    expect(dangers(stake(us, us, new Lockup(0, 0, attacker)))).toEqual([]);
  });

  test('attack: wrapped SOL in a new token account of the attacker', () => {
    const of = (owner: PublicKey) =>
      read(createAccount(TOKEN), instruction(TOKEN, [fresh, WSOL], `12${hexOf(owner)}`));
    expect(dangers(of(attacker))[0]).toContain('owns the token account. It is funded with 1,000 SOL.');
    expect(of(attacker).text).toContain(attacker.toBase58());
    expect(dangers(of(us))).toEqual([]);
  });

  test('attack: a nonce account that the attacker controls', () => {
    const of = (authorizedPubkey: PublicKey) =>
      read(
        ...SystemProgram.createNonceAccount({
          fromPubkey: us,
          noncePubkey: fresh,
          authorizedPubkey,
          lamports: SOL_1000,
        }).instructions,
      );
    expect(NONCE_ACCOUNT_LENGTH).toBe(80);
    expect(dangers(of(attacker))[0]).toContain(
      `${attacker.toBase58()}, which is not yours, controls the nonce account. It is funded with 1,000 SOL.`,
    );
    expect(of(attacker).text).toContain(attacker.toBase58());
    expect(dangers(of(ours))).toEqual([]);
  });

  test('attack: a multisignature of one of two owns the new token account', () => {
    const RENT = new PublicKey('SysvarRent111111111111111111111111111111111');
    const signed = (required: string, ...keys: PublicKey[]) =>
      read(
        instruction(TOKEN, [keyOf(6), RENT, ...keys], `02${required}`),
        createAccount(TOKEN),
        instruction(TOKEN, [fresh, WSOL], `12${hexOf(keyOf(6))}`),
      );
    const reading = signed('01', us, attacker);
    expect(dangers(reading).some((each) => each.includes(keyOf(6).toBase58()))).toBe(true);
    expect(reading.text).toContain(attacker.toBase58());
    expect(dangers(signed('02', us, ours))).toEqual([]);
  });

  describe('attack: an account that is created once more, after it was set up as ours and closed', () => {
    const ownTwice = (program: PublicKey) => [
      createAccount(TOKEN, 2_039_280),
      instruction(TOKEN, [fresh, WSOL], `12${hexOf(us)}`),
      instruction(TOKEN, [fresh, us, us], '09'),
      createAccount(program),
    ];
    test.each([keyOf(8), TOKEN])('for a program that sets it up later: %s', (program) => {
      const reading = read(...ownTwice(program));
      expect(dangers(reading)).toEqual([
        `NEW_ACCOUNT_NOT_OURS ${program.toBase58()}, which is not yours, owns the new account. It is funded with 1,000 SOL.`,
      ]);
      expect(reading.text).toContain(`with 1,000 SOL for the program ${program.toBase58()}`);
    });

    test('and each set-up tells of its own creation’s coins', () => {
      const reading = read(
        createAccount(TOKEN),
        instruction(TOKEN, [fresh, WSOL], `12${hexOf(attacker)}`),
        createAccount(TOKEN, 2_039_280),
        instruction(TOKEN, [fresh, WSOL], `12${hexOf(us)}`),
      );
      expect(dangers(reading)).toEqual([
        expect.stringContaining('owns the token account. It is funded with 1,000 SOL.'),
      ]);
    });
  });

  test('attack: a set-up by another program than the one that the account is created for, or before it', () => {
    const setUp = instruction(TOKEN, [fresh, WSOL], `12${hexOf(us)}`);
    for (const steps of [
      [createAccount(keyOf(8)), setUp],
      [setUp, createAccount(TOKEN)],
    ])
      expect(dangers(read(...steps))[0]).toContain('owns the new account. It is funded with 1,000 SOL.');
  });

  test('attack: an account with 1,000 SOL that nothing sets up belongs to its program', () => {
    const program = keyOf(8);
    const reading = read(createAccount(program));
    expect(dangers(reading)[0]).toContain(program.toBase58());
    expect(reading.text).toContain(program.toBase58());
  });
});

describe('who owns the account that gets tokens', () => {
  test('is told for default accounts: of ours, of signers, and of those that the transaction makes', () => {
    expect(read(sendUsdc(accountOf(ours))).text).toBe(
      `Send 1.50 USDC to ${ours.toBase58()} at the token account ${accountOf(ours).toBase58()}`,
    );
    const created = read(createAta(attacker), sendUsdc(accountOf(attacker)));
    expect(created.text).toContain(`Send 1.50 USDC to ${attacker.toBase58()}`);
    expect(created.actions[1]?.facts.find(({ label }) => label === 'To')?.value).toBe(attacker.toBase58());
    expect(created.warnings).toEqual([]);
  });

  test('attack: a token account of which nothing says whose it is', () => {
    const reading = read(createAta(ours), sendUsdc(fresh));
    expect(reading.text).toBe(`Send 1.50 USDC to the token account ${fresh.toBase58()} (owner unknown)`);
    expect(reading.warnings.map(({ code, title }) => [code, title])).toEqual([
      ['OWNER_UNKNOWN', 'Owner unknown'],
    ]);
  });
});

describe('control and money that leave an account', () => {
  test('attack: a closed account pays out to the attacker', () => {
    const close = (to: PublicKey) => read(instruction(TOKEN, [accountOf(us), to, us], '09'));
    expect(dangers(close(attacker))).toEqual([
      `ACCOUNT_CLOSED All the SOL that it holds goes to ${attacker.toBase58()}, which is not yours.`,
    ]);
    expect(close(attacker).text).toContain(attacker.toBase58());
    expect(dangers(close(us))).toEqual([]);
  });

  test('attack: a stake is withdrawn to the attacker', () => {
    const withdraw = (toPubkey: PublicKey) =>
      read(
        ...StakeProgram.withdraw({ stakePubkey: fresh, authorizedPubkey: us, toPubkey, lamports: SOL_1000 })
          .instructions,
      );
    expect(dangers(withdraw(attacker))).toEqual([
      `WITHDRAWN_TO_OTHER 1,000 SOL goes to ${attacker.toBase58()}, which is not yours.`,
    ]);
    expect(dangers(withdraw(us))).toEqual([]);
  });

  test('attack: authorities that go to the attacker are named in the sentence', () => {
    const authority = read(instruction(TOKEN, [accountOf(us), us], `060201${hexOf(attacker)}`));
    const nonce = read(
      SystemProgram.nonceAuthorize({
        noncePubkey: fresh,
        authorizedPubkey: us,
        newAuthorizedPubkey: attacker,
      }),
    );
    for (const { text, warnings } of [authority, nonce]) {
      expect(text).toContain(attacker.toBase58());
      expect(warnings[0]).toMatchObject({ code: 'CONTROL_CHANGED', severity: 'danger' });
    }
  });

  test('attack: what goes to a stranger stands behind harmless steps', () => {
    const pay = (lamports: number, toPubkey: PublicKey) =>
      SystemProgram.transfer({ fromPubkey: us, toPubkey, lamports });
    const { text } = read(
      pay(1, ours),
      pay(2, ours),
      pay(3, ours),
      pay(4, ours),
      pay(LAMPORTS_PER_SOL, attacker),
    );
    expect(text).toContain(`send 1 SOL to ${attacker.toBase58()}`);
    expect(text).toContain('; then 1 more');
  });
});

describe('allowances of tokens', () => {
  const approve = (amount: bigint) =>
    read(instruction(TOKEN, [accountOf(us), USDC, attacker, us], `0d${u64(amount)}06`));

  test.each([2n ** 64n - 1n, 2n ** 64n - 2n, 2n ** 63n, 2n ** 63n - 1n, 250_000_000_000n * 1_000_000n])(
    'attack: %i is as good as unlimited, and is no exact number',
    (amount) => {
      expect(dangers(approve(amount))[0]).toContain(`UNLIMITED_APPROVAL ${attacker.toBase58()}`);
    },
  );

  test('a limited one is named with its amount and its delegate', () => {
    const reading = approve(1_500_000n);
    expect(reading.text).toBe(`Let ${attacker.toBase58()} spend 1.50 USDC`);
    expect(reading.warnings.map(({ code }) => code)).toEqual(['APPROVAL_TO_STRANGER']);
  });
});

describe('what it costs', () => {
  const pay = SystemProgram.transfer({ fromPubkey: us, toPubkey: attacker, lamports: LAMPORTS_PER_SOL });

  test('attack: a priority fee of 1,400 SOL', () => {
    const reading = read(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000_000 }),
      pay,
    );
    expect(reading.warnings[0]).toMatchObject({ code: 'PRIORITY_FEE_HIGH', severity: 'danger' });
    expect(reading.text).toContain('pay up to 1,400.000005 SOL in fees and tips');
  });

  test('attack: a tip of 50 SOL to the block builder', () => {
    const tip = SystemProgram.transfer({
      fromPubkey: us,
      toPubkey: JITO,
      lamports: 50 * LAMPORTS_PER_SOL,
    });
    const reading = read(pay, tip);
    expect(reading.text).toContain(`tip 50 SOL to ${JITO.toBase58()}`);
    expect(reading.warnings[0]).toMatchObject({ code: 'PRIORITY_FEE_HIGH', severity: 'danger' });
  });
});
