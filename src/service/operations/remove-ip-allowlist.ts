import { removeIpAllowlist as operation } from '../../protocol/catalogue/ip-allowlists.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { requireAllowlistKey } from './require-allowlist-key.ts';
import { deleteWhere } from '../storage/rows.ts';

export const removeIpAllowlist = submitHandler(operation, async (context, { publicKey }) => {
  const { store, caller } = context;
  await deleteWhere(store, 'ip_allowlist', {
    organization_id: caller.organizationId,
    public_key: await requireAllowlistKey(context, publicKey),
  });
  return {};
});
