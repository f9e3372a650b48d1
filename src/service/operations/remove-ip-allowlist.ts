import { removeIpAllowlist as operation } from '../../protocol/catalogue/ip-allowlists.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { deleteIpAllowlist } from '../storage/ip-allowlists.ts';
import { requireAllowlistKey } from './require-allowlist-key.ts';

export const removeIpAllowlist = submitHandler(operation, async (context, { publicKey }) => {
  const { store, caller } = context;
  await deleteIpAllowlist(store, caller.organizationId, await requireAllowlistKey(context, publicKey));
  return {};
});
