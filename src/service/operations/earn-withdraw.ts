import { randomUUID } from 'node:crypto';
import { earnWithdraw as operation } from '../../protocol/catalogue/earn.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { findPosition, insertEarnRequest, writePosition } from '../storage/earn.ts';
import { requireWrapper, walletOf } from './earn-accounts.ts';

/** Withdrawals are always allowed, whatever the state of deposits (specification, "States and transitions"). */
export const earnWithdraw = submitHandler(operation, async (context, parameters) => {
  const { store, caller, now } = context;
  const wrapper = await requireWrapper(context, parameters.wrapperAddress, parameters.chainCaip2);
  const wallet = await walletOf(context, parameters.signWith);
  const position = await findPosition(store, wrapper.address, wallet);
  const value = BigInt(position?.deposited ?? 0) - BigInt(position?.withdrawn ?? 0);
  const amount = BigInt(parameters.amountValue);
  if (position === undefined || amount > value)
    throw invalidField('parameters.amountValue', `the wallet has ${value} in this wrapper`);
  const withdrawRequestId = randomUUID();
  await writePosition(store, { ...position, withdrawn: String(BigInt(position.withdrawn) + amount) });
  await insertEarnRequest(store, {
    id: withdrawRequestId,
    organization_id: caller.organizationId,
    kind: 'withdraw',
    wrapper_address: wrapper.address,
    wallet_address: wallet,
    amount: parameters.amountValue,
    created_at: now,
  });
  return { withdrawRequestId };
});
