import { stampLogin as operation } from '../../protocol/catalogue/sessions.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { logIn } from '../sessions/log-in.ts';

export const stampLogin = submitHandler(
  operation,
  async (context, parameters) => ({ session: await logIn(context, context.caller.userId, parameters) }),
  { ownerOf: (_, callerId) => callerId },
);
