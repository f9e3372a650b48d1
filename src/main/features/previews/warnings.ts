import type { Warning } from '#chains/model/decoded.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';

/** Warnings without those that say the same words again. */
export function eachOnce(warnings: readonly Warning[]): Warning[] {
  const said = new Set<string>();
  return warnings.filter(({ code, text }) => {
    const words = `${code} ${text}`;
    if (said.has(words)) return false;
    said.add(words);
    return true;
  });
}

/** What the previews of operations warn of; what transactions and payloads warn of stands in src/chains. */
export const previewWarning = defineWarnings({
  // Users and their credentials
  USERS_NOT_KNOWN: [
    'caution',
    'Users are shown by ID only',
    'The service couldn’t be asked who they are, or whether they are root users.',
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
    'A deleted user can’t be restored. A new user would have a different ID in policies.',
  ],
  INVITATION_LETS_IN: [
    'notice',
    'Whoever holds an invitation can accept it',
    'Check each email address, character by character.',
  ],
  API_KEY_STAMPS_THIS: [
    'danger',
    'This is the key you’re using',
    'Afterwards you can’t use this credential here anymore.',
  ],
  API_KEYS_ALL_GO: [
    'danger',
    'The user has no API key left',
    'Without a passkey or a login, the user can’t make requests anymore.',
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
    'Every other session of this user that was opened in the same way ends at once, on every computer. Whatever uses them stops.',
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
    'This credential’s user is a root user now and won’t be. Only the other root users can undo that.',
  ],
  ROOT_QUORUM_LOWERED: {
    toOne: [
      'danger',
      'Root quorum drops from {now} to 1',
      'One approval will be enough to do everything; it takes {now} today.',
    ],
    toMore: [
      'danger',
      'Root quorum drops from {now} to {then}',
      '{then} approvals will be enough to do everything; it takes {now} today.',
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
    'Policies will apply to them. Only the root quorum can undo that.',
  ],
  ROOT_QUORUM_NOT_KNOWN: [
    'danger',
    'The current root quorum could not be read',
    'So who joins, who leaves, and whether fewer approvals will be enough is unknown.',
  ],
  ROOT_QUORUM_UNREACHABLE: [
    'danger',
    'The root quorum can’t be reached',
    'It requires {threshold} approvals but has only {members} users.',
  ],
  ROOT_QUORUM_OF_ONE: [
    'danger',
    'One person alone can do everything',
    'Policies don’t bind the root quorum. If it requires two approvals or more, one stolen key isn’t enough.',
  ],
  ROOT_QUORUM_NEEDS_ALL: [
    'caution',
    'Every root user must approve',
    'If one of them loses all credentials, the root quorum can’t decide anything anymore.',
  ],
  ROOT_QUORUM_LOST: [
    'danger',
    'The root quorum can’t be reached anymore',
    'It requires {threshold} approvals, and {left} of its users would be left. Change the root quorum first.',
  ],
  ROOT_USER_GOES: [
    'danger',
    'This removes {names} from the root quorum',
    '{left} of its users would be left; it requires {threshold} approvals.',
  ],

  // Policies and scopes
  POLICY_CAN_FAIL: {
    allow: [
      'caution',
      'Some ordinary requests end in an error',
      '{operations}: a field or element that the policy uses may be missing. Then it allows nothing.',
    ],
    deny: [
      'caution',
      'Some ordinary requests end in an error',
      '{operations}: a field or element that the policy uses may be missing. Then it denies the request.',
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
    'It will allow requests that it doesn’t allow today. Compare the new rules with the current ones.',
  ],
  POLICY_DENY_LOOSENED: [
    'danger',
    '“{name}” denies less than before',
    'It will no longer deny some requests that it denies today. Compare the new rules with the current ones.',
  ],
  POLICY_CHANGE_UNCLEAR: [
    'caution',
    'The effect of this change is unclear',
    'No sample request shows a difference. Compare the new rules with the current ones, word by word.',
  ],
  POLICY_NO_LONGER_DENIES: [
    'danger',
    '“{name}” no longer denies anything',
    'Requests that another policy allows will go through.',
  ],
  POLICY_NOT_KNOWN: [
    'danger',
    'The policy’s current rules could not be read',
    'So whether this allows more, or stops denying something, is unknown.',
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
    'You keep access',
    'This credential’s requests are still allowed {seen}.',
  ],
  ALLOWLIST_LOCKS_YOU_OUT: [
    'danger',
    'This locks you out',
    'This credential’s requests will be blocked {seen}. This console won’t be able to undo it.',
  ],
  ALLOWLIST_STANDING_UNKNOWN: [
    'caution',
    'This may lock you out',
    'This computer doesn’t know which address the service sees. Make sure the list includes it.',
  ],
  KNOWN_ENDPOINT: [
    'caution',
    'Data goes to {host}',
    'The organization already has an endpoint on that host. It learns who does what, and when.',
  ],
  FOREIGN_ENDPOINT: [
    'danger',
    'Data goes to {host}',
    'The organization has no endpoint on that host. It learns who does what, and when. Approve it only if it is yours.',
  ],

  // Key material
  KEY_MATERIAL_LEAVES: [
    'caution',
    'Key material leaves the service',
    'Whoever holds it can use it without this service, its policies or its audit trail. This can’t be undone.',
  ],
  TARGET_NOT_OURS: [
    'danger',
    'Encrypted to a key that isn’t this console’s',
    'Whoever holds that key gets what is exported. Approve it only if you know whose key it is.',
  ],
  SEALED_ELSEWHERE: [
    'danger',
    'The key wasn’t encrypted by this console',
    'This console can’t tell which key it is, or who else has it. Approve it only if you know whose key it is.',
  ],
  SECRETS_GO_FOR_GOOD: [
    'danger',
    'Deleted secrets can’t be restored',
    'The service keeps no copy. Whatever uses them stops working.',
  ],

  // Any request
  TRANSACTION_EXPIRED: [
    'danger',
    'The transaction has expired',
    'By this computer’s clock, the transaction has expired and will be rejected. Request a new transaction.',
  ],
  VALID_FOR_LONG: [
    'caution',
    'Can be used for a long time',
    'Whoever has it can use it for {days} more days.',
  ],
  TRANSACTION_EXPIRES_SOON: [
    'caution',
    'The transaction expires soon',
    'It had {seconds} left when this preview was made. After that, it is rejected.',
  ],
  QUOTES_IN_NAME: [
    'danger',
    'A name contains quotation marks',
    'The text after them is part of the name: {name}',
  ],
  BLIND_VOTE: [
    'danger',
    'Blind approval',
    'This request can’t be read. You would approve it without knowing what it does.',
  ],
  VOTE_WITHOUT_SAY: [
    'caution',
    'Your approval isn’t needed',
    'The service says that this credential’s user can’t approve it or has already voted. It will probably reject the vote.',
  ],
});
