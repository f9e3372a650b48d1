import { defineRefusals } from '../errors.ts';

/** From a request to an activity: who may do it, what it names, and what is left to decide. */
export const engineError = defineRefusals({
  INTERNAL: {
    unknownActivity: [
      'INTERNAL',
      'this version of the service does not know {type} as it was asked for',
      'Reject the activity and submit it again.',
    ],
  },
  REQUEST_INVALID: {
    rootQuorum: [
      'INVALID_ARGUMENT',
      'the root quorum needs {threshold} users with a credential other than a session, and this would leave {left}',
      'Give the members of the root quorum credentials, or change the root quorum first.',
    ],
    lastingQuorum: [
      'INVALID_ARGUMENT',
      'the root quorum needs {threshold} users with a credential that lasts a day (sessions don’t count), and this would leave {left}',
      'Give the members of the root quorum passkeys or API keys that last, or change the root quorum first.',
    ],
    largeVotes: [
      'INVALID_ARGUMENT',
      'the votes of this activity would be too large for an answer',
      'Approve it by its fingerprint.',
    ],
    settled: 'the activity is settled already ({status})',
  },
  REQUEST_NOT_AUTHORIZED: {
    policies: [
      'PERMISSION_DENIED',
      'request not authorized',
      'Ask a root user to do this, or for a policy that allows it.',
    ],
    work: [
      'PERMISSION_DENIED',
      'request not authorized (to ask every policy about all of its things takes too much work)',
      'Ask for fewer things in one request, or ask a root user to do this.',
    ],
    sessionScope: [
      'PERMISSION_DENIED',
      'request not authorized (outside the scope of the session)',
      'Log in with a session profile that allows this.',
    ],
  },
  NOT_FOUND: {
    row: [
      'NOT_FOUND',
      'no {what} found with the ID {id}',
      'List what the organization has and take the ID from there.',
    ],
    fingerprint: [
      'NOT_FOUND',
      'No activity found with fingerprint. Consensus activities must target an existing activity by fingerprint',
      'Take the fingerprint from the activity.',
    ],
    requester: ['NOT_FOUND', 'the user who asked for this was deleted', 'Submit it again as another user.'],
  },
});
