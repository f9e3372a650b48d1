import { initImportPrivateKey as operation } from '../../protocol/catalogue/private-keys.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { beginImport } from '../transport/user-import.ts';

export const initImportPrivateKey = submitHandler(operation, async (context, { userId }) => ({
  importBundle: await beginImport(context, 'private-key', userId),
}));
