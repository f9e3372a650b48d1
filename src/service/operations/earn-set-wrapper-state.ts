import { earnSetWrapperState as operation } from '../../protocol/catalogue/earn.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { setDepositsDisabled } from '../storage/earn.ts';
import { requireWrapper } from './earn-accounts.ts';

export const earnSetWrapperState = submitHandler(
  operation,
  async (context, { wrapperAddress, depositsDisabled }) => {
    const { address } = await requireWrapper(context, wrapperAddress);
    await setDepositsDisabled(context.store, address, depositsDisabled, context.now);
    return { wrapperAddress: address, depositsDisabled };
  },
);
