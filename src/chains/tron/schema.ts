import type { FieldSchema, MessageSchema } from './protobuf.ts';

const integer = (name: string): FieldSchema => ({ name, kind: 'integer' });
const bytes = (name: string): FieldSchema => ({ name, kind: 'bytes' });
const message = (name: string, of: MessageSchema): FieldSchema => ({ name, kind: 'message', of });
const many = (name: string, of: MessageSchema, most = Infinity): FieldSchema => ({
  name,
  kind: 'message',
  of,
  repeated: true,
  most,
});

// Tron's protocol buffers (java-tron, protocol/src/main/protos/core): Tron.proto and contract/*.proto.

const any: MessageSchema = { 1: bytes('type_url'), 2: bytes('value') };
const contract: MessageSchema = {
  1: integer('type'),
  2: message('parameter', any),
  3: bytes('provider'),
  4: bytes('ContractName'),
  5: integer('Permission_id'),
};
const authority: MessageSchema = {
  1: message('account', { 1: bytes('name'), 2: bytes('address') }),
  2: bytes('permission_name'),
};

/** `Transaction.raw`: what is signed. */
export const RAW: MessageSchema = {
  1: bytes('ref_block_bytes'),
  3: integer('ref_block_num'),
  4: bytes('ref_block_hash'),
  8: integer('expiration'),
  9: many('auths', authority),
  10: bytes('data'),
  11: many('contract', contract),
  12: bytes('scripts'),
  14: integer('timestamp'),
  18: integer('fee_limit'),
};

/** `Transaction`: the raw data with its signatures. */
export const TRANSACTION: MessageSchema = {
  1: message('raw_data', RAW),
  2: { name: 'signature', kind: 'bytes', repeated: true },
};

const owner = bytes('owner_address');
// What java-tron takes (AccountPermissionUpdateActuator): keys of a permission, and active permissions.
const [MOST_KEYS, MOST_ACTIVES] = [5, 8];
const permission: MessageSchema = {
  1: integer('type'),
  2: integer('id'),
  3: bytes('permission_name'),
  4: integer('threshold'),
  5: integer('parent_id'),
  6: bytes('operations'),
  7: many('keys', { 1: bytes('address'), 2: integer('weight') }, MOST_KEYS),
};
const parameter: MessageSchema = { 1: integer('indexed'), 2: bytes('name'), 3: bytes('type') };
const smartContract: MessageSchema = {
  1: bytes('origin_address'),
  2: bytes('contract_address'),
  3: message('abi', {
    1: many('entrys', {
      1: integer('anonymous'),
      2: integer('constant'),
      3: bytes('name'),
      4: many('inputs', parameter),
      5: many('outputs', parameter),
      6: integer('type'),
      7: integer('payable'),
      8: integer('stateMutability'),
    }),
  }),
  4: bytes('bytecode'),
  5: integer('call_value'),
  6: integer('consume_user_resource_percent'),
  7: bytes('name'),
  8: integer('origin_energy_limit'),
  9: bytes('code_hash'),
  10: bytes('trx_hash'),
  11: integer('version'),
};

/** The contracts that are read, by the number of their type: the name in the type URL, and the message. */
export const CONTRACTS = {
  0: ['AccountCreateContract', { 1: owner, 2: bytes('account_address'), 3: integer('type') }],
  1: ['TransferContract', { 1: owner, 2: bytes('to_address'), 3: integer('amount') }],
  2: [
    'TransferAssetContract',
    { 1: bytes('asset_name'), 2: owner, 3: bytes('to_address'), 4: integer('amount') },
  ],
  4: [
    'VoteWitnessContract',
    {
      1: owner,
      2: many('votes', { 1: bytes('vote_address'), 2: integer('vote_count') }),
      3: integer('support'),
    },
  ],
  10: ['AccountUpdateContract', { 1: bytes('account_name'), 2: owner }],
  11: [
    'FreezeBalanceContract',
    {
      1: owner,
      2: integer('frozen_balance'),
      3: integer('frozen_duration'),
      10: integer('resource'),
      15: bytes('receiver_address'),
    },
  ],
  12: ['UnfreezeBalanceContract', { 1: owner, 10: integer('resource'), 15: bytes('receiver_address') }],
  13: ['WithdrawBalanceContract', { 1: owner }],
  30: [
    'CreateSmartContract',
    {
      1: owner,
      2: message('new_contract', smartContract),
      3: integer('call_token_value'),
      4: integer('token_id'),
    },
  ],
  31: [
    'TriggerSmartContract',
    {
      1: owner,
      2: bytes('contract_address'),
      3: integer('call_value'),
      4: bytes('data'),
      5: integer('call_token_value'),
      6: integer('token_id'),
    },
  ],
  46: [
    'AccountPermissionUpdateContract',
    {
      1: owner,
      2: message('owner', permission),
      3: message('witness', permission),
      4: many('actives', permission, MOST_ACTIVES),
    },
  ],
  54: ['FreezeBalanceV2Contract', { 1: owner, 2: integer('frozen_balance'), 3: integer('resource') }],
  55: ['UnfreezeBalanceV2Contract', { 1: owner, 2: integer('unfreeze_balance'), 3: integer('resource') }],
  56: ['WithdrawExpireUnfreezeContract', { 1: owner }],
  57: [
    'DelegateResourceContract',
    {
      1: owner,
      2: integer('resource'),
      3: integer('balance'),
      4: bytes('receiver_address'),
      5: integer('lock'),
      6: integer('lock_period'),
    },
  ],
  58: [
    'UnDelegateResourceContract',
    { 1: owner, 2: integer('resource'), 3: integer('balance'), 4: bytes('receiver_address') },
  ],
  59: ['CancelAllUnfreezeV2Contract', { 1: owner }],
} as const satisfies Readonly<Record<number, readonly [string, MessageSchema]>>;
export type KnownContract = (typeof CONTRACTS)[keyof typeof CONTRACTS][0];

/** The names of types that exist and are not read. */
export const OTHER_CONTRACTS: Readonly<Record<number, string>> = {
  3: 'VoteAssetContract',
  5: 'WitnessCreateContract',
  6: 'AssetIssueContract',
  8: 'WitnessUpdateContract',
  9: 'ParticipateAssetIssueContract',
  14: 'UnfreezeAssetContract',
  15: 'UpdateAssetContract',
  16: 'ProposalCreateContract',
  17: 'ProposalApproveContract',
  18: 'ProposalDeleteContract',
  19: 'SetAccountIdContract',
  33: 'UpdateSettingContract',
  41: 'ExchangeCreateContract',
  42: 'ExchangeInjectContract',
  43: 'ExchangeWithdrawContract',
  44: 'ExchangeTransactionContract',
  45: 'UpdateEnergyLimitContract',
  48: 'ClearABIContract',
  49: 'UpdateBrokerageContract',
  51: 'ShieldedTransferContract',
  52: 'MarketSellAssetContract',
  53: 'MarketCancelOrderContract',
};
