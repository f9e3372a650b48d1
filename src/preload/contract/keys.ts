import { z } from 'zod';
import { privateKey } from '../../protocol/catalogue/private-key.ts';
import { call } from '../call.ts';

const nothing = z.undefined();

/** The organization’s private keys. */
export const keysCalls = {
  list: call('read', nothing, z.array(privateKey)),
};
