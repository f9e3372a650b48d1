import { Interface, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import type { TransactionType } from '../../../src/protocol/catalogue/sign-transaction.ts';
import { chainOf } from '../../../src/protocol/chains/chains.ts';
import { feeOf, paymentsOf } from '../../../src/protocol/chains/payments.ts';
import { quantityText } from '../../../src/protocol/chains/quantity.ts';
import { addressOf, unsignedTransfer } from '../../fixtures/batch-files.ts';
import solanaVectors from '../../vectors/solana/web3js.json' with { type: 'json' };
import { OTHER, OWN, psbtOf, PUBLIC_KEY, scriptOf } from './bitcoin/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from './tron/unsigned.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const token = new Interface([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
]);

const call = (to: string, data: string, value = 0n): string =>
  Transaction.from({
    type: 2,
    to,
    data,
    value,
    chainId: 1,
    nonce: 0,
    gasLimit: 90_000,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
  }).unsignedSerialized;

const read = (type: TransactionType, unsigned: string, signer?: { address: string; publicKey?: string }) =>
  chainOf(type).read(unsigned, signer);
const said = (reading: Parameters<typeof paymentsOf>[0]): string[] =>
  paymentsOf(reading).map(({ amount, unit, to }) => `${quantityText(amount, unit)} to ${to}`);

describe('what a transaction pays', () => {
  it('is the coins of an Ethereum transfer, and what it costs at most', () => {
    const reading = read('TRANSACTION_TYPE_ETHEREUM', unsignedTransfer({ wei: 1_500_000_000_000_000_001n }));
    expect(said(reading)).toEqual([`1.500000000000000001 ETH to ${addressOf(0)}`]);
    const fee = feeOf(reading);
    expect(fee && quantityText(fee, fee.unit)).toBe('0.00063 ETH');
  });

  it('is the tokens of a token transfer, not the contract’s coins', () => {
    const data = token.encodeFunctionData('transfer', [addressOf(1), 2_500_000n]);
    expect(said(read('TRANSACTION_TYPE_ETHEREUM', call(USDC, data)))).toEqual([
      `2.5 USDC to ${addressOf(1)}`,
    ]);
  });

  it('names an unknown token by its contract: its atomic units are nobody else’s', () => {
    const data = token.encodeFunctionData('transfer', [addressOf(1), 7n]);
    const [payment] = paymentsOf(read('TRANSACTION_TYPE_ETHEREUM', call(addressOf(9), data)));
    expect(payment).toMatchObject({ unit: 'atomic units', amount: { atoms: 7n, decimals: 0 } });
    expect(payment?.token?.toLowerCase()).toBe(addressOf(9));
  });

  it('is nothing for an allowance, and nothing for a call without coins', () => {
    const data = token.encodeFunctionData('approve', [addressOf(1), 5n]);
    expect(said(read('TRANSACTION_TYPE_ETHEREUM', call(USDC, data)))).toEqual([]);
    expect(said(read('TRANSACTION_TYPE_ETHEREUM', call(addressOf(3), '0x12345678')))).toEqual([]);
  });

  it('is every lamport of the Solana vectors that are one transfer', () => {
    const transfers = solanaVectors.filter(
      ({ instructions }) => instructions.length === 1 && instructions[0]?.id === 'system.transfer',
    );
    expect(transfers.length).toBeGreaterThan(0);
    for (const { transaction, instructions } of transfers) {
      const [payment, ...others] = paymentsOf(read('TRANSACTION_TYPE_SOLANA', transaction));
      expect(others).toEqual([]);
      const { atoms = -1n, decimals = 0 } = payment?.amount ?? {};
      const lamports = (instructions[0]?.fields as { lamports?: string } | undefined)?.lamports;
      expect(String(atoms * 10n ** BigInt(9 - decimals))).toBe(lamports);
    }
  });

  it('is the TRX of a Tron transfer', () => {
    const value = { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1_500_000 };
    expect(said(read('TRANSACTION_TYPE_TRON', tronRaw('TransferContract', value)))).toEqual([
      `1.5 TRX to ${RECEIVER.text}`,
    ]);
  });

  it('is what leaves a Bitcoin key, without its change and its fee', () => {
    const psbt = psbtOf({
      outputs: [
        { to: scriptOf(OTHER.p2wpkh), amount: 300_000n },
        { to: scriptOf(OTHER.p2tr), amount: 100_000n },
        { to: scriptOf(OWN.p2wpkh), amount: 550_000n },
      ],
    });
    const signer = { address: OWN.p2wpkh.address ?? '', publicKey: PUBLIC_KEY };
    expect(said(read('TRANSACTION_TYPE_BITCOIN', psbt.toHex(), signer))).toEqual([
      `0.003 BTC to ${OTHER.p2wpkh.address ?? ''}`,
      `0.001 BTC to ${OTHER.p2tr.address ?? ''}`,
    ]);
  });
});
