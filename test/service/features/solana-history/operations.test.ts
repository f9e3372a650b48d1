import { generateKeyPairSigner, lamports, type Address, type KeyPairSigner } from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToCheckedInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { listSolTransactionHistory } from '#protocol/catalogue/solana-history.ts';
import { openStore } from '#service/storage/store.ts';
import { codeOf, LocalService, resultOf, wrongFields, type Sent } from '#test/fixtures/local-service.ts';
import { blockhashOf, SolanaCluster } from '#test/fixtures/solana-cluster.ts';
import { solanaAccount } from '#test/fixtures/wallet-accounts.ts';

const GENESIS = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const SOL = { caip19: `${GENESIS}/slip44:501`, symbol: 'SOL', name: 'Solana', decimals: 9 };

let service: LocalService;
let cluster: SolanaCluster;
let friend: KeyPairSigner;
let wallet: Address;
beforeEach(async () => {
  cluster = await SolanaCluster.start();
  service = await LocalService.start();
  service.solanaEndpoints = new Map([['mainnet', cluster.url]]);
  await service.restart();
  const made = await service.submit('create_wallet', { walletName: 'W', accounts: [solanaAccount(0)] });
  [wallet] = resultOf(made)['addresses'] as [Address];
  friend = await cluster.account();
});
afterEach(async () => {
  await service.stop();
  await cluster.stop();
});

type History = z.output<(typeof listSolTransactionHistory)['output']>;
const ask = (paginationOptions: object = {}, more: object = {}): Promise<Sent> =>
  service.query('list_sol_transaction_history', {
    address: wallet,
    caip2: 'solana:mainnet',
    paginationOptions,
    ...more,
  });
async function history(paginationOptions: object = {}): Promise<History> {
  const sent = await ask(paginationOptions);
  expect([sent.status, sent.json.message]).toEqual([200, undefined]);
  return sent.json as unknown as History;
}
const amounts = ({ transactions }: History): string[] =>
  transactions.map(({ transfers }) => transfers.map(({ amount }) => amount).join(' '));

/** Pays the wallet so many lamports. @returns the signature */
const pay = (amount: number): Promise<string> =>
  cluster.run(friend, [
    getTransferSolInstruction({ source: friend, destination: wallet, amount: lamports(BigInt(amount)) }),
  ]);
async function payEach(from: number, to: number): Promise<void> {
  for (let amount = from; amount <= to; amount += 1) await pay(1_000_000 + amount);
}
const range = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => String(1_000_000 + from - index));

describe('what a transaction was', () => {
  test('coins that came in: every field of the specification', async () => {
    const signature = await pay(1_500_000_000);
    expect((await history()).transactions).toEqual([
      {
        signature,
        block: { number: '1000', hash: blockhashOf(1000), timestamp: '2026-01-01T00:00:00Z' },
        status: 'FINALIZED',
        origin: friend.address,
        feePayer: friend.address,
        signers: [{ address: friend.address, writable: true }],
        fee: { amount: '5000', caip19: SOL.caip19 },
        transfers: [
          {
            direction: 'IN',
            asset: SOL,
            amount: '1500000000',
            counterparty: friend.address,
            display: { crypto: '1.5' },
          },
        ],
      },
    ]);
  });

  test('tokens: minted, with an account made by a program on the way; a token without a known name has its mint', async () => {
    const mint = await generateKeyPairSigner();
    const [account] = await findAssociatedTokenPda({
      owner: wallet,
      mint: mint.address,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    });
    const [friends] = await findAssociatedTokenPda({
      owner: friend.address,
      mint: mint.address,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    });
    const rent = cluster.svm.minimumBalanceForRentExemption(BigInt(getMintSize()));
    const open = (ata: Address, owner: Address) =>
      getCreateAssociatedTokenIdempotentInstruction({ payer: friend, ata, owner, mint: mint.address });
    await cluster.run(friend, [
      getCreateAccountInstruction({
        payer: friend,
        newAccount: mint,
        lamports: lamports(rent),
        space: getMintSize(),
        programAddress: TOKEN_PROGRAM_ADDRESS,
      }),
      getInitializeMint2Instruction({ mint: mint.address, decimals: 2, mintAuthority: friend.address }),
      open(friends, friend.address),
      getMintToCheckedInstruction({
        mint: mint.address,
        token: friends,
        mintAuthority: friend,
        amount: 1000n,
        decimals: 2,
      }),
    ]);
    await cluster.run(friend, [
      open(account, wallet),
      getTransferCheckedInstruction({
        source: friends,
        mint: mint.address,
        destination: account,
        authority: friend,
        amount: 250n,
        decimals: 2,
      }),
    ]);
    const { transactions } = await history();
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.transfers).toEqual([
      {
        direction: 'IN',
        asset: {
          caip19: `${GENESIS}/token:${mint.address}`,
          symbol: mint.address,
          name: mint.address,
          decimals: 2,
        },
        amount: '250',
        counterparty: friend.address,
        display: { crypto: '2.5' },
      },
    ]);
  });

  test('one that failed moved nothing, and says so', async () => {
    await cluster.run(friend, [
      getTransferSolInstruction({ source: friend, destination: wallet, amount: lamports(999_000_000_000n) }),
    ]);
    const [failed] = (await history()).transactions;
    expect([failed?.executionFailed, failed?.transfers, failed?.fee.amount]).toEqual([true, [], '5000']);
  });

  test('confirmed first, then final; what is final is not asked for again', async () => {
    cluster.finalizedSlot = 0;
    await pay(2_000_000);
    expect((await history()).transactions[0]?.status).toBe('CONFIRMED');
    cluster.finalizedSlot = Infinity;
    expect((await history()).transactions[0]?.status).toBe('FINALIZED');
    cluster.asked.length = 0;
    await history();
    expect(cluster.asked).toEqual(['getSignaturesForAddress']);
  });
});

