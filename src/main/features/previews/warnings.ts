import { defineWarnings } from '#protocol/define-warnings.ts';

/** What the previews of operations warn of; what transactions and payloads warn of stands in src/chains. */
export const previewWarning = defineWarnings({
  // Users and their credentials
  USERS_NOT_KNOWN: [
    'caution',
    'Users are shown by ID only',
    'The service could not be asked who they are, or whether they are root users.',
  ],
  USER_NAME_TAKEN: ['danger', 'Another user has the same name', 'Lists will show two users called {names}.'],
  USER_WITHOUT_CREDENTIAL: [
    'notice',
    'No credentials yet',
    'No key, passkey or login comes with {who}. Nobody can act as them yet.',
  ],
  USERS_GO_FOR_GOOD: [
    'caution',
    'Their keys and sessions stop at once',
    'A deleted user cannot be brought back: it would be another user, with another id in policies.',
  ],
  INVITATION_LETS_IN: [
    'notice',
    'Whoever holds an invitation can accept it',
    'Check each address of mail, character by character.',
  ],
  API_KEY_STAMPS_THIS: [
    'danger',
    'This is the key that stamps',
    'Afterwards this credential of yours can do nothing more here.',
  ],
  API_KEYS_ALL_GO: [
    'danger',
    'The user has no API key left',
    'Without a passkey or a login the user can stamp nothing any more.',
  ],
  FOREIGN_KEY: {
    imported: [
      'danger',
      'API key was imported: others may have it',
      'Whoever holds the key “{name}” can act as {person}. Approve it only if you know whose it is.',
    ],
    unknown: [
      'danger',
      'API key isn’t this console’s',
      'Whoever holds the key “{name}” can act as {person}. Approve it only if you know whose it is.',
    ],
  },
  FOREIGN_AUTHENTICATOR: [
    'danger',
    'Passkey wasn’t created by this console',
    'Whoever holds the passkey “{name}” can act as {person}. Approve it only if you know whose it is.',
  ],
  FOREIGN_OAUTH_PROVIDER: {
    unread: [
      'danger',
      'An outside login can act as a user',
      'The token doesn’t say whose login it is. That login can act as {person}. Approve it only if you know whose it is.',
    ],
    read: [
      'danger',
      'An outside login can act as a user',
      'Whoever logs in as {login}, and the issuer itself, can act as {person}. Approve it only if you know whose it is.',
    ],
  },
  API_KEY_NEVER_EXPIRES: [
    'notice',
    'Never expires',
    'A key without an end date works until somebody deletes it.',
  ],
  PASSKEY_NEVER_EXPIRES: [
    'notice',
    'Never expires',
    'A passkey works until somebody deletes its authenticator at the service.',
  ],
  ROOT_USER_CREDENTIAL: {
    alone: [
      'danger',
      '“{name}” is a root user',
      'This credential alone can do everything, and no policy limits it.',
    ],
    together: [
      'caution',
      '“{name}” is a root user',
      'This credential counts as one of the {needed} votes that can do everything.',
    ],
  },

  // Sessions
  FOREIGN_SESSION_KEY: [
    'danger',
    'Session key isn’t this console’s',
    'Whoever holds that key can act as the user until the session ends. Approve it only if you know whose key it is.',
  ],
  OIDC_TOKEN_UNREADABLE: [
    'danger',
    'OIDC token can’t be read',
    'It doesn’t say whose login it is. Approve it only if you know where it comes from.',
  ],
  SESSIONS_END: [
    'danger',
    'Other sessions end',
    'Every other session of this user that was opened in the same way ends at once, on every machine. What they were doing stops.',
  ],
  SESSION_LONG: [
    'caution',
    'The session lasts {duration}',
    'Whoever gets its key can use it until then. Most sessions need an hour, and none needs more than a day.',
  ],
  SESSION_VERY_LONG: [
    'danger',
    'The session lasts {duration}',
    'Whoever gets its key can use it until then. Most sessions need an hour, and none needs more than a day.',
  ],

  // The root quorum
  ROOT_QUORUM_WITHOUT_ME: [
    'danger',
    'You leave the root quorum',
    'The user of this credential is in it now and would not be. Only the others could take that back.',
  ],
  ROOT_QUORUM_LOWERED: {
    toOne: [
      'danger',
      'Root quorum drops from {now} to 1',
      'One approval is enough to do everything, where it takes {now} today.',
    ],
    toMore: [
      'danger',
      'Root quorum drops from {now} to {then}',
      '{then} approvals are enough to do everything, where it takes {now} today.',
    ],
  },
  ROOT_USER_JOINS: [
    'danger',
    'New root user: {names}',
    'No policy limits root users: together they can export every key and change every user.',
  ],
  ROOT_USER_LEAVES: [
    'danger',
    'No longer a root user: {names}',
    'From then on policies apply to them. Only the root quorum could take that back.',
  ],
  ROOT_QUORUM_NOT_KNOWN: [
    'danger',
    'The current root quorum could not be read',
    'It can’t be said who joins, who leaves, or whether fewer approvals will be enough.',
  ],
  ROOT_QUORUM_UNREACHABLE: [
    'danger',
    'It could decide nothing',
    '{threshold} votes are needed, and there are {members} users to give them.',
  ],
  ROOT_QUORUM_OF_ONE: [
    'danger',
    'One person alone can do everything',
    'Policies do not bind the root quorum. With two votes or more, one stolen key is not enough.',
  ],
  ROOT_QUORUM_NEEDS_ALL: [
    'caution',
    'Nobody may be missing',
    'All of its users have to vote. When one loses all credentials, it can decide nothing any more.',
  ],
  ROOT_QUORUM_LOST: [
    'danger',
    'The root quorum could decide nothing any more',
    '{left} of its users would be left, and {threshold} are needed. Change the root quorum first.',
  ],
  ROOT_USER_GOES: [
    'danger',
    'This takes {names} out of the root quorum',
    '{left} of its users would be left; {threshold} of them are needed.',
  ],

  // Policies and scopes
  POLICY_CAN_FAIL: {
    allow: [
      'caution',
      'Some ordinary requests end in an error',
      '{operations}: a field or an element that the policy asks for may be missing. It allows nothing then.',
    ],
    deny: [
      'caution',
      'Some ordinary requests end in an error',
      '{operations}: a field or an element that the policy asks for may be missing. It denies them then.',
    ],
  },
  POLICY_WITHOUT_CONSENSUS: {
    grave: [
      'danger',
      'Any user can do this alone',
      'One approval is enough, whoever gives it: {operations}.',
    ],
    ordinary: [
      'caution',
      'Any user can do this alone',
      'One approval is enough, whoever gives it: {operations}.',
    ],
  },
  POLICY_ONE_USER_ALL: ['danger', '{names} alone can do this', 'No second approval is needed for any of it.'],
  POLICY_ONE_USER_ALONE: [
    'caution',
    '{names} alone can do this',
    'No second approval is needed for: {operations}.',
  ],
  POLICY_NEVER_APPLIES: {
    allow: [
      'notice',
      'Never applies',
      'No request that this console knows meets the condition. It allows nothing.',
    ],
    deny: [
      'caution',
      'Never applies',
      'No request that this console knows meets the condition. It denies nothing.',
    ],
  },
  POLICY_ALLOWS_ALL: [
    'danger',
    'Allows every operation to anyone',
    'Any user alone can sign, export and delete everything, and change every user but the root quorum.',
  ],
  POLICY_WITHOUT_CONDITION: [
    'danger',
    'Allows every operation',
    'Its condition holds for every request: signing, export and deletion among them.',
  ],
  POLICY_ALLOWS_MOST: [
    'danger',
    'Allows nearly every operation',
    'It allows {allowed} of {operations} kinds of request, whatever they contain.',
  ],
  POLICY_LIMITS_NOTHING: [
    'danger',
    'Allows every request of its kind{toWhom}',
    'Its condition is always true for: {operations}. No value in it makes a difference.',
  ],
  POLICY_EXCLUDES_ONLY: [
    'danger',
    'Allows nearly every request of its kind{toWhom}',
    'Its condition only excludes single values that it names. It allows all others for: {operations}.',
  ],
  POLICY_DENIES_ALL: ['danger', 'Denies every operation', 'Only the root quorum can still do anything.'],
  POLICY_ALLOW_WIDENED: [
    'danger',
    '“{name}” allows more than before',
    'Requests go through that it does not allow today. Compare the rules below with those of today.',
  ],
  POLICY_DENY_LOOSENED: [
    'danger',
    '“{name}” denies less than before',
    'Requests that it denies today are denied no longer. Compare the rules below with those of today.',
  ],
  POLICY_CHANGE_UNCLEAR: [
    'caution',
    'The rules differ, and no sample request shows how',
    'Compare the rules below with those of today, word by word.',
  ],
  POLICY_NO_LONGER_DENIES: [
    'danger',
    '“{name}” no longer denies anything',
    'Whatever another policy allows goes through from then on.',
  ],
  POLICY_NOT_KNOWN: [
    'danger',
    'The policy’s current rules could not be read',
    'It can’t be said whether this allows more, or stops denying something.',
  ],
  SESSION_SCOPE_UNLIMITED: [
    'danger',
    'The scope limits nothing',
    'Sessions of this profile may ask for everything that their user may.',
  ],
  SESSION_SCOPE_WIDE: {
    most: [
      'danger',
      'The scope limits little',
      'Sessions of this profile may ask for {allowed} of {operations} kinds of request, as far as their user may.',
    ],
    excludesOnly: [
      'danger',
      'The scope limits little',
      'Sessions of this profile may ask for all but single values of: {operations}, as far as their user may.',
    ],
  },

  // The organization: features, networks, endpoints
  FEATURE_LETS_IN: {
    rootEmail: [
      'danger',
      '{feature} is turned on',
      'Whoever reads a root user’s email can act as that root user.',
    ],
    emailRecovery: ['danger', '{feature} is turned on', 'Whoever reads a user’s email can act as that user.'],
    email: ['caution', '{feature} is turned on', 'Whoever reads a user’s email can act as that user.'],
    sms: ['caution', '{feature} is turned on', 'Whoever reads a user’s text messages can act as that user.'],
    proxy: [
      'caution',
      '{feature} is turned on',
      'Logins go through the auth proxy and what it is configured to trust.',
    ],
  },
  FOREIGN_ORIGIN: [
    'danger',
    'New WebAuthn origin: {origins}',
    'A website there can ask users for their passkeys and use them here. Approve it only if it is yours.',
  ],
  ORIGINS_NOT_LIMITED: [
    'danger',
    'Passkeys are no longer bound to these origins',
    'The service falls back to its default. A hosted service may then accept passkeys from any website.',
  ],
  ALLOWLIST_LETS_YOU_IN: [
    'notice',
    'You stay in',
    'Afterwards requests of this credential still get in, {seen}.',
  ],
  ALLOWLIST_LOCKS_YOU_OUT: [
    'danger',
    'This locks you out',
    'Afterwards no request of this credential gets in, {seen}. This console could not undo it.',
  ],
  ALLOWLIST_STANDING_UNKNOWN: [
    'caution',
    'This may lock you out',
    'Which address the service sees is not known on this machine. Make sure that the list holds it.',
  ],
  KNOWN_ENDPOINT: [
    'caution',
    'Data goes to {host}',
    'An endpoint of this organization is on that host already. It learns who does what, and when.',
  ],
  FOREIGN_ENDPOINT: [
    'danger',
    'Data goes to {host}',
    'No endpoint of this organization is known there. It learns who does what, and when. Approve it only if it is yours.',
  ],

  // Key material
  KEY_MATERIAL_LEAVES: [
    'caution',
    'Key material leaves the service',
    'Whoever holds it can use it without this service, its policies and its record. This can’t be undone.',
  ],
  TARGET_NOT_OURS: [
    'danger',
    'Sealed to a key that is not this console’s',
    'Whoever holds that key gets what is exported. Approve it only if you know whose key it is.',
  ],
  SEALED_ELSEWHERE: [
    'danger',
    'What is sealed in it was not sealed by this console',
    'Nobody can say here which key it is, nor who else has it. Approve it only if you know whose key it is.',
  ],
  SECRETS_GO_FOR_GOOD: [
    'danger',
    'They cannot be brought back',
    'The service keeps no copy. What relies on them stops.',
  ],

  // Any request
  TRANSACTION_EXPIRED: [
    'danger',
    'The time limit has passed',
    'By this computer’s clock, it has expired. It will be refused: request a new transaction.',
  ],
  VALID_FOR_LONG: [
    'caution',
    'Can be used for a long time',
    'Whoever has it can use it for {days} more days.',
  ],
  TRANSACTION_EXPIRES_SOON: [
    'caution',
    'It expires soon',
    'It had {seconds} left when this preview was made. Used later, it is refused.',
  ],
  QUOTES_IN_NAME: [
    'danger',
    'A name has quotation marks in it',
    'What follows them in a sentence is part of the name: {name}',
  ],
  BLIND_VOTE: [
    'danger',
    'Blind approval',
    'This request could not be read. You would approve it without knowing what it does.',
  ],
  VOTE_WITHOUT_SAY: [
    'caution',
    'Your approval is not asked for',
    'The service says that this credential’s user has no say in it, or has voted already. It will probably refuse the vote.',
  ],
});
