import { stampLogin as operation } from '../../protocol/catalogue/stamp-login.ts';
import { effect } from '../activities/effect.ts';
import { logIn } from '../sessions/log-in.ts';

export const stampLogin = effect(
  operation,
  async (context, parameters) => ({ session: await logIn(context, context.caller.userId, parameters) }),
  { ownerOf: (_, callerId) => callerId },
);
