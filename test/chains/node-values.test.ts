import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import type { NodeQuestion } from '#chains/model/node.ts';
import { NODE_NETWORKS, askNodeFor } from '#chains/node-values.ts';
import { AppError } from '#protocol/error.ts';
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
            const { values } = await askNodeFor({ ...place, address: ADDRESS }, ask);
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
