import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import type { NodeQuestion } from '#chains/model/node.ts';
import { NODE_NETWORKS, askNodeFor } from '#chains/node-values.ts';
import type { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { bitcoinTransfer } from '#chains/bitcoin/transfer.ts';
import { AppError } from '#protocol/error.ts';
import { OTHER, OWN, TEST_OWN, fundingOf, scriptOf } from './bitcoin/unsigned.ts';
import { problemsOf, requestOf } from './transfer-request.ts';
import { ETHEREUM_ANSWERS, type NodeAnswers } from '../fixtures/payment-node.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';

interface Asked {
  readonly name: string;
  readonly params: unknown;
}

/** A node that answers out of a table, as JSON would bring it. */
function nodeOf(answers: NodeAnswers): {
  readonly asked: Asked[];
  readonly ask: (question: NodeQuestion) => Promise<unknown>;
} {
  const asked: Asked[] = [];
  return {
    asked,
    ask: ({ name, path, body }) => {
      const { method, params } = (body ?? {}) as { method?: string; params?: unknown };
      asked.push({ name: method ?? path, params: params ?? body });
      const answer = answers[method ?? path];
      if (method === undefined)
        return answer === undefined
          ? Promise.reject(new AppError('GONE', name, ''))
          : Promise.resolve(answer);
      return Promise.resolve(
        JSON.parse(
          JSON.stringify(
            answer === undefined
              ? { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }
              : { jsonrpc: '2.0', id: 1, result: answer },
          ),
        ),
      );
    },
  };
}

const evm = (answers: NodeAnswers, network = '1') => {
  const node = nodeOf(answers);
  const type = 'TRANSACTION_TYPE_ETHEREUM' as const;
  const found = askNodeFor({ type, network, name: 'The network', address: ADDRESS }, node.ask);
  return { ...node, found };
};
const feesOf = (baseFee: string, ...rewards: string[]) => ({
  ...ETHEREUM_ANSWERS,
  eth_feeHistory: { baseFeePerGas: [baseFee], reward: rewards.map((reward) => [reward]) },
});

describe('a node of Ethereum', () => {
  it('says nonce and fees: twice the next base fee and the middle tip', async () => {
    const { found, asked } = evm(ETHEREUM_ANSWERS);
    expect(await found).toEqual({ values: { nonce: '12', maxFee: '22', tip: '2' }, remarks: [] });
    expect(asked.map(({ name }) => name).sort()).toEqual([
      'eth_chainId',
      'eth_feeHistory',
      'eth_getTransactionCount',
    ]);
    expect(asked.find(({ name }) => name === 'eth_getTransactionCount')?.params).toEqual([
      ADDRESS,
      'pending',
    ]);
    // 1.5, 0.000000001 and 3 gwei.
    expect(await evm(feesOf('0x1', '0x59682f00', '0x1', '0xb2d05e00')).found).toEqual({
      values: { nonce: '12', maxFee: '1.500000002', tip: '1.5' },
      remarks: [],
    });
  });

  it('attack: a node of another network is told nothing of the account, and fills in nothing', async () => {
    const { found, asked } = evm({ ...ETHEREUM_ANSWERS, eth_chainId: '0x2105' });
    await expect(found).rejects.toMatchObject({
      code: 'NODE_OTHER_NETWORK',
      message: expect.stringContaining('chain ID 8453') as string,
    });
    expect(asked.map(({ name }) => name)).toEqual(['eth_chainId']);
    await expect(evm(ETHEREUM_ANSWERS, '8453').found).rejects.toMatchObject({ code: 'NODE_OTHER_NETWORK' });
  });

  it('attack: fees above ten times the usual ones are said, and not filled in', async () => {
    // 143 and 143.000000001 gwei, with a tip of 14 gwei: 300 and a little more.
    const tip = '0x342770c00';
    expect((await evm(feesOf('0x214b76d600', tip)).found).values).toMatchObject({ maxFee: '300', tip: '14' });
    expect(await evm(feesOf('0x214b76d601', tip)).found).toEqual({
      values: { nonce: '12', tip: '14' },
      remarks: [{ kind: 'tooHigh', field: 'maxFee', said: '300.000000002', most: '300' }],
    });
    const { values, remarks } = await evm(feesOf('0xffffffffffffffff', '0xffffffffffffffff')).found;
    expect(values).toEqual({ nonce: '12' });
    expect(remarks).toHaveLength(2);
  });

  it('a node that doesn’t know eth_feeHistory says the nonce all the same', async () => {
    for (const answer of [undefined, null, {}, { baseFeePerGas: [] }, { baseFeePerGas: ['10'] }])
      expect(await evm({ ...ETHEREUM_ANSWERS, eth_feeHistory: answer }).found).toEqual({
        values: { nonce: '12' },
        remarks: [
          { kind: 'unanswered', field: 'maxFee' },
          { kind: 'unanswered', field: 'tip' },
        ],
      });
  });

  it.each([
    ['no number', 'twelve'],
    ['a number below zero', '-0x1'],
    ['a number in JSON', 12],
    ['a leading zero', '0x0c'],
    ['more than 64 bits', `0x1${'0'.repeat(16)}`],
    ['more than any account has sent', '0x3b9aca01'],
    ['an error', undefined],
    ['nothing', null],
  ])('attack: a nonce that is %s', async (_what, nonce) => {
    await expect(evm({ ...ETHEREUM_ANSWERS, eth_getTransactionCount: nonce }).found).rejects.toMatchObject({
      code: 'NODE_ANSWER_INVALID',
    });
  });

  it('attack: an answer to another question, or in no frame', async () => {
    for (const answer of [
      [],
      'x',
      null,
      1,
      { result: '0x1' },
      { id: 2, result: '0x1' },
      { id: '1', result: '0x1' },
    ])
      await expect(
        askNodeFor({ type: 'TRANSACTION_TYPE_ETHEREUM', network: '1', name: '', address: ADDRESS }, () =>
          Promise.resolve(answer),
        ),
      ).rejects.toMatchObject({ code: 'NODE_ANSWER_INVALID' });
  });
});

const TYPE = (chain: string) => `TRANSACTION_TYPE_${chain}` as (typeof TRANSACTION_TYPES)[number];
const askedOf = (chain: string, network: string, address: string, answers: NodeAnswers) => {
  const node = nodeOf(answers);
  return {
    ...node,
    found: askNodeFor({ type: TYPE(chain), network, name: 'The network', address }, node.ask),
  };
};

describe('nodes of Tempo, Solana and Tron', () => {
  const BLOCKHASH = '9'.repeat(44);
  const SOLANA = {
    getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    getLatestBlockhash: { context: { slot: 1 }, value: { blockhash: BLOCKHASH, lastValidBlockHeight: 2 } },
  };
  const TRON = {
    '/wallet/getblockbynum': { blockID: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc' },
    '/wallet/getnowblock': { blockID: 'ab'.repeat(32), transactions: [] },
  };

  it('say what their forms ask for, and are told no address where none is needed', async () => {
    // Tempo's gas has a price of its own: 20 gwei at first, and no tip.
    const tempo = askedOf('TEMPO', '4217', ADDRESS, {
      ...feesOf('0x4a817c800', '0x0'),
      eth_chainId: '0x1079',
    });
    expect(await tempo.found).toEqual({ values: { nonce: '12', maxFee: '40', tip: '0' }, remarks: [] });
    const solana = askedOf('SOLANA', 'mainnet', 'So1', SOLANA);
    expect(await solana.found).toEqual({ values: { blockhash: BLOCKHASH }, remarks: [] });
    const tron = askedOf('TRON', 'mainnet', 'T1', TRON);
    expect(await tron.found).toEqual({ values: { block: 'ab'.repeat(32) }, remarks: [] });
    expect(JSON.stringify([solana.asked, tron.asked])).not.toMatch(/So1|T1/u);
  });

  it('attack: nodes of a test network, and answers that are none', async () => {
    const other = { code: 'NODE_OTHER_NETWORK' };
    const invalid = { code: 'NODE_ANSWER_INVALID' };
    const devnet = { ...SOLANA, getGenesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' };
    const nile = { ...TRON, '/wallet/getblockbynum': { blockID: '00'.repeat(32) } };
    for (const [chain, answers, error] of [
      ['SOLANA', devnet, other],
      ['SOLANA', { ...SOLANA, getLatestBlockhash: { value: { blockhash: 'short' } } }, invalid],
      ['TRON', nile, other],
      ['TRON', { ...TRON, '/wallet/getblockbynum': {} }, invalid],
      ['TRON', { ...TRON, '/wallet/getnowblock': { blockID: 'ab' } }, invalid],
    ] as const) {
      const { found, asked } = askedOf(chain, 'mainnet', 'x', answers);
      await expect(found).rejects.toMatchObject(error);
      if (error === other) expect(asked).toHaveLength(1);
    }
  });
});

describe('a node of Bitcoin', () => {
  const WPKH = OWN.p2wpkh.address ?? '';
  const TAPROOT = OWN.p2tr.address ?? '';
  const script = scriptOf(OWN.p2wpkh);
  const [one, two] = [fundingOf(script, 1_000_000n, 1), fundingOf(script, 2_000_000n, 2)];
  const coin = (txid: string, value: number, confirmed = true) => ({
    txid,
    vout: 0,
    value,
    status: { confirmed },
  });
  const answers = (address: string, coins: unknown) => ({
    '/block-height/0': '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    [`/address/${address}/utxo`]: coins,
    '/fee-estimates': { '1': 20.5, '2': 12.3456, '6': 3 },
    [`/tx/${one.getId()}/hex`]: one.toHex(),
    [`/tx/${two.getId()}/hex`]: `${two.toHex()}\n`,
  });
  const TWO = [coin(one.getId(), 1_000_000), coin(two.getId(), 2_000_000)];

  it('says coins, rate, and the transactions that prove the amounts: the form takes them as they are', async () => {
    const { found } = askedOf('BITCOIN', 'bitcoin', WPKH, answers(WPKH, TWO));
    const { values, remarks } = await found;
    expect(values).toEqual({
      coins: `${one.getId()}:0 0.01000000\n${two.getId()}:0 0.02000000`,
      rate: '12.346',
      previous: `${one.toHex()}\n${two.toHex()}`,
    });
    expect(remarks).toEqual([]);
    const payment = { to: OTHER.p2wpkh.address ?? '', amount: '0.02', values };
    expect(problemsOf(bitcoinTransfer, requestOf(bitcoinTransfer, WPKH, payment))).toEqual([]);
    // Taproot's signature covers every amount, and one coin of segwit's its own.
    for (const [address, coins] of [
      [TAPROOT, TWO],
      [WPKH, TWO.slice(0, 1)],
    ] as const) {
      const { asked } = askedOf('BITCOIN', 'bitcoin', address, answers(address, coins));
      await expect.poll(() => asked.length).toBe(3);
      expect(asked.map(({ name }) => name).filter((name) => name.startsWith('/tx/'))).toEqual([]);
    }
  });

  it('leaves out coins that are in no block, and says so', async () => {
    const coins = [TWO[0], coin(two.getId(), 5, false)];
    expect((await askedOf('BITCOIN', 'bitcoin', WPKH, answers(WPKH, coins)).found).remarks).toEqual([
      { kind: 'unconfirmed', count: 1 },
    ]);
    const none = await askedOf('BITCOIN', 'bitcoin', WPKH, answers(WPKH, [])).found;
    expect(none).toEqual({ values: { rate: '12.346' }, remarks: [{ kind: 'noCoins' }] });
  });

  it('attack: a claimed amount is refused by the coin’s transaction when the payment is built', async () => {
    const lie = [coin(one.getId(), 9_000_000), TWO[1]];
    const { values } = await askedOf('BITCOIN', 'bitcoin', WPKH, answers(WPKH, lie)).found;
    const payment = { to: OTHER.p2wpkh.address ?? '', amount: '0.02', values };
    expect(problemsOf(bitcoinTransfer, requestOf(bitcoinTransfer, WPKH, payment))).toEqual([
      'coins: TRANSFER_COINS_INVALID',
    ]);
  });

  it('attack: another network, another transaction, more than 50 of them, a rate above 200 sat/vB', async () => {
    const healthy = answers(WPKH, TWO);
    const testnet = '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943';
    const other = askedOf('BITCOIN', 'bitcoin', WPKH, { ...healthy, '/block-height/0': testnet });
    await expect(other.found).rejects.toMatchObject({ code: 'NODE_OTHER_NETWORK' });
    expect(other.asked).toHaveLength(1);
    const mainnet = askedOf('BITCOIN', 'bitcoin', TEST_OWN.p2wpkh.address ?? '', healthy);
    await expect(mainnet.found).rejects.toMatchObject({ code: 'NODE_OTHER_NETWORK' });
    for (const hex of [two.toHex(), 'zz', '', '00'.repeat(70)]) {
      const path = `/tx/${one.getId()}/hex`;
      const { found } = askedOf('BITCOIN', 'bitcoin', WPKH, { ...healthy, [path]: hex });
      await expect(found).rejects.toMatchObject({ code: 'NODE_ANSWER_INVALID' });
    }
    const many = Array.from({ length: 51 }, (_, at) => coin(at.toString(16).padStart(64, '0'), 1_000));
    const { found, asked } = askedOf('BITCOIN', 'bitcoin', WPKH, {
      ...answers(WPKH, many),
      '/fee-estimates': { '2': 200.001 },
    });
    expect((await found).remarks).toEqual([
      { kind: 'tooHigh', field: 'rate', said: '200.001', most: '200' },
      { kind: 'tooMuch', field: 'previous' },
    ]);
    expect(asked).toHaveLength(3);
    for (const coins of [
      {},
      [coin('zz', 1)],
      [coin(one.getId(), 0)],
      [coin(one.getId(), 1.5)],
      [coin(one.getId(), 3e15)],
    ])
      await expect(askedOf('BITCOIN', 'bitcoin', WPKH, answers(WPKH, coins)).found).rejects.toMatchObject({
        code: 'NODE_ANSWER_INVALID',
      });
  });
});

describe('nodes of every chain', () => {
  it('have a network of the chain’s form', () => {
    for (const { type, network, name } of NODE_NETWORKS)
      expect(chainOf(type).transfer.networks).toContainEqual({ id: network, name });
  });

  it('attack: whatever is answered is refused, or becomes fields of the form alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...NODE_NETWORKS),
        fc.array(fc.oneof(fc.jsonValue(), fc.string(), fc.constant('0x1')), { minLength: 1 }),
        fc.boolean(),
        async (place, answers, isFramed) => {
          let at = 0;
          const ask = (): Promise<unknown> => {
            const result = answers[at++ % answers.length];
            return Promise.resolve(isFramed ? { jsonrpc: '2.0', id: 1, result } : result);
          };
          const names = chainOf(place.type).transfer.fields.map(({ name }) => name);
          try {
            const address = place.type === 'TRANSACTION_TYPE_BITCOIN' ? (OWN.p2wpkh.address ?? '') : ADDRESS;
            const { values } = await askNodeFor({ ...place, address }, ask);
            for (const [name, value] of Object.entries(values)) {
              expect(names).toContain(name);
              expect(typeof value).toBe('string');
            }
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
