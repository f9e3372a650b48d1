import { listEarnPositions as operation } from '../../protocol/catalogue/earn.ts';
import { queryHandler } from '../engine/operation-handler.ts';
import { readAddress } from './earn-accounts.ts';
import { allWhere, firstWhere } from '../storage/rows.ts';

/** What a wallet has in the organization's own wrappers; without yield, its value is what is left of its deposits. */
export const listEarnPositions = queryHandler(operation, async ({ store, caller }, { walletAddress }) => {
  const wallet = readAddress(walletAddress, 'walletAddress');
  const positions = [];
  for (const wrapper of await allWhere(store, 'earn_wrapper', { organization_id: caller.organizationId })) {
    const position = await firstWhere(store, 'earn_position', {
      wrapper_address: wrapper.address,
      wallet_address: wallet,
    });
    if (position === undefined) continue;
    positions.push({
      vaultAddress: wrapper.vault_address,
      wrapperAddress: wrapper.address,
      currentValue: String(BigInt(position.deposited) - BigInt(position.withdrawn)),
      totalDeposited: position.deposited,
      totalWithdrawn: position.withdrawn,
      depositsDisabled: wrapper.deposits_disabled === 1,
    });
  }
  return { positions };
});
