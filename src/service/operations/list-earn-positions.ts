import { listEarnPositions as operation } from '../../protocol/catalogue/earn.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { earnWrappersOf, findPosition } from '../storage/earn.ts';
import { readAddress } from './earn-accounts.ts';

/** What a wallet has in the organization's own wrappers; without yield, its value is what is left of its deposits. */
export const listEarnPositions = queryHandler(operation, async ({ store, caller }, { walletAddress }) => {
  const wallet = readAddress(walletAddress, 'walletAddress');
  const positions = [];
  for (const wrapper of await earnWrappersOf(store, caller.organizationId)) {
    const position = await findPosition(store, wrapper.address, wallet);
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
