import { describe, expect, it } from 'vitest';
import type { ContractCall } from '#chains/ethereum/call.ts';
import { describeCall } from '#chains/ethereum/descriptions/describe-call.ts';
import { address, amountOf, number, token, until } from '#chains/ethereum/descriptions/formats.ts';
import { parseAddress } from '#chains/ethereum/address.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { fromHex } from '#protocol/encoding.ts';
import { encode, OTHER, STRANGE, USDC } from '../unsigned.ts';

const ORDER = 'place((address token, uint256 amount) order, uint256 end, uint256 nonce)';
const ARGUMENTS = [{ token: USDC, amount: 5_000_000n }, 1_800_000_000n, 7n] as const;

const call = (data: string): ContractCall => ({
  chainId: 1n,
  network: { name: 'Ethereum mainnet', unit: 'ETH', known: true },
  from: null,
  to: parseAddress(STRANGE),
  value: 0n,
  data: fromHex(data.slice(2)),
  offset: 1000,
  readInner: () => {
    throw new Error('Nothing is inside.');
  },
});

describe('a described call', () => {
  const reader = describeCall(ORDER, {
    id: 'test.place',
    title: 'Order',
    sentence: 'Sell {order.amount} at {@to}, number {nonce}',
    fields: {
      'order.token': ['Token', token],
      'order.amount': ['Amount', amountOf('order.token')],
      end: ['Valid until', until],
      nonce: [null, number],
    },
  });

  it('says its values by their names, members of tuples too', () => {
    const told = reader.read(call(encode(ORDER, ...ARGUMENTS)));
    expect(sentenceText(told?.sentence ?? [])).toBe(`Sell 5.00 USDC at ${STRANGE}, number 7`);
    expect(told?.facts.map(({ label, ranges }) => [label, ranges])).toEqual([
      ['Token', [[1016, 1036]]],
      ['Amount', [[1036, 1068]]],
      ['Valid until', [[1068, 1100]]],
    ]);
    expect(told?.deadline).toBe(1_800_000_000n);
    expect(told?.warnings).toEqual([]);
  });

  it('is not read where its data is anything else than its encoding', () => {
    expect(reader.read(call(`${encode(ORDER, ...ARGUMENTS)}00`))).toBeNull();
    expect(reader.signature).toBe(ORDER);
  });

  it('cannot say what has no field', () => {
    const wrong = describeCall('burn(address from)', {
      id: 'test.burn',
      title: 'Burning',
      sentence: 'Burn what {form} has',
      fields: { from: ['From', address] },
    });
    expect(() => wrong.read(call(encode('burn(address)', OTHER)))).toThrow(/form, which has no field/);
  });
});
