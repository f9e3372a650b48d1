import { listEarnEnabledVaults as operation } from '../../protocol/catalogue/earn.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { earnWrappersOf, positionsInWrapper } from '../storage/earn.ts';

/** Provider and asset of a vault are not known here: a filter by them matches none (docs/decisions/070). */
export const listEarnEnabledVaults = queryHandler(
  operation,
  async ({ store, caller }, { provider, caip19 }) => {
    if (typeof provider === 'string' || typeof caip19 === 'string') return { enabledVaults: [] };
    const enabledVaults = [];
    for (const wrapper of await earnWrappersOf(store, caller.organizationId)) {
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
    }
    return { enabledVaults };
  },
);
