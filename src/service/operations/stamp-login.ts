import { stampLogin as operation } from '../../protocol/catalogue/sessions.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { logIn } from '../features/sessions/log-in.ts';

export const stampLogin = submitHandler(
  operation,
  async (context, parameters) => ({ session: await logIn(context, context.caller.userId, parameters) }),
  { ownerOf: (_, callerId) => callerId },
);
