import type { Credential } from '#preload/contract/credentials.ts';
import type { Profile } from '#preload/contract/profiles.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { getConsole, windowError } from '../../bridge/console.ts';
import type { Refused } from '../../ui/notes.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

const TEXT = CREDENTIAL_TEXT.enroll;

/**
 * Has the current credential ask the service to accept another one as an API key of the same user. The request goes
 * through the approval surface like every other.
 * @throws BridgeError `NO_USER` while the service has not said who the current credential belongs to
 */
export async function enrol(credential: Credential, profile: Profile | undefined): Promise<Outcome> {
  const userId = profile?.userId;
  if (!userId) {
    throw windowError('NO_USER');
  }
  const { requests } = getConsole();
  const preview = await requests.prepare({
    operation: 'create_api_keys',
    parameters: {
      userId,
      apiKeys: [
        { apiKeyName: credential.label, publicKey: credential.publicKey, curveType: credential.curve },
      ],
    },
  });
  return requests.review({ previewId: preview.id });
}

/** How an enrolment ended, in words; null where it was done. */
export function enrolRefusal(outcome: Outcome): Refused | null {
  switch (outcome.state) {
    case 'completed':
    case 'waiting':
      return null;
    case 'denied':
      return {
        message: TEXT.canceled,
        remedy: TEXT.canceledRemedy,
      };
    case 'expired':
      return {
        message: TEXT.expired,
        remedy: TEXT.expiredRemedy,
      };
    case 'unanswered':
      return { message: outcome.message, remedy: outcome.remedy };
    case 'failed':
      return { message: outcome.message, remedy: outcome.remedy, service: outcome.service };
  }
}
