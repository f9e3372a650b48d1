import {
  SystemInstruction,
  Transaction as Web3Transaction,
  ComputeBudgetInstruction,
  PublicKey,
} from '@solana/web3.js';
import { findAssociatedTokenPda, parseTransferCheckedInstruction } from '@solana-program/token';
import { AccountRole, address as kitAddress } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recipientsOf } from '#chains/model/recipients.ts';
import { readSolana } from '#chains/solana/read-solana.ts';
import { associatedTokenAccount } from '#chains/solana/token-owners.ts';
import { solanaTransfer } from '#chains/solana/transfer.ts';
import { problemsOf, requestOf } from '../transfer-request.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';

const keyOf = (seed: number): string => base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(seed)));
const SENDER = keyOf(1);
const TO = keyOf(2);
const HASH = keyOf(3);
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const PYUSD = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

const request = (changes: Parameters<typeof requestOf>[2] = {}) =>
  requestOf(solanaTransfer, SENDER, { to: TO, ...changes, values: { blockhash: HASH, ...changes.values } });
const problems = (changes?: Parameters<typeof requestOf>[2]) => problemsOf(solanaTransfer, request(changes));
const build = (changes?: Parameters<typeof requestOf>[2]) => solanaTransfer.build(request(changes));
const asWeb3 = (hex: string) => Web3Transaction.from(Buffer.from(hex, 'hex'));

describe('payments on Solana', () => {
  it('pay as many lamports as the library reads, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n }), (lamports) => {
        const amount = `${lamports / 10n ** 9n}.${(lamports % 10n ** 9n).toString().padStart(9, '0')}`;
        const transaction = asWeb3(build({ amount }));
        expect(transaction.feePayer?.toBase58()).toBe(SENDER);
        expect(transaction.recentBlockhash).toBe(HASH);
        const [only, ...more] = transaction.instructions;
        expect(more).toEqual([]);
        const read = SystemInstruction.decodeTransfer(only as never);
        expect([read.fromPubkey.toBase58(), read.toPubkey.toBase58()]).toEqual([SENDER, TO]);
        expect(read.lamports).toBe(lamports);
      }),
      { numRuns: 50 },
    );
  });

  it('pay tokens to the recipient’s default account, which is made where it is missing', async () => {
    const hex = build({ asset: USDC, amount: '12.5' });
    const { instructions } = asWeb3(hex);
    expect(instructions.map(({ programId }) => programId.toBase58())).toEqual([
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      TOKEN_PROGRAM,
    ]);
    const [create, transfer] = instructions;
    expect([...(create?.data ?? [])]).toEqual([1]);
    const [theirs] = await findAssociatedTokenPda({
      owner: kitAddress(TO),
      mint: kitAddress(USDC),
      tokenProgram: kitAddress(TOKEN_PROGRAM),
    });
    expect(create?.keys[1]?.pubkey.toBase58()).toBe(theirs);
    expect(create?.keys[2]?.pubkey.toBase58()).toBe(TO);
    const read = parseTransferCheckedInstruction({
      programAddress: kitAddress(TOKEN_PROGRAM),
      accounts: (transfer?.keys ?? []).map(({ pubkey }) => ({
        address: kitAddress(pubkey.toBase58()),
        role: AccountRole.WRITABLE,
      })),
      data: Uint8Array.from(transfer?.data ?? []),
    });
    expect(read.data).toMatchObject({ amount: 12_500_000n, decimals: 6 });
    expect([read.accounts.destination.address, read.accounts.authority.address]).toEqual([theirs, SENDER]);
    expect(recipientsOf(readSolana(hex, { address: SENDER }))).toEqual([TO]);
  });

  it('use the newer token program where the mint is of it, or where that is asked for', () => {
    const programOf = (hex: string) => asWeb3(hex).instructions[1]?.programId.toBase58();
    const newer = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
    expect(programOf(build({ asset: PYUSD }))).toBe(newer);
    expect(programOf(build({ asset: USDC, values: { tokenProgram: newer } }))).toBe(newer);
    expect(problems({ asset: USDC, values: { tokenProgram: TO } })).toEqual([
      'tokenProgram: ADDRESS_INVALID',
    ]);
  });

  it('pay a priority fee where one is asked for', () => {
    const [units, price] = asWeb3(build({ values: { priority: '5000' } })).instructions;
    expect(ComputeBudgetInstruction.decodeSetComputeUnitLimit(units as never).units).toBe(120_000);
    expect(ComputeBudgetInstruction.decodeSetComputeUnitPrice(price as never).microLamports).toBe(5000n);
  });

  it('pay to oneself without naming an account twice', () => {
    expect(asWeb3(build({ to: SENDER })).compileMessage().accountKeys).toHaveLength(2);
    expect(asWeb3(build({ to: SENDER, asset: USDC })).compileMessage().accountKeys).toHaveLength(6);
  });

  it('ask for the blockhash, and take nothing else for one', () => {
    expect(problems({ values: { blockhash: '' } })).toEqual(['blockhash: TRANSFER_FIELD_MISSING']);
    for (const blockhash of [HASH.slice(3), `${HASH}1`, '0'.repeat(44), 'a'.repeat(64)])
      expect(problems({ values: { blockhash } })).toEqual(['blockhash: TRANSFER_BLOCK_INVALID']);
  });

  it('attack: tokens to a token account, or to an address of a program, are refused', () => {
    const account = associatedTokenAccount(TO, TOKEN_PROGRAM, USDC);
    expect(PublicKey.isOnCurve(account)).toBe(false);
    expect(problems({ to: account, asset: USDC })).toEqual(['to: TRANSFER_RECIPIENT_INVALID']);
    expect(problems({ to: USDC, asset: USDC })).toEqual(['to: TRANSFER_RECIPIENT_INVALID']);
    expect(problems({ to: '1'.repeat(32) })).toEqual(['to: TRANSFER_RECIPIENT_INVALID']);
  });

  it('attack: an address of another chain is refused', () => {
    for (const to of ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR'])
      expect(problems({ to })).toEqual(['to: ADDRESS_INVALID']);
  });

  it('attack: an amount beyond 64 bits, or with ten decimals, is refused', () => {
    expect(problems({ amount: '18446744073.709551616' })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
    expect(problems({ amount: '0.0000000001' })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
  });
});
