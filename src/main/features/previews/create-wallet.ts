import { createWallet } from '../../../protocol/catalogue/wallets.ts';
import { genericPreview } from './generic.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** "Create the wallet “Payouts” with 2 accounts inside the service." */
export const createWalletPreview: PreviewMaker = async (parameters, context) => {
  const { walletName, accounts } = createWallet.parameters.parse(parameters);
  const count = `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`;
  const value = `Create the wallet “${walletName}” with ${count} inside the service.`;
  return { ...(await genericPreview(parameters, context)), sentence: [{ kind: 'text', value }] };
};
