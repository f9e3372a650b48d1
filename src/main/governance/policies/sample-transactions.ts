import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { HexText, type Struct } from '#protocol/policies/value.ts';

/** Larger than any amount that exists. */
const HUGE = 10n ** 30n;
const address = (digits: string): HexText => new HexText(`0x${digits.repeat(20)}`);
/** `transfer(address,uint256)` of a token. */
const TOKEN_TRANSFER = new HexText(`0xa9059cbb${'0'.repeat(24)}${'5e'.repeat(20)}${'f'.repeat(64)}`);

const ethereum = (fields: Struct): Struct => ({
  eth: {
    tx: {
      ...{ type: 'TYPE_2', from: address('5b'), to: address('5e'), data: new HexText('0x'), chain_id: 1n },
      ...{ value: 10n ** 18n, nonce: 7n, gas: 21_000n, gas_price: 10n ** 10n },
      ...{ max_fee_per_gas: 10n ** 10n, max_priority_fee_per_gas: 10n ** 9n },
      ...fields,
    },
  },
});
const ETHEREUM = [
  ethereum({ value: 0n, data: TOKEN_TRANSFER }),
  ethereum({}),
  ethereum({ value: HUGE, chain_id: 5_318_008n, gas: HUGE, gas_price: HUGE, max_fee_per_gas: HUGE }),
  ethereum({ type: 'LEGACY', max_fee_per_gas: undefined, max_priority_fee_per_gas: undefined }),
  ethereum({ to: new HexText(''), data: new HexText('0x6080604052') }),
];

const KEY = 'SamPLe1111111111111111111111111111111111111';
const solana = (fields: Struct): Struct => ({
  solana: {
    tx: {
      ...{ account_keys: [KEY], program_keys: [KEY], recent_blockhash: KEY, address_table_lookups: [] },
      ...{ instructions: [], transfers: [], spl_transfers: [] },
      ...fields,
    },
  },
});
const splTransfer = (amount: bigint, mint: string | undefined): Struct => ({
  ...{ from: KEY, to: KEY, amount, owner: KEY, signers: [], token_mint: mint },
});
const SOLANA = [
  solana({
    instructions: [
      {
        program_key: KEY,
        accounts: [{ account_key: KEY, signer: true, writable: true }],
        instruction_data_hex: new HexText('0200000000ca9a3b00000000'),
        address_table_lookups: [],
      },
    ],
    transfers: [{ from: KEY, to: KEY, amount: 10n ** 9n }],
  }),
  solana({ transfers: [{ from: KEY, to: KEY, amount: HUGE }] }),
  solana({ spl_transfers: [splTransfer(1n, KEY)] }),
  solana({ spl_transfers: [splTransfer(HUGE, undefined)] }),
];

const tron = (contract: Struct): Struct => ({
  tron: {
    tx: {
      ...{ ref_block_bytes: '5b9f', ref_block_hash: '5b9f7e2c0d1a4c3e', data: '', fee_limit: 10n ** 8n },
      ...{ expiration: 1_800_000_000_000n, timestamp: 1_799_999_000_000n },
      contract: [{ permission_id: 0n, owner_address: 'TSampleOwner', ...contract }],
    },
  },
});
const transfer = (amount: bigint): Struct => ({
  ...{ type: 'TransferContract', to_address: 'TSampleReceiver', amount },
});
const TRON = [
  tron(transfer(1n)),
  tron(transfer(HUGE)),
  tron({
    ...{ type: 'TriggerSmartContract', contract_address: 'TSampleToken', call_value: 0n },
    data: new HexText('a9059cbb'),
  }),
];

const output = (value: bigint, to: string | undefined): Struct => ({
  ...{ value, script_pubkey: new HexText('6a'), address: to },
});
const bitcoin = (outputs: readonly Struct[], fee: bigint): Struct => ({
  bitcoin: {
    tx: {
      ...{ version: '2', fee, outputs, locktime: { amount: 0n, type: 'Blocks' } },
      inputs: [{ tx_id: '5b'.repeat(32), vout: 0n, sequence: 0xfffffffdn }],
    },
  },
});
const BITCOIN = [
  bitcoin([output(100_000n, 'bc1qsample')], 1_000n),
  bitcoin([output(HUGE, 'bc1qsample')], HUGE),
  bitcoin([output(100_000n, 'bc1qsample'), output(0n, undefined)], 1_000n),
];

const tempo = (calls: readonly Struct[]): Struct => ({
  tempo: {
    tx: {
      ...{ chain_id: 4217n, from: address('5b'), nonce: 7n, gas_limit: HUGE, fee_token: address('5f') },
      ...{ max_fee_per_gas: HUGE, max_priority_fee_per_gas: HUGE, valid_before: HUGE, valid_after: 0n },
      calls,
    },
  },
});
const call = (input: HexText, selector: string): Struct => ({
  ...{ to: address('5e'), input, function_signature: new HexText(selector) },
});
const TEMPO = [
  tempo([call(TOKEN_TRANSFER, '0xa9059cbb')]),
  tempo([call(new HexText('0x'), '')]),
  tempo([call(TOKEN_TRANSFER, '0xa9059cbb'), call(new HexText('0x'), '')]),
];

/**
 * Transactions of each chain as conditions see them; small and large, with and without what is left out at times. A chain
 * that is left out does not compile.
 */
export const SAMPLE_TRANSACTIONS: Readonly<Record<TransactionType, readonly Struct[]>> = {
  TRANSACTION_TYPE_ETHEREUM: ETHEREUM,
  TRANSACTION_TYPE_SOLANA: SOLANA,
  TRANSACTION_TYPE_TRON: TRON,
  TRANSACTION_TYPE_BITCOIN: BITCOIN,
  TRANSACTION_TYPE_TEMPO: TEMPO,
};
