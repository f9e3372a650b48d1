import { Send, Upload, Wallet } from 'lucide-react';
import { exportFocus } from '../features/export/export-focus.ts';
import { senderFocus } from '../features/signers/payment-focus.ts';
import { chainOfKey } from '../features/signers/chains.ts';
import { type SignerChoice, signerOfAccount, signerOfKey } from '../features/signers/signers.ts';
import { newWalletFocus } from '../features/wallets/new-wallet-focus.ts';
import { go } from '../navigation/navigation.ts';
import type { PaletteEntry } from './palette-entries.ts';
import type { KnownRecords } from './known-records.ts';
import { SHELL_TEXT } from './text.ts';

const TEXT = SHELL_TEXT.palette.actions;

/** What people call paying, beside "send". */
const PAY = 'pay transfer withdraw';
const TAKE_OUT = 'backup back up reveal';

const VERBS = new Set(['send', 'export', 'create', 'new', ...`${PAY} ${TAKE_OUT}`.split(' ')]);

/** Whether what is typed begins with what is to be done and goes on with a name: "send brightline". */
export function asksForAction(words: string): boolean {
  const [verb = '', name] = words.trim().toLowerCase().split(/\s+/);
  return name !== undefined && VERBS.has(verb);
}

/** What can be done with a record by its name: paid from, paid to, exported. Each opens its form, or its approval; nothing is done by the search. */
export function actionEntries({ keys, wallets, accounts, contacts }: KnownRecords): readonly PaletteEntry[] {
  const names = new Map(wallets.map(({ walletId, walletName }) => [walletId, walletName]));
  const signers = [
    ...accounts.map((account) => signerOfAccount(account, names.get(account.walletId))),
    ...keys.map(signerOfKey),
  ];
  return [
    ...signers.filter((signer) => chainOfKey(signer) !== undefined).map(sendFrom),
    ...contacts.map(({ id, name, addresses }) => ({
      id: `send-to:${id}`,
      label: TEXT.sendTo(name),
      icon: Send,
      words: [PAY, ...addresses.map(({ address }) => address)].join(' '),
      effect: 'sign' as const,
      run: () => go('payments', id),
    })),
    ...keys.map(({ privateKeyId, privateKeyName }) => ({
      id: `export:${privateKeyId}`,
      label: TEXT.exportKey(privateKeyName),
      icon: Upload,
      words: `${TAKE_OUT} ${privateKeyId}`,
      effect: 'export' as const,
      run: () => go('export', exportFocus('privateKey', privateKeyId)),
    })),
    ...wallets.map(({ walletId, walletName }) => ({
      id: `export:${walletId}`,
      label: TEXT.exportWallet(walletName),
      icon: Upload,
      words: `${TAKE_OUT} recovery phrase seed ${walletId}`,
      effect: 'export' as const,
      run: () => go('export', exportFocus('wallet', walletId)),
    })),
  ];
}

/** The longest name that the service takes. */
const LONGEST_NAME = 255;

/**
 * A new wallet of the name that is typed behind "create wallet". Nobody is asked for more: the approval says its words and its
 * account, as after the form.
 */
export function newWalletEntries(typed: string): readonly PaletteEntry[] {
  const [, name = ''] = /^\s*(?:create|new)\s+(?:a\s+)?wallet\s+(\S.*?)\s*$/i.exec(typed) ?? [];
  if (name === '' || name.length > LONGEST_NAME) return [];
  return [
    {
      id: 'new-wallet',
      label: TEXT.createWallet(name),
      icon: Wallet,
      words: 'a new wallet',
      effect: 'write',
      run: () => go('wallets', newWalletFocus(name)),
    },
  ];
}

const sendFrom = ({ signWith, name, addresses }: SignerChoice): PaletteEntry => ({
  id: `send-from:${signWith}`,
  label: TEXT.sendFrom(name),
  icon: Send,
  words: [PAY, signWith, ...addresses.map(({ address }) => address)].join(' '),
  effect: 'sign',
  run: () => go('payments', senderFocus(signWith)),
});
