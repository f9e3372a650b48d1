import { ComputeBudgetInstruction, SystemInstruction, Transaction as Web3Transaction } from '@solana/web3.js';
import { findAssociatedTokenPda, parseTransferCheckedInstruction } from '@solana-program/token';
import { AccountRole, address as kitAddress } from '@solana/kit';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chain, chainOf } from '#chains/chains.ts';
import { lookAtPayments } from '#main/features/payment-files/look-at-payments.ts';
import { paymentRows } from '#main/features/payment-files/payment-lines.ts';
import { approvalOf } from './batch-approval.ts';
import { NOBODY, linesOf, problemOf, recordsOf, sourceOf, unsignedIn } from './payment-csv.ts';

const keyOf = (seed: number): string => base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(seed)));
const SENDER = keyOf(1);
const TO = keyOf(2);
const ELSE = keyOf(4);
const HASH = keyOf(3);
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

const chain = chainOf('TRANSACTION_TYPE_SOLANA');
const source = sourceOf(chain, SENDER, { blockhash: HASH });
const read = (rows: readonly string[], from = source) => linesOf(rows, from);
const asWeb3 = (hex: string) => Web3Transaction.from(Buffer.from(hex, 'hex'));
/** The bytes that are signed: two transactions with the same have one signature, which is their ID. */
const messageOf = (hex: string): string => asWeb3(hex).serializeMessage().toString('hex');

const look = (rows: readonly string[], values: Readonly<Record<string, string>> = {}) =>
  lookAtPayments(
    paymentRows(recordsOf(rows), { ...source, values: { ...source.values, ...values } }, NOBODY, () =>
      Promise.resolve(),
    ),
    { chain, network: 'mainnet', signer: { address: SENDER }, ownAddresses: [SENDER], whole: null },
    { own: { addresses: [SENDER], nameOf: () => undefined }, contacts: NOBODY, paid: [TO] },
    () => false,
  );

const approvalFor = (transactions: readonly string[]) =>
  approvalOf(chain, { address: SENDER, format: 'ADDRESS_FORMAT_SOLANA' }, transactions);

