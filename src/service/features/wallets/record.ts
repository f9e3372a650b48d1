import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { Wallet, WalletAccount } from '#protocol/catalogue/wallets.ts';
import { timeText } from '../../engine/record.ts';
import type { WalletAccountRow, WalletRow } from '../../storage/wallets-schema.ts';

/** The wallet as queries show it: everything but its words. */
export const walletRecord = (wallet: WalletRow): Wallet => ({
  walletId: wallet.id,
  walletName: wallet.name,
  createdAt: timeText(wallet.created_at),
  updatedAt: timeText(wallet.updated_at),
  exported: wallet.exported === 1,
  imported: wallet.imported === 1,
});

/**
 * The account as queries show it.
 * @param wallet its wallet, where the request asks for that too
 */
export const walletAccountRecord = (account: WalletAccountRow, wallet?: WalletRow): WalletAccount => ({
  walletAccountId: account.id,
  organizationId: account.organization_id,
  walletId: account.wallet_id,
  curve: account.curve,
  pathFormat: 'PATH_FORMAT_BIP32',
  path: account.path,
  addressFormat: account.address_format as AddressFormat,
  address: account.address,
  createdAt: timeText(account.created_at),
  updatedAt: timeText(account.updated_at),
  publicKey: account.public_key,
  ...(wallet === undefined ? {} : { walletDetails: walletRecord(wallet) }),
  ...(account.name === null ? {} : { name: account.name }),
});
