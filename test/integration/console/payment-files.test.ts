// Payments of a file on a real console with a real service: one batch, signed, and read again by each chain's own library.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SystemInstruction, Transaction as SolanaTransaction } from '@solana/web3.js';
import { Psbt, Transaction as BitcoinTransaction, address, networks, payments } from 'bitcoinjs-lib';
import { utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BatchRead, BatchSummary } from '#preload/contract/batches.ts';
import type { LookedAtPayments } from '#preload/contract/payment-files.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { fundingOf } from '../../chains/bitcoin/unsigned.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
const SOLANA = [
  '3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4',
  '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
];
const TRON = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcF'];
const BITCOIN = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'];
const NETWORKS = { SOLANA: 'mainnet', TRON: 'mainnet', BITCOIN: 'bitcoin' } as const;

const rawData = z.object({
  contract: z.tuple([z.object({ parameter: z.object({ value: z.object({ amount: z.number() }) }) })]),
});

interface Key {
  readonly privateKeyId: string;
  readonly addresses: { readonly address: string }[];
}

describe.skipIf(missing !== null)(`payments of a file (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let keys: Key[];

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole(place);
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilReady();
    const keyOf = (privateKeyName: string, curve: string, format: string) => ({
      ...{ privateKeyName, curve, addressFormats: [format] },
      privateKeyTags: [],
    });
    const creation = await running.prepare('create_private_keys', {
      privateKeys: [
        keyOf('solana', 'CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA'),
        keyOf('tron', 'CURVE_SECP256K1', 'ADDRESS_FORMAT_TRON'),
        keyOf('segwit', 'CURVE_SECP256K1', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'),
      ],
    });
    const created = (await running.review(creation, 'approve')) as Extract<Outcome, { state: 'completed' }>;
    keys = (created.result as unknown as { privateKeys: Key[] }).privateKeys;
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  /** Signs the rows as one batch. @returns the signed transactions by their lines' names */
  const signedOf = async (
    chain: keyof typeof NETWORKS,
    key: number,
    rows: readonly string[],
    values: Readonly<Record<string, string>>,
  ): Promise<ReadonlyMap<string | null, string>> => {
    const path = join(place?.dataFolder ?? '', `${chain.toLowerCase()}.csv`);
    writeFileSync(path, ['to,amount,asset,reference', ...rows, ''].join('\n'));
    const filledIn = {
      path,
      columns: { to: 'to', amount: 'amount', asset: 'asset', reference: 'reference' },
      ...{ type: `TRANSACTION_TYPE_${chain}`, signWith: keys[key]?.privateKeyId ?? '' },
      ...{ network: NETWORKS[chain], asset: '', values },
    };
    const looked = await running.call<LookedAtPayments>('paymentFiles.look', filledIn);
    expect(looked).toMatchObject({ state: 'looked', counts: { wrong: 0 }, lacks: [] });
    const given = await running.call<BatchRead>('paymentFiles.read', {
      ...filledIn,
      leaveOut: null,
    });
    if (given.state !== 'prepared') throw new Error(JSON.stringify(given));
    const { id, results } = given.set;
    const begun = running.call('requestGroups.run', { id });
    await decideNext(running, 'approve');
    await begun;
    await running.host.until(() =>
      running.host.news.some(
        ({ name, payload }) =>
          name === 'requestGroups.changed' &&
          (payload as RequestGroup).id === id &&
          (payload as RequestGroup).state === 'ended',
      ),
    );
    const lines = readFileSync(results ?? '', 'utf8')
      .trim()
      .split('\n');
    return new Map(
      lines.map((line) => {
        const read = JSON.parse(line) as { id?: string; result: { signedTransaction: string } };
        return [read.id ?? null, read.result.signedTransaction.replace(/^0x/, '')];
      }),
    );
  };

  it('are signed on Solana with the key’s signature over each row, equal ones apart', async () => {
    const [ada, bob] = SOLANA;
    const rows = [`${ada},1.5,SOL,A`, `${bob},2,USDC,B`, `${ada},1.5,SOL,C`];
    const signed = await signedOf('SOLANA', 0, rows, {
      blockhash: ada ?? '',
      priority: '',
      tokenProgram: '',
    });
    const read = [...signed.values()].map((hex) => SolanaTransaction.from(Buffer.from(hex, 'hex')));
    expect(read.map((each) => each.verifySignatures())).toEqual([true, true, true]);
    expect(new Set(read.map((each) => each.signature?.toString('hex'))).size).toBe(3);
    for (const name of ['A', 'C']) {
      const last = SolanaTransaction.from(Buffer.from(signed.get(name) ?? '', 'hex')).instructions.at(-1);
      const { toPubkey, lamports } = SystemInstruction.decodeTransfer(last as never);
      expect([toPubkey.toBase58(), lamports]).toEqual([ada, 1_500_000_000n]);
    }
  });

  it('are signed on Tron, equal ones apart', async () => {
    const [ada, bob] = TRON;
    const rows = [`${ada},1.5,TRX,A`, `${bob},2,TRX,B`, `${ada},1.5,TRX,C`];
    const values = {
      block: `0000000004c4b40a1122334455667788${'99'.repeat(16)}`,
      valid: '60',
      feeLimit: '50',
    };
    const signed = await signedOf('TRON', 1, rows, values);
    expect([...signed.keys()].sort()).toEqual(['A', 'B', 'C']);
    // A signed transaction is its raw data, behind a tag and a length, and the signature.
    const amounts = [...signed.values()].map((hex) => {
      const start = Number.parseInt(hex.slice(2, 4), 16) > 127 ? 6 : 4;
      const length =
        start === 6
          ? (Number.parseInt(hex.slice(2, 4), 16) & 127) + 128 * Number.parseInt(hex.slice(4, 6), 16)
          : Number.parseInt(hex.slice(2, 4), 16);
      const raw = hex.slice(start, start + 2 * length);
      return rawData.parse(utils.deserializeTx.deserializeTransaction('TransferContract', raw)).contract[0]
        .parameter.value.amount;
    });
    expect(amounts.sort()).toEqual([1_500_000, 1_500_000, 2_000_000]);
    expect(new Set(signed.values()).size).toBe(3);
  });

  it('are signed on Bitcoin as one transaction that pays all rows and gives the rest back', async () => {
    const own = keys[2]?.addresses[0]?.address ?? '';
    const script = payments.p2wpkh({ address: own }).output ?? new Uint8Array();
    const funding = [1, 2].map((at) => fundingOf(script, 2_000_000n, at));
    const values = {
      coins: funding.map((each) => `${each.getId()}:0 0.02`).join('\n'),
      previous: funding.map((each) => each.toHex()).join('\n'),
      rate: '5',
    };
    const [ada, bob] = BITCOIN;
    const signed = await signedOf('BITCOIN', 2, [`${ada},0.01,BTC,A`, `${bob},0.02,BTC,B`], values);
    const psbt = Psbt.fromHex([...signed.values()][0] ?? '', { network: networks.bitcoin });
    psbt.finalizeAllInputs();
    const { outs } = BitcoinTransaction.fromBuffer(psbt.extractTransaction(true).toBuffer());
    const paid = outs.map(({ script: each, value }) => [address.fromOutputScript(each), value] as const);
    expect(paid.slice(0, 2)).toEqual([
      [ada, 1_000_000n],
      [bob, 2_000_000n],
    ]);
    expect(paid[2]?.[0]).toBe(own);
    expect(paid).toHaveLength(3);
  });

  it('leave out the wrong rows of a look and no others, and the journal says how many', async () => {
    const [ada] = TRON;
    const path = join(place?.dataFolder ?? '', 'wrong.csv');
    const rows = [`${ada},1.5,TRX,A`, 'nobody,2,TRX,B', `${ada},"2,5",TRX,C`];
    writeFileSync(path, ['to,amount,asset,reference', ...rows, ''].join('\n'));
    const filledIn = {
      path,
      columns: { to: 'to', amount: 'amount', asset: 'asset', reference: 'reference' },
      ...{ type: 'TRANSACTION_TYPE_TRON', signWith: keys[1]?.privateKeyId ?? '', network: 'mainnet' },
      ...{ asset: '', values: { block: `0000000004c4b40a1122334455667788${'99'.repeat(16)}`, valid: '60' } },
    };
    const looked = await running.call<LookedAtPayments>('paymentFiles.look', filledIn);
    expect(looked.counts.wrong).toBe(2);
    const refused = await running.call<BatchRead>('paymentFiles.read', { ...filledIn, leaveOut: null });
    expect(refused).toMatchObject({ state: 'refused', total: 2 });
    const others = running.call('paymentFiles.read', { ...filledIn, leaveOut: 'another digest' });
    await expect(others).rejects.toMatchObject({ code: 'PAYMENT_ROWS_CHANGED' });
    const saved = await running.call<{ count: number }>('paymentFiles.saveWrong', filledIn);
    expect(saved.count).toBe(2);
    const leaveOut = looked.wrongDigest;
    const read = await running.call<BatchRead>('paymentFiles.read', { ...filledIn, leaveOut });
    if (read.state !== 'prepared') throw new Error(JSON.stringify(read));
    expect(read.set.total).toBe(1);
    const { warnings } = await running.call<BatchSummary>('batches.summary', { id: read.set.id });
    expect(warnings.map(({ code }) => code)).toContain('BATCH_ROWS_LEFT_OUT');
    const lines = await running.call<object[]>('journal.list', { before: null, limit: 5 });
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ operation: 'leave_out_rows', outcome: 'left out', digest: leaveOut },
        subject: '2 rows of wrong.csv: Lines 3 and 4',
      }),
    );
  });
});
