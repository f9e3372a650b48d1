import { ACCOUNT, type Bond, type CallReader, OWN, TOKEN, at, promisedAt } from '../model/call.ts';
import { AUTHORIZED_TRANSFER_CALLS } from './authorized-transfers.ts';
import { BRIDGING_CALLS } from './bridging.ts';
import { COLLECTIBLE_CALLS } from './collectibles.ts';
import { CONTROL_CALLS } from './control.ts';
import { PROXY_CALLS } from './proxies.ts';
import { ERC20_CALLS } from './erc20.ts';
import { MINTING_CALLS } from './minting.ts';
import { ACCOUNT_CALLS, MODULAR_ACCOUNT_CALLS } from './accounts.ts';
import { BATCH_CALLS, MULTICALL3_CALLS, MULTI_SEND_CALLS } from './batches.ts';
import { PAYOUT_CALLS } from './payments.ts';
import { PERMIT_CALLS, SELF_PERMIT_CALLS } from './permits.ts';
import { PERMIT2_TRANSFER_CALLS } from './permit2-transfers.ts';
import { PERMIT2_CALLS } from './permit2.ts';
import { POSITION_MANAGER_V3_CALLS } from './position-manager-v3.ts';
import { POSITION_MANAGER_V4_CALLS } from './position-manager-v4.ts';
import { ROUTER_SWEEP_CALLS } from './router-payments.ts';
import { SAFE_CALLS, SAFE_OWNER_CALLS } from './safe.ts';
import { STAKING_CALLS } from './staking.ts';
import { SECOND_ROUTER_CALLS, SWAP_V2_CALLS, SWAP_V3_CALLS } from './swaps.ts';
import { UNIVERSAL_ROUTER_CALLS } from './universal-router.ts';
import { USER_OPERATION_CALLS } from './user-operations.ts';
import { VAULT_CALLS } from './vaults.ts';
import { WRAPPING_CALLS } from './wrapping.ts';

/** Readers by their selector. */
export type CallTable = ReadonlyMap<string, CallReader>;

const bound = (bond: Bond, readers: readonly CallReader[]): CallReader[] =>
  readers.map((reader) => ({ ...reader, bond }));

const V3 = ['router-v3', 'positions-v3'] as const;

/** Every reader that is built in, each bound to the contracts whose calls it may tell. */
const ALL: readonly CallReader[] = [
  ...bound(TOKEN, [
    ...ERC20_CALLS,
    ...COLLECTIBLE_CALLS,
    ...MINTING_CALLS,
    ...PERMIT_CALLS,
    ...AUTHORIZED_TRANSFER_CALLS,
  ]),
  ...bound(promisedAt('token'), VAULT_CALLS),
  ...bound(OWN, [...CONTROL_CALLS, ...PROXY_CALLS, ...SAFE_OWNER_CALLS]),
  ...bound(ACCOUNT, [...SAFE_CALLS, ...ACCOUNT_CALLS, ...MODULAR_ACCOUNT_CALLS]),
  ...bound(at('permit2'), PERMIT2_CALLS),
  ...bound(promisedAt('permit2'), PERMIT2_TRANSFER_CALLS),
  ...bound(promisedAt('wrapped-coin'), WRAPPING_CALLS),
  ...bound(promisedAt(...V3), ROUTER_SWEEP_CALLS),
  ...bound(at(...V3, 'positions-v4'), BATCH_CALLS),
  ...bound(at('multi-send'), MULTI_SEND_CALLS),
  ...bound(at('entry-point'), USER_OPERATION_CALLS),
  ...bound(promisedAt('universal-router'), UNIVERSAL_ROUTER_CALLS),
  ...bound(promisedAt('router-v2'), SWAP_V2_CALLS),
  ...bound(promisedAt('router-v3'), SWAP_V3_CALLS),
  ...bound(promisedAt(...V3), SECOND_ROUTER_CALLS),
  ...bound(promisedAt('positions-v3', 'positions-v4'), [
    ...POSITION_MANAGER_V3_CALLS,
    ...POSITION_MANAGER_V4_CALLS,
  ]),
  ...bound(promisedAt(...V3, 'positions-v4'), SELF_PERMIT_CALLS),
  ...bound(at('bridge'), BRIDGING_CALLS),
  ...bound(at('multicall3'), MULTICALL3_CALLS),
  ...bound(at('disperse'), PAYOUT_CALLS),
  ...bound(at('deposit'), STAKING_CALLS),
];

/** The built-in readers by their selector. */
export const BUILT_IN_CALLS: CallTable = new Map(ALL.map((reader) => [reader.selector, reader]));
