import { earnSetWrapperState as operation } from '../../protocol/catalogue/earn-set-wrapper-state.ts';
import { effect } from '../activities/effect.ts';
import { setDepositsDisabled } from '../storage/earn.ts';
import { requireWrapper } from './earn-accounts.ts';

export const earnSetWrapperState = effect(
  operation,
  async (context, { wrapperAddress, depositsDisabled }) => {
    const { address } = await requireWrapper(context, wrapperAddress);
    await setDepositsDisabled(context.store, address, depositsDisabled, context.now);
    return { wrapperAddress: address, depositsDisabled };
  },
);
