import { earnSetWrapperState as operation } from '../../protocol/catalogue/earn.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { requireWrapper } from './earn-accounts.ts';
import { updateWhere } from '../storage/rows.ts';

export const earnSetWrapperState = submitHandler(
  operation,
  async (context, { wrapperAddress, depositsDisabled }) => {
    const { address } = await requireWrapper(context, wrapperAddress);
    await updateWhere(
      context.store,
      'earn_wrapper',
      { address },
      { deposits_disabled: Number(depositsDisabled), updated_at: context.now },
    );
    return { wrapperAddress: address, depositsDisabled };
  },
);
