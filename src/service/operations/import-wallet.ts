import { importWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { AppError } from '../../protocol/error.ts';
import type { Secret } from '../../protocol/secret.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { receiveImport } from '../transport/user-import.ts';
import { keepWallet } from '../wallets/keep-wallet.ts';
import { checkWalletWords } from '../../protocol/keys/derivation/wallet-words.ts';

export const importWallet = submitHandler(operation, async (context, parameters) => {
  const { userId, walletName, encryptedBundle, accounts } = parameters;
  const words = await receiveImport(context, 'wallet', userId, encryptedBundle);
  try {
    check(words);
    return await keepWallet(context, { name: walletName, words, imported: true, accounts });
  } finally {
    words.wipe();
  }
});

function check(words: Secret): void {
  try {
    checkWalletWords(words);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidField('parameters.encryptedBundle', error.message, { cause: error });
  }
}
