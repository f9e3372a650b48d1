import { removeIpAllowlist as operation } from '../../protocol/catalogue/remove-ip-allowlist.ts';
import { effect } from '../activities/effect.ts';
import { deleteIpAllowlist } from '../storage/ip-allowlists.ts';
import { requireAllowlistKey } from './require-allowlist-key.ts';

export const removeIpAllowlist = effect(operation, async (context, { publicKey }) => {
  const { store, caller } = context;
  await deleteIpAllowlist(store, caller.organizationId, await requireAllowlistKey(context, publicKey));
  return {};
});
