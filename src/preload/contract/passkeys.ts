import { z } from 'zod';
import { call, news } from './call.ts';
import { preview } from './requests.ts';

const nothing = z.undefined();

/** A passkey that is asked for in the system's browser now. */
const passkeyCeremony = z.object({
  kind: z.enum(['create', 'get']),
  label: z.string(),
  /** The page in the browser shows the same: another code is another page. */
  code: z.string(),
});
export type PasskeyCeremony = z.infer<typeof passkeyCeremony>;

/** Passkeys: credentials whose keys stay in an authenticator, which asks its owner for each stamp. */
export const passkeysCalls = {
  /**
   * Makes a passkey in the system's browser, and prepares the request that registers it; its review keeps the passkey as a
   * credential when it is completed. It answers when the person is done in the browser.
   */
  register: call('write', z.object({ label: z.string().trim().min(1).max(60) }), preview),
  /** Calls off what waits for the browser. */
  cancel: call('write', nothing, nothing, { whileLocked: true }),
  /** What waits for the browser; null when nothing does any more. */
  ceremony: news(passkeyCeremony.nullable()),
};
