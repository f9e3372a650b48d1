import { randomBytes } from 'node:crypto';
import { createWallet as operation } from '../../protocol/catalogue/wallets.ts';
import { Secret } from '../../protocol/secret.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { entropyBytesFor, mnemonicOf } from '../../protocol/keys/derivation/mnemonic.ts';
import { keepWallet } from '../wallets/keep-wallet.ts';

/** The published default (OPERATIONS.md has no value; the published reference says 12). */
const DEFAULT_WORDS = 12;

export const createWallet = submitHandler(
  operation,
  async (context, { walletName, accounts, mnemonicLength }) => {
    const entropy = new Secret(new Uint8Array(randomBytes(entropyBytesFor(mnemonicLength ?? DEFAULT_WORDS))));
    const words = mnemonicOf(entropy);
    entropy.wipe();
    try {
      return await keepWallet(context, { name: walletName, words, imported: false, accounts });
    } finally {
      words.wipe();
    }
  },
);
