import type { Warning } from '#chains/model/decoded.ts';

/** So many things are named beside the box; the bands above name all of them. */
const NAMED = 3;

/** Who or what somebody has to know before they go on, by the warnings that ask for it. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'this contract and what it does': ['VALUE_TO_UNKNOWN_CONTRACT', 'UNKNOWN_CONTRACT_PROMISE'],
  'this spender': ['APPROVAL_TO_STRANGER', 'UNLIMITED_APPROVAL', 'APPROVAL_FOR_ALL'],
  'this key': ['FOREIGN_KEY', 'FOREIGN_SESSION_KEY', 'TARGET_NOT_OURS', 'KEY_ACCESS', 'KEY_ADMIN'],
  'this passkey': ['FOREIGN_AUTHENTICATOR'],
  'this login': ['FOREIGN_OAUTH_PROVIDER'],
  'where the token comes from': ['OIDC_TOKEN_UNREADABLE'],
  'these origins': ['FOREIGN_ORIGIN'],
  'this endpoint': ['FOREIGN_ENDPOINT'],
  'who gets control': [
    ...['CONTROL_CHANGED', 'NEW_ACCOUNT_NOT_OURS', 'OWNERSHIP_TRANSFER', 'PERMISSION_UPDATE', 'SAFE_CONTROL'],
  ],
  'the code that runs': ['CONTRACT_UPGRADE', 'DELEGATE_CALL', 'DELEGATION', 'DELEGATION_ANY_CHAIN'],
  'what this does': ['BLIND_SIGNING', 'BLIND_VOTE', 'FORM_AS_PAYLOAD', 'FIELDS_NOT_SHOWN'],
};

/** What somebody has to look at before they go on. */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  'each request that isn’t a payment': ['BATCH_NOT_PAYMENTS'],
  'each recipient that stands out': ['BATCH_RARE_RECIPIENT'],
  'each address in full': ['BATCH_LOOK_ALIKE', 'LOOK_ALIKE_ADDRESS'],
  'each amount that stands out': ['BATCH_HIGH_AMOUNT', 'BATCH_OTHER_AMOUNT', 'BATCH_OTHER_ASSET'],
  'the requests that come twice': ['BATCH_REPEATS'],
  'what is deleted': [
    ...['API_KEYS_ALL_GO', 'BATCH_DESTROYS', 'SECRETS_GO_FOR_GOOD', 'USERS_GO_FOR_GOOD', 'ROOT_USER_GOES'],
  ],
  'what is exported': ['BATCH_EXPORTS', 'KEY_MATERIAL_LEAVES'],
  'the recipient': [
    ...['BURNS', 'RECIPIENT_MALFORMED', 'SHARED_OUTPUT', 'SWAP_RECIPIENT', 'TOKEN_TO_ITS_CONTRACT'],
    ...['WITHDRAWAL_BY_KEY', 'WITHDRAWAL_TO_OTHER', 'WITHDRAWN_TO_OTHER', 'ZERO_ADDRESS'],
  ],
  'the fee': ['FEE_EXCESSIVE', 'FEE_HIGH', 'SAFE_REFUND'],
  'the amounts': ['AMOUNTS_CLAIMED', 'DECIMALS_DIFFER', 'NEGATIVE_NUMBER'],
  'the chain': ['CHAIN_ID_ZERO', 'KEY_ANY_CHAIN', 'NO_REPLAY_PROTECTION'],
  'which key signs': ['NOT_THE_OWNER', 'NOT_THE_SIGNER', 'NO_INPUT_OURS', 'SIGNER_NOT_IN_TRANSACTION'],
  'every character': ['LOOK_ALIKE_TEXT', 'MIXED_SCRIPTS', 'QUOTES_IN_NAME', 'UNSEEN_CHARACTERS'],
  'what the policy allows': [
    ...['POLICY_ALLOWS_ALL', 'POLICY_ALLOWS_MOST', 'POLICY_ALLOW_WIDENED', 'POLICY_DENY_LOOSENED'],
    ...['POLICY_NOT_KNOWN', 'POLICY_NO_LONGER_DENIES', 'POLICY_ONE_USER_ALL', 'POLICY_WITHOUT_CONDITION'],
    ...['POLICY_DENIES_ALL', 'POLICY_EXCLUDES_ONLY', 'POLICY_LIMITS_NOTHING', 'POLICY_WITHOUT_CONSENSUS'],
    ...['SESSION_SCOPE_UNLIMITED'],
  ],
  'who decides from now on': [
    ...['ROOT_QUORUM_LOST', 'ROOT_QUORUM_LOWERED', 'ROOT_QUORUM_NOT_KNOWN', 'ROOT_QUORUM_OF_ONE'],
    ...['ROOT_QUORUM_UNREACHABLE', 'ROOT_QUORUM_WITHOUT_ME', 'ROOT_USER_JOINS', 'ROOT_USER_LEAVES'],
  ],
  'what the credential can do': ['ROOT_USER_CREDENTIAL'],
  'how long the session lasts': ['SESSION_VERY_LONG'],
  'which sessions end': ['SESSIONS_END'],
  'the time limit': ['TRANSACTION_EXPIRED'],
  'whose name this is': ['USER_NAME_TAKEN'],
};

const byCode = (table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([what, codes]) => codes.map((code) => [code, what] as const)));
const KNOWN_BY_CODE = byCode(KNOWN);
const CHECKED_BY_CODE = byCode(CHECKED);

/**
 * What ticking the box says: it names what is to be known or checked, for each warning of danger. One that has no words of
 * its own is named by its title.
 */
export function checkText(dangers: readonly Pick<Warning, 'code' | 'title'>[]): string {
  const known = new Set<string>();
  const checked = new Set<string>();
  for (const { code, title } of dangers) {
    const what = KNOWN_BY_CODE.get(code);
    if (what === undefined) checked.add(CHECKED_BY_CODE.get(code) ?? `“${title}”`);
    else known.add(what);
  }
  const knows = known.size === 0 ? [] : [`know ${listed([...known])}`];
  const checks = checked.size === 0 ? [] : [`have checked ${listed([...checked])}`];
  return `I ${[...knows, ...checks].join(', and ')}`;
}

function listed(things: readonly string[]): string {
  const more = things.length - NAMED;
  const named = more > 0 ? [...things.slice(0, NAMED), `${more} more warnings`] : things;
  const last = named.at(-1) ?? '';
  return named.length < 2 ? last : `${named.slice(0, -1).join(', ')} and ${last}`;
}
