import { BOOLEAN, INTEGER, STRING, TIMESTAMP, type Type, UNKNOWN, listOf, mapOf, struct } from './types.ts';

const lookups = listOf(
  struct('AddressTableLookup', {
    address_table_key: STRING,
    writable_indexes: listOf(INTEGER),
    readonly_indexes: listOf(INTEGER),
  }),
);
const solana = struct('SolanaTransaction', {
  account_keys: listOf(STRING),
  program_keys: listOf(STRING),
  recent_blockhash: STRING,
  instructions: listOf(
    struct('Instruction', {
      program_key: STRING,
      accounts: listOf(struct('Account', { account_key: STRING, signer: BOOLEAN, writable: BOOLEAN })),
      instruction_data_hex: STRING,
      address_table_lookups: lookups,
    }),
  ),
  transfers: listOf(struct('Transfer', { from: STRING, to: STRING, amount: INTEGER })),
  spl_transfers: listOf(
    struct('SPLTransfer', {
      from: STRING,
      to: STRING,
      amount: INTEGER,
      owner: STRING,
      signers: listOf(STRING),
      token_mint: STRING,
    }),
  ),
  address_table_lookups: lookups,
});

const permission = struct('TronPermission', {
  type: STRING,
  id: INTEGER,
  permission_name: STRING,
  threshold: INTEGER,
  parent_id: INTEGER,
  operations: STRING,
  keys: listOf(struct('TronKey', { address: STRING, weight: INTEGER })),
});
const tron = struct('TronTransaction', {
  ref_block_bytes: STRING,
  ref_block_hash: STRING,
  expiration: INTEGER,
  timestamp: INTEGER,
  data: STRING,
  fee_limit: INTEGER,
  contract: listOf(
    struct('TronContract', {
      type: STRING,
      permission_id: INTEGER,
      owner_address: STRING,
      to_address: STRING,
      amount: INTEGER,
      contract_address: STRING,
      call_value: INTEGER,
      data: STRING,
      call_token_value: INTEGER,
      token_id: INTEGER,
      resource: STRING,
      balance: INTEGER,
      receiver_address: STRING,
      lock: BOOLEAN,
      lock_period: INTEGER,
      frozen_balance: INTEGER,
      unfreeze_balance: INTEGER,
      owner: permission,
      witness: permission,
      actives: listOf(permission),
    }),
  ),
});

const bitcoin = struct('BitcoinTransaction', {
  version: STRING,
  inputs: listOf(struct('BitcoinTxInput', { tx_id: STRING, vout: INTEGER, sequence: INTEGER })),
  outputs: listOf(struct('BitcoinTxOutput', { value: INTEGER, script_pubkey: STRING, address: STRING })),
  locktime: struct('BitcoinTxLocktime', { amount: INTEGER, type: STRING }),
  fee: INTEGER,
});

const tempo = struct('TempoTransaction', {
  chain_id: INTEGER,
  from: STRING,
  nonce: INTEGER,
  gas_limit: INTEGER,
  max_fee_per_gas: INTEGER,
  max_priority_fee_per_gas: INTEGER,
  fee_token: STRING,
  valid_before: INTEGER,
  valid_after: INTEGER,
  calls: listOf(struct('TempoCall', { to: STRING, input: STRING, function_signature: STRING })),
});

const ethereum = struct('EthereumTransaction', {
  type: STRING,
  from: STRING,
  to: STRING,
  data: STRING,
  value: INTEGER,
  chain_id: INTEGER,
  nonce: INTEGER,
  gas: INTEGER,
  gas_price: INTEGER,
  max_fee_per_gas: INTEGER,
  max_priority_fee_per_gas: INTEGER,
  max_fee_per_blob_gas: INTEGER,
});

/** What conditions see of a transaction, by chain (the published language's table of structs). */
const TRANSACTION_KEYWORDS = [
  ['eth', struct('Ethereum', { tx: ethereum })],
  ['solana', struct('Solana', { tx: solana })],
  ['tron', struct('Tron', { tx: tron })],
  ['bitcoin', struct('Bitcoin', { tx: bitcoin })],
  ['tempo', struct('Tempo', { tx: tempo })],
] as const;

/** The names that an expression may use, with their types. */
export type Keywords = ReadonlyMap<string, Type>;

const user = struct('User', { id: STRING, tags: listOf(STRING), email: STRING, alias: STRING });
const credential = struct('Credential', {
  id: STRING,
  user_id: STRING,
  type: STRING,
  credential_id: STRING,
  public_key: STRING,
});
const activity = struct('Activity', {
  type: STRING,
  kind: STRING,
  resource: STRING,
  action: STRING,
  params: UNKNOWN,
});
const wallet = struct('Wallet', { id: STRING, imported: BOOLEAN, exported: BOOLEAN, label: STRING });
const privateKey = struct('PrivateKey', {
  id: STRING,
  tags: listOf(STRING),
  imported: BOOLEAN,
  exported: BOOLEAN,
  label: STRING,
});
const time = struct('Time', { now: TIMESTAMP });

/** What `consensus` may use (PROTOCOL.md, section 6.6). */
export const CONSENSUS_KEYWORDS: Keywords = new Map([
  ['approvers', listOf(user)],
  ['credentials', listOf(credential)],
]);

/** What `condition` may use (PROTOCOL.md, section 6.6; docs/policies.md says which part of it). */
export const CONDITION_KEYWORDS: Keywords = new Map([
  ['activity', activity],
  ...TRANSACTION_KEYWORDS,
  ['wallet', wallet],
  ['private_key', privateKey],
  ['wallet_account', struct('WalletAccount', { address: STRING })],
  ['secret', struct('Secret', { id: STRING, name: STRING, static_properties: mapOf(STRING) })],
  ['time', time],
]);

/** What `time`, the policy's own period of validity, may use. */
export const TIME_KEYWORDS: Keywords = new Map([['time', time]]);
