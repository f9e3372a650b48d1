import type { Outcome } from '#preload/contract/requests.ts';
import { getConsole } from '../../bridge/console.ts';
import type { Refused } from '../../ui/notes.tsx';
import { enrolRefusal } from './enrol.ts';
import { CREDENTIAL_TEXT } from './text.ts';

/**
 * Has a passkey made in the system's browser, and the request that registers it reviewed.
 * @throws BridgeError what the ceremony or preparing refused
 */
export async function registerPasskey(label: string): Promise<Outcome> {
  const { passkeys, requests } = getConsole();
  const preview = await passkeys.register({ label });
  return requests.review({ previewId: preview.id });
}

/** How a registration ended, in words; null where it was done or waits for votes. */
export function passkeyRefusal(outcome: Outcome): Refused | null {
  if (outcome.state !== 'completed') return enrolRefusal(outcome);
  const failed = outcome.verifications.find((check) => !check.passed);
  return failed ? { message: failed.detail, remedy: CREDENTIAL_TEXT.passkey.notKept } : null;
}
