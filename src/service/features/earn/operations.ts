import { keccak_256 } from '@noble/hashes/sha3.js';
import { randomUUID } from 'node:crypto';
import { type Hex, prefixedHex, toChecksumAddress } from '#chains/ethereum/model/address.ts';
import * as earn from '#protocol/catalogue/earn.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { handlersOf, type QueryContext } from '../../engine/operation-handler.ts';
import { notFound } from '../../engine/requirements.ts';
import { featureError } from '../errors.ts';
import type { EarnRequestRow } from '../../storage/integrations-schema.ts';
import { allWhere, firstWhere, hasWhere, insertRow, updateWhere } from '../../storage/rows.ts';
import { readAccountAddress, requireWrapper, walletOf } from './accounts.ts';
import { positionsInWrapper, positionsOfWallet, writePosition } from './store.ts';

export const earnHandlers = handlersOf(earn, {
  earnDeployWrapper: async (
    { store, caller: { organizationId }, now },
    { vaultAddress, chainCaip2, ...fees },
  ) => {
    const vault = readAccountAddress(vaultAddress, 'parameters.vaultAddress');
    const feeWallet = readAccountAddress(fees.clientFeeWallet, 'parameters.clientFeeWallet');
    const place = `${organizationId}/${chainCaip2}/${vault}`;
    const wrapperAddress = addressOfName(`wrapper/${place}`);
    const splitterAddress = addressOfName(`splitter/${place}`);
    if (
      (await firstWhere(store, 'earn_wrapper', {
        organization_id: organizationId,
        address: wrapperAddress,
      })) !== undefined
    )
      throw featureError('REQUEST_INVALID.wrapperTaken', { field: 'parameters.vaultAddress' });
    const deployRequestId = randomUUID();
    await insertRow(store, 'earn_wrapper', {
      address: wrapperAddress,
      organization_id: organizationId,
      chain: chainCaip2,
      vault_address: vault,
      splitter_address: splitterAddress,
      client_fee_bps: fees.clientFeeBps,
      client_fee_wallet: feeWallet,
      deposits_disabled: 0,
      deploy_request_id: deployRequestId,
      created_at: now,
      updated_at: now,
    });
    await insertRow(store, 'earn_request', {
      id: deployRequestId,
      organization_id: organizationId,
      kind: 'deploy',
      wrapper_address: wrapperAddress,
      wallet_address: null,
      amount: null,
      created_at: now,
    });
    return { wrapperAddress, splitterAddress, deployRequestId };
  },

  earnSetWrapperState: async (context, { wrapperAddress, depositsDisabled }) => {
    const { address } = await requireWrapper(context, wrapperAddress);
    await updateWhere(
      context.store,
      'earn_wrapper',
      { address },
      { deposits_disabled: Number(depositsDisabled), updated_at: context.now },
    );
    return { wrapperAddress: address, depositsDisabled };
  },

  earnDeposit: async (context, parameters) => {
    const { store, caller, now } = context;
    const wrapper = await requireWrapper(context, parameters.wrapperAddress, parameters.chainCaip2);
    if (wrapper.deposits_disabled === 1)
      throw featureError('REQUEST_INVALID.depositsDisabled', { field: 'parameters.wrapperAddress' });
    const wallet = await walletOf(context, parameters.signWith);
    const position = await firstWhere(store, 'earn_position', {
      wrapper_address: wrapper.address,
      wallet_address: wallet,
    });
    const depositRequestId = randomUUID();
    await writePosition(store, {
      wrapper_address: wrapper.address,
      wallet_address: wallet,
      deposited: String(BigInt(position?.deposited ?? 0) + BigInt(parameters.assets)),
      withdrawn: position?.withdrawn ?? '0',
    });
    await insertRow(store, 'earn_request', {
      id: depositRequestId,
      organization_id: caller.organizationId,
      kind: 'deposit',
      wrapper_address: wrapper.address,
      wallet_address: wallet,
      amount: parameters.assets,
      created_at: now,
    });
    return { depositRequestId };
  },

  /** Withdrawals are always allowed, whatever the state of deposits (specification, "States and transitions"). */
  earnWithdraw: async (context, parameters) => {
    const { store, caller, now } = context;
    const wrapper = await requireWrapper(context, parameters.wrapperAddress, parameters.chainCaip2);
    const wallet = await walletOf(context, parameters.signWith);
    const position = await firstWhere(store, 'earn_position', {
      wrapper_address: wrapper.address,
      wallet_address: wallet,
    });
    const value = BigInt(position?.deposited ?? 0) - BigInt(position?.withdrawn ?? 0);
    const amount = BigInt(parameters.amountValue);
    if (position === undefined || amount > value)
      throw featureError('REQUEST_INVALID.withdrawal', {
        field: 'parameters.amountValue',
        value: String(value),
      });
    const withdrawRequestId = randomUUID();
    await writePosition(store, { ...position, withdrawn: String(BigInt(position.withdrawn) + amount) });
    await insertRow(store, 'earn_request', {
      id: withdrawRequestId,
      organization_id: caller.organizationId,
      kind: 'withdraw',
      wrapper_address: wrapper.address,
      wallet_address: wallet,
      amount: parameters.amountValue,
      created_at: now,
    });
    return { withdrawRequestId };
  },

  /** Puts a claim down for the relay, which takes claims up in the order in which they were made (docs/decisions/070). */
  claimSwapFees: async ({ store, caller, now }) => {
    const requestId = randomUUID();
    await insertRow(store, 'swap_fee_claim', {
      id: requestId,
      organization_id: caller.organizationId,
      requested_by: caller.userId,
      status: 'PENDING',
      failure: null,
      created_at: now,
      updated_at: now,
    });
    return { requestId };
  },

  getEarnDeployStatus: (context, { deployRequestId }) => earnStatusOf(context, 'deploy', deployRequestId),
  getEarnDepositStatus: (context, { depositRequestId }) => earnStatusOf(context, 'deposit', depositRequestId),
  getEarnWithdrawStatus: (context, { withdrawRequestId }) =>
    earnStatusOf(context, 'withdraw', withdrawRequestId),

  /** Provider and asset of a vault are not known here: a filter by them matches none (docs/decisions/070). */
  listEarnEnabledVaults: async ({ store, caller, turns }, { provider, caip19 }) => {
    if (typeof provider === 'string' || typeof caip19 === 'string') return { enabledVaults: [] };
    const enabledVaults = [];
    for (const wrapper of await allWhere(store, 'earn_wrapper', { organization_id: caller.organizationId })) {
      const positions = await positionsInWrapper(store, wrapper.address);
      const total = positions.reduce(
        (sum, { deposited, withdrawn }) => sum + BigInt(deposited) - BigInt(withdrawn),
        0n,
      );
      enabledVaults.push({
        vaultAddress: wrapper.vault_address,
        wrapperAddress: wrapper.address,
        totalDeposited: String(total),
        clientFeeBps: wrapper.client_fee_bps,
        depositsDisabled: wrapper.deposits_disabled === 1,
        clientFeeWallet: wrapper.client_fee_wallet,
        deployStatus: 'COMPLETED',
        deployRequestId: wrapper.deploy_request_id,
      });
      await turns.giveWhenDue();
    }
    return { enabledVaults };
  },

  /** What a wallet has in the organization's own wrappers; without yield, its value is what is left of its deposits. */
  listEarnPositions: async ({ store, caller }, { walletAddress }) => {
    const wallet = readAccountAddress(walletAddress, 'walletAddress');
    const positions = await positionsOfWallet(store, caller.organizationId, wallet);
    return {
      positions: positions.map((position) => ({
        vaultAddress: position.vault_address,
        wrapperAddress: position.wrapper_address,
        currentValue: String(BigInt(position.deposited) - BigInt(position.withdrawn)),
        totalDeposited: position.deposited,
        totalWithdrawn: position.withdrawn,
        depositsDisabled: position.deposits_disabled === 1,
      })),
    };
  },
});

/**
 * How a request on the ledger stands. The ledger takes it in the transaction of its activity: what is there is complete
 * (docs/decisions/070).
 * @throws ServiceError NOT_FOUND
 */
async function earnStatusOf(
  { store, caller }: QueryContext,
  kind: EarnRequestRow['kind'],
  id: string,
): Promise<{ status: 'COMPLETED' }> {
  if (await hasWhere(store, 'earn_request', { organization_id: caller.organizationId, kind, id }))
    return { status: 'COMPLETED' };
  throw notFound(`${kind} request`, id);
}

/** An address that follows from a name, as those of contracts follow from who makes them. */
const addressOfName = (name: string): Hex =>
  toChecksumAddress(prefixedHex(keccak_256(toUtf8(name)).subarray(12)));
