import { initImportPrivateKey as operation } from '../../protocol/catalogue/init-import-private-key.ts';
import { effect } from '../activities/effect.ts';
import { beginImport } from '../transport/user-import.ts';

export const initImportPrivateKey = effect(operation, async (context, { userId }) => ({
  importBundle: await beginImport(context, 'private-key', userId),
}));