describe('pages', () => {
  test('ten without a limit, most recent first; cursors go back and forth over what came meanwhile', async () => {
    await payEach(1, 14);
    const first = await history();
    expect(amounts(first)).toEqual(range(14, 5));
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const older = await history({ before: first.pageInfo?.endCursor });
    expect(amounts(older)).toEqual(range(4, 1));
    expect(older.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    await payEach(15, 17);
    const newer = await history({ after: first.pageInfo?.startCursor, limit: '2' });
    expect(amounts(newer)).toEqual(range(16, 15));
    expect(newer.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const between = await history({
      before: newer.pageInfo?.startCursor,
      after: older.pageInfo?.startCursor,
    });
    expect(amounts(between)).toEqual(range(15, 6));
  });

  test.each([
    ['1', 1],
    ['100', 12],
  ])('a limit of %s gives %i of twelve', async (limit, count) => {
    await payEach(1, 12);
    expect((await history({ limit })).transactions).toHaveLength(count);
  });

  test.each(['0', '101', '-1', '1.5', 'ten'])('a limit of %s is refused', async (limit) => {
    const sent = await ask({ limit });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['paginationOptions.limit']]);
  });

  test('a cursor that names nothing of the address is refused', async () => {
    const sent = await ask({ before: '00000000-0000-4000-8000-000000000000' });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['paginationOptions.before']]);
  });

  test('all of it is kept: cursors and order hold over a restart, and nothing is read twice', async () => {
    await payEach(1, 3);
    const before = await history();
    await service.restart();
    cluster.asked.length = 0;
    expect(await history()).toEqual(before);
    expect(cluster.asked).toEqual(['getSignaturesForAddress']);
  });

  test('readers at the same time get the same, and every transaction once', async () => {
    await payEach(1, 3);
    const all = await Promise.all(Array.from({ length: 5 }, () => history()));
    expect(new Set(all.map((page) => JSON.stringify(page))).size).toBe(1);
  });

  test('a history longer than a node tells at once is read on when it is asked for, without gap or repetition', async () => {
    await pay(1_000_001);
    const first = (await history()).transactions[0];
    // As of here the node has 2,500 more that are newer, of which only the list matters.
    const listed = Array.from({ length: 2500 }, (_, index) => ({
      signature: base58.encode(
        new Uint8Array(64)
          .fill(9)
          .with(0, index % 256)
          .with(1, index >> 8),
      ),
      slot: 3500 - Math.floor(index / 5),
    }));
    const all = [...listed, { signature: first?.signature, slot: 1000 }];
    cluster.answer = (method, response, params) => {
      if (method !== 'getSignaturesForAddress') return false;
      const { before, until } = params[1] ?? {};
      const from = all.findIndex(({ signature }) => signature === before) + 1;
      const end = all.findIndex(({ signature }) => signature === until);
      const result = all.slice(from, Math.min(from + 1000, end === -1 ? Infinity : end));
      response.end(JSON.stringify({ jsonrpc: '2.0', id: '0', result }));
      return true;
    };
    // The transactions themselves cannot be had, but the list is kept, newest first.
    expect((await ask()).status).toBe(503);
    const store = await openStore(service.data);
    const rows = await store.selectFrom('sol_history').select('signature').orderBy('place', 'desc').execute();
    await store.destroy();
    expect(rows.map(({ signature }) => signature)).toEqual(all.map(({ signature }) => signature));
    expect(cluster.asked.filter((method) => method === 'getSignaturesForAddress')).toHaveLength(4);
  });

  test('an address without history has none, until it has one', async () => {
    expect(await history()).toEqual({
      transactions: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
    await pay(1_000_001);
    expect(amounts(await history())).toEqual(['1000001']);
  });
});

