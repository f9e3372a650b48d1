import { initImportWallet as operation } from '../../protocol/catalogue/init-import-wallet.ts';
import { effect } from '../activities/effect.ts';
import { beginImport } from '../transport/user-import.ts';

export const initImportWallet = effect(operation, async (context, { userId }) => ({
  importBundle: await beginImport(context, 'wallet', userId),
}));
