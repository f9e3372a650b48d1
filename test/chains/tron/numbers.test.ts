import { Interface } from 'ethers';
import { describe, expect, it } from 'vitest';
import { sentenceText } from '#chains/model/decoded.ts';
import { readTron } from '#chains/tron/read-tron.ts';
import { OWNER, RECEIVER, tronRaw } from './unsigned.ts';

const USDT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const evm = (hex: string): string => `0x${hex.slice(2)}`;
const abi = new Interface([
  'function multicall(bytes[] data)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function disperseEther(address[] recipients, uint256[] values)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
]);
const call = (data: string, value = 0, contract = RECEIVER.hex) =>
  readTron(
    tronRaw('TriggerSmartContract', {
      owner_address: OWNER.hex,
      contract_address: contract,
      data: data.replace(/^0x/, ''),
      ...(value === 0 ? {} : { call_value: value }),
    }),
    { address: OWNER.text },
  );
const all = (reading: ReturnType<typeof readTron>): string =>
  [sentenceText(reading.sentence), JSON.stringify(reading.actions), JSON.stringify(reading.warnings)].join(
    ' ',
  );
const SUN_100_000 = 100_000_000_000;

describe('TRX have six decimals, also inside calls', () => {
  it('attack: 100,000 TRX shown as 0.0000001 TRX', () => {
    const payout = abi.encodeFunctionData('disperseEther', [[evm(OWNER.hex)], [BigInt(SUN_100_000)]]);
    const unwrap = abi.encodeFunctionData('unwrapWETH9', [BigInt(SUN_100_000), evm(RECEIVER.hex)]);
    const inner = abi.encodeFunctionData('aggregate3Value', [
      [[evm(RECEIVER.hex), false, BigInt(SUN_100_000), '0x']],
    ]);
    for (const data of [payout, unwrap, inner]) {
      const text = all(call(data, SUN_100_000));
      expect(text).toContain('100,000 TRX');
      expect(text).not.toContain('0.0000001');
    }
  });

  it('says what goes along once, and counts it', () => {
    const reading = call(abi.encodeFunctionData('multicall', [[]]), 1_500_000);
    expect(sentenceText(reading.sentence).match(/1\.5 TRX/g)).toHaveLength(1);
    expect(reading.totals?.assets).toEqual([
      { asset: { symbol: 'TRX', decimals: 6 }, out: '1500000', in: '0' },
    ]);
  });

  it('attack: coins go along with a call that nobody can read', () => {
    const unknown = call('0xdeadbeef', SUN_100_000);
    expect(unknown.warnings.find(({ code }) => code === 'VALUE_WITH_UNKNOWN_CALL')?.text).toContain(
      '100,000 TRX',
    );
  });
});

describe('TRX that are sent to a token', () => {
  const codes = ({ warnings }: ReturnType<typeof readTron>) => warnings.map(({ code }) => code);

  it('attack: with a call, without data, and as a plain transfer', () => {
    const transfer = abi.encodeFunctionData('transfer', [evm(RECEIVER.hex), 5n]);
    expect(codes(call(transfer, 5, USDT))).toContain('VALUE_TO_TOKEN');
    expect(codes(call('', 5, USDT))).toContain('VALUE_TO_TOKEN');
    expect(codes(call(transfer, 0, USDT))).not.toContain('VALUE_TO_TOKEN');
    const plain = (to: string) =>
      readTron(tronRaw('TransferContract', { owner_address: OWNER.hex, to_address: to, amount: 5 }));
    expect(codes(plain(USDT))).toContain('VALUE_TO_TOKEN');
    expect(codes(plain(RECEIVER.hex))).not.toContain('VALUE_TO_TOKEN');
  });
});

describe('who gains', () => {
  it('attack: the key that may act for the account from now on is in the sentence', () => {
    const hex = tronRaw('AccountPermissionUpdateContract', {
      owner_address: OWNER.hex,
      owner: {
        type: 0,
        permission_name: 'owner',
        threshold: 1,
        keys: [
          { address: OWNER.hex, weight: 1 },
          { address: RECEIVER.hex, weight: 1 },
        ],
      },
      actives: [],
    });
    expect(sentenceText(readTron(hex).sentence)).toBe(
      `Replace who may act for this account: owner ${RECEIVER.text}`,
    );
  });
});
