import { initImportWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { beginImport } from '../transport/user-import.ts';

export const initImportWallet = submitHandler(operation, async (context, { userId }) => ({
  importBundle: await beginImport(context, 'wallet', userId),
}));