describe('which chain and whose address', () => {
  test('the hash of the genesis block names the same chain', async () => {
    await pay(1_000_001);
    expect((await ask({}, { caip2: GENESIS })).json).toEqual((await ask()).json);
  });

  test.each(['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'])(
    '%s has no endpoint here, and the answer says what to do',
    async (caip2) => {
      const sent = await ask({}, { caip2 });
      expect([sent.status, sent.json.message]).toEqual([
        501,
        expect.stringContaining('--solana-rpc solana:devnet=URL'),
      ]);
    },
  );

  test.each([
    ['an address of somebody else', () => Promise.resolve(friend.address as string)],
    [
      'a private key’s address',
      async () => (await service.createPrivateKey('CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA'])).address,
    ],
  ])('%s is refused', async (_what, addressOf) => {
    const sent = await ask({}, { address: await addressOf() });
    expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([400, 'REQUEST_INVALID', ['address']]);
    expect(cluster.asked).toEqual([]);
  });
});

describe('a node that fails', () => {
  const METHODS = ['getSignaturesForAddress', 'getTransaction', 'getBlock', 'getSignatureStatuses'];
  const WRONG = [
    null,
    {},
    [{}],
    'text',
    7,
    { value: [{ confirmationStatus: 'maybe' }] },
    [{ signature: 'x', slot: -1 }],
  ];

  test.each(METHODS)('%s answered with anything but its form: 503, and nothing is kept', async (method) => {
    await pay(1_000_001);
    for (const result of WRONG) {
      cluster.answer = (asked, response) => {
        if (asked !== method) return false;
        response.end(JSON.stringify({ jsonrpc: '2.0', id: '0', result }));
        return true;
      };
      const sent = await ask();
      expect([method, result, sent.status, sent.json.code]).toEqual([method, result, 503, 14]);
    }
    cluster.answer = undefined;
    expect(amounts(await history())).toEqual(['1000001']);
  });

  test.each([
    [
      'an error of JSON-RPC',
      (end: (text: string) => void) =>
        end('{"jsonrpc":"2.0","id":"0","error":{"code":-32005,"message":"SECRET"}}'),
    ],
    ['no JSON', (end: (text: string) => void) => end('<html>SECRET</html>')],
    ['the half of an answer', (end: (text: string) => void) => end('{"jsonrpc":"2.0","resu')],
  ])('%s: 503, and neither its words nor its address are repeated', async (_what, give) => {
    cluster.answer = (_method, response) => {
      give((text) => response.end(text));
      return true;
    };
    const sent = await ask();
    expect(sent.status).toBe(503);
    expect(sent.text).not.toContain('SECRET');
    expect(sent.text).not.toContain('127.0.0.1');
  });

  test('no node at all: 503', async () => {
    await cluster.stop();
    const sent = await ask();
    expect(sent.status).toBe(503);
    cluster = await SolanaCluster.start();
  });

  test('attack: a node that answers with another transaction than was asked for', async () => {
    await pay(1_000_001);
    const other = await pay(1_000_002);
    cluster.answer = (method, response) => {
      if (method !== 'getTransaction') return false;
      const result = {
        slot: 1000,
        meta: { err: null, fee: 5000 },
        transaction: {
          signatures: [other],
          message: {
            accountKeys: [wallet],
            header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0 },
            instructions: [],
          },
        },
      };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: '0', result }));
      return true;
    };
    expect((await ask()).status).toBe(503);
  });
});
