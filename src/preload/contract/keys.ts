import { z } from 'zod';
import { privateKey } from '#protocol/catalogue/private-keys.ts';
import { walletAccount } from '#protocol/catalogue/wallets.ts';
import { call } from './call.ts';

const nothing = z.undefined();

/** What signs in the organization. */
export const keysCalls = {
  list: call('read', nothing, z.array(privateKey)),
  /** Every account of every wallet, oldest first. */
  accounts: call('read', nothing, z.array(walletAccount)),
};
