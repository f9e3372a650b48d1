import { randomUUID } from 'node:crypto';
import { earnDeposit as operation } from '../../protocol/catalogue/earn.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { findPosition, insertEarnRequest, writePosition } from '../storage/earn.ts';
import { requireWrapper, walletOf } from './earn-accounts.ts';

export const earnDeposit = submitHandler(operation, async (context, parameters) => {
  const { store, caller, now } = context;
  const wrapper = await requireWrapper(context, parameters.wrapperAddress, parameters.chainCaip2);
  if (wrapper.deposits_disabled === 1)
    throw invalidField('parameters.wrapperAddress', 'deposits into this wrapper are disabled');
  const wallet = await walletOf(context, parameters.signWith);
  const position = await findPosition(store, wrapper.address, wallet);
  const depositRequestId = randomUUID();
  await writePosition(store, {
    wrapper_address: wrapper.address,
    wallet_address: wallet,
    deposited: String(BigInt(position?.deposited ?? 0) + BigInt(parameters.assets)),
    withdrawn: position?.withdrawn ?? '0',
  });
  await insertEarnRequest(store, {
    id: depositRequestId,
    organization_id: caller.organizationId,
    kind: 'deposit',
    wrapper_address: wrapper.address,
    wallet_address: wallet,
    amount: parameters.assets,
    created_at: now,
  });
  return { depositRequestId };
});