describe('payments on Solana out of a file', () => {
  it('are each a transaction with the one blockhash, as the library reads it', async () => {
    const [coin, token] = (await read([`${TO},1.5,SOL,INV-1`, `${ELSE},2400.25,USDC,INV-2`])).map(unsignedIn);
    const sol = asWeb3(coin ?? '');
    expect([sol.feePayer?.toBase58(), sol.recentBlockhash, sol.instructions.length]).toEqual([
      SENDER,
      HASH,
      1,
    ]);
    const paid = SystemInstruction.decodeTransfer(sol.instructions[0] as never);
    expect([paid.toPubkey.toBase58(), paid.lamports]).toEqual([TO, 1_500_000_000n]);
    const usdc = asWeb3(token ?? '');
    expect(usdc.recentBlockhash).toBe(HASH);
    const transfer = usdc.instructions[1];
    const parsed = parseTransferCheckedInstruction({
      programAddress: kitAddress(transfer?.programId.toBase58() ?? ''),
      accounts: (transfer?.keys ?? []).map(({ pubkey }) => ({
        address: kitAddress(pubkey.toBase58()),
        role: AccountRole.WRITABLE,
      })),
      data: Uint8Array.from(transfer?.data ?? []),
    });
    const [account] = await findAssociatedTokenPda({
      mint: kitAddress(USDC),
      owner: kitAddress(ELSE),
      tokenProgram: kitAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    });
    expect([parsed.accounts.destination.address, parsed.data.amount, parsed.data.decimals]).toEqual([
      account,
      2_400_250_000n,
      6,
    ]);
  });

  it('attack: equal rows are one transaction, and the second payment is lost without a word', async () => {
    const rows = [
      `${TO},1,SOL,A`,
      `${TO},1.0,SOL,B`,
      `${TO},1.00,SOL,C`,
      `${TO},5,USDC,`,
      `${TO},5,${USDC},`,
    ];
    for (const priority of ['', '1000']) {
      const built = (await read(rows, { ...source, values: { ...source.values, priority } })).map(unsignedIn);
      expect(new Set(built.map(messageOf)).size).toBe(rows.length);
      const units = built.map((hex) => {
        const [first] = asWeb3(hex).instructions;
        return first?.data[0] === 2 && first.programId.toBase58().startsWith('ComputeBudget')
          ? ComputeBudgetInstruction.decodeSetComputeUnitLimit(first).units
          : null;
      });
      const none = priority === '' ? null : 120_000;
      expect(units).toEqual([none, 120_001, 120_002, none, 120_001]);
    }
    const looked = await look(rows);
    expect(looked?.counts).toMatchObject({ again: 3, ready: 2 });
    expect(looked?.rows.flatMap(({ line, again }) => (again === null ? [] : [[line, again]]))).toEqual([
      [3, 2],
      [4, 2],
      [6, 5],
    ]);
  });

  it('attack: a chain that builds equal payments the same is found out, by line', async () => {
    const { build } = chain.transfer;
    const deaf: Chain = {
      ...chain,
      transfer: { ...chain.transfer, build: (request) => build({ ...request, repeat: 0 }) },
    };
    const lines = await read([`${TO},1,SOL,`, `${TO},2,SOL,`, `${TO},1,SOL,`], { ...source, chain: deaf });
    expect(lines.map((line) => ('problem' in line ? line.problem.message : null))).toEqual([
      null,
      null,
      'the payment is the transaction of line 2 again, which is paid once',
    ]);
  });

  it('attack: one payment fills a file', async () => {
    const lines = await read(Array.from({ length: 103 }, () => `${TO},1,SOL,`));
    expect(lines.filter((line) => 'problem' in line)).toHaveLength(2);
  });

  it('are the same again for the same file and blockhash: nothing is paid twice by reading it twice', async () => {
    const rows = [`${TO},1,SOL,`, `${TO},1,SOL,`, `${ELSE},1,USDC,`];
    expect(await read(rows)).toEqual(await read(rows));
  });

  it.each([
    ['an address of Tron', `${TRON},1,SOL,`, /^to: .*Solana/],
    ['an address of Ethereum', '0x4B7Ea169aBA959124014D317E12e393a65C93d5e,1,SOL,', /^to: .*Solana/],
    ['an address of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4,1,SOL,', /^to: .*Solana/],
    ['an address that is too short', `${TO.slice(0, -2)},1,SOL,`, /^to: /],
    ['the mint of a token', `${USDC},1,USDC,`, /^to: .*contract of USDC/],
    ['an account without a key for tokens', '4QLZE9QwaWk8wn7iwjSUMnsKxKPTgWXNDMFxVfLnMYfH,1,USDC,', /^to: /],
    ['ten decimals of SOL', `${TO},0.0000000001,SOL,`, /10 decimals; SOL has 9/],
    ['seven decimals of USDC', `${TO},0.0000001,USDC,`, /7 decimals; USDC has 6/],
    ['more than fits', `${TO},18446744073.709551616,SOL,`, /too large/],
    ['an asset of another chain', `${TO},1,TRX,`, /^asset: no local list/],
    ['a mint in another case', `${TO},1,${USDC.toLowerCase()},`, /^asset: no local list/],
  ])('attack: %s is no row that is paid', async (_, row, message) => {
    expect(await problemOf(row, source)).toMatch(message);
  });

  it('are looked through without a blockhash, and made with none but a whole one', async () => {
    const standIn = chain.transfer.fields.find(({ name }) => name === 'blockhash')?.standIn ?? '';
    const looked = await look([`${TO},1,SOL,`, `${TRON},1,SOL,`, `${ELSE},2.5,USDC,`], {
      blockhash: standIn,
    });
    expect(looked).toMatchObject({
      counts: { wrong: 1, alike: 0, again: 0, new: 1, ready: 1 },
      totals: [
        { payments: 1, total: '1 SOL' },
        { payments: 1, total: '2.50 USDC' },
      ],
      fees: ['0.00001 SOL'],
    });
    for (const blockhash of ['', HASH.slice(0, -4), TRON])
      await expect(
        read([`${TO},1,SOL,`], { ...source, values: { ...source.values, blockhash } }),
      ).rejects.toMatchObject({ problems: [{ field: 'blockhash' }] });
  });

  it('are payments on the approval, coins and tokens, equal ones too, in the table of recipients', async () => {
    const built = (await read([`${TO},1,SOL,`, `${TO},1,SOL,`, `${ELSE},2.5,USDC,`, `${ELSE},3,USDC,`])).map(
      unsignedIn,
    );
    const { sentence, warnings, recipients } = await approvalFor(built);
    expect(sentence).toBe('Sign and send 4 requests: 4 payments of 2 SOL and 5.50 USDC to 2 addresses.');
    expect(warnings).toEqual([]);
    expect(recipients).toMatchObject([
      { address: TO, payments: 2, sums: ['2 SOL'] },
      { address: ELSE, payments: 2, sums: ['5.50 USDC'] },
    ]);
  });

  it('attack: an account that is made for somebody else makes it no plain payment', async () => {
    const NINE = keyOf(9);
    const [token, other, usual] = (await read([`${ELSE},2.5,USDC,`, `${NINE},1,USDC,`, `${TO},1,USDC,`])).map(
      (line) => asWeb3(unsignedIn(line)),
    );
    if (token === undefined || other === undefined || usual === undefined) throw new Error('no lines');
    // The deposit of the account goes to whoever owns it.
    token.instructions.splice(0, 1, ...other.instructions.slice(0, 1));
    const hex = (each: Web3Transaction): string =>
      each.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('hex');
    const { warnings } = await approvalFor([hex(token), hex(usual)]);
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'BATCH_NOT_PAYMENTS', severity: 'danger' }),
    );
  });

  it('never lose or change a payment, whatever the amounts', async () => {
    const lamports = fc.bigInt({ min: 1n, max: 3n });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(TO, ELSE), lamports), { maxLength: 12 }),
        async (rows) => {
          const built = (await read(rows.map(([to, amount]) => `${to},0.00000000${amount},SOL,`))).map(
            unsignedIn,
          );
          expect(new Set(built.map(messageOf)).size).toBe(rows.length);
          const paid = built.map((hex) => {
            const last = asWeb3(hex).instructions.at(-1);
            const { toPubkey, lamports: sent } = SystemInstruction.decodeTransfer(last as never);
            return [toPubkey.toBase58(), sent];
          });
          expect(paid).toEqual(rows);
        },
      ),
      { numRuns: 40 },
    );
  });
});
