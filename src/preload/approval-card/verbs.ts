import type { Warning } from '#chains/model/decoded.ts';
import type { CatalogueOperation } from '#protocol/catalogue/catalogue.ts';
import type { ApprovalView } from '../approval-contract.ts';

/** So many things are named beside the box; the bands above name all of them. */
const NAMED = 3;

/** Who or what somebody has to know before they go on, by the warnings that ask for it. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'this contract and what it does': ['VALUE_TO_UNKNOWN_CONTRACT', 'UNKNOWN_CONTRACT_PROMISE'],
  'this spender': ['APPROVAL_TO_STRANGER', 'APPROVAL_AMBIGUOUS', 'UNLIMITED_APPROVAL', 'APPROVAL_FOR_ALL'],
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
  'every character': [
    'CONTACT_NAME_LOOKS_ALIKE',
    'LOOK_ALIKE_TEXT',
    'MIXED_SCRIPTS',
    'QUOTES_IN_NAME',
    'UNSEEN_CHARACTERS',
  ],
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
  'who can unlock the console': ['NOBODY_ASKED'],
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

/**
 * How long nothing may be approved after the surface appears, gets the focus or moves, in ms: a click that is under way must
 * not land on it. Its page keeps to this, and the privileged side does for what it sees move.
 */
export const SETTLE_MS = 700;

type Path = CatalogueOperation['path'];

/** What a card is called and what its confirming button says: the same act in the same words. */
export interface Verbs {
  /** "Delete these users". */
  readonly title: string;
  /** "Delete users". */
  readonly confirm: string;
}

/** Operations whose summary does not say what pressing the button does; every other follows from its summary. */
const SAID: Partial<Record<Path, Verbs>> = {
  sign_transaction: { title: 'Sign and send this transaction', confirm: 'Sign and send' },
  sign_raw_payload: { title: 'Sign this payload', confirm: 'Sign payload' },
  sign_raw_payloads: { title: 'Sign these payloads', confirm: 'Sign payloads' },
  approve_activity: { title: 'Approve this request', confirm: 'Approve request' },
  reject_activity: { title: 'Reject this request', confirm: 'Reject request' },
  export_private_key: { title: 'Export this key', confirm: 'Export key' },
  import_private_key: { title: 'Import this key', confirm: 'Import key' },
  init_import_private_key: { title: 'Start this key import', confirm: 'Start key import' },
  init_import_wallet: { title: 'Start this wallet import', confirm: 'Start wallet import' },
  init_import_secrets: { title: 'Start this secret import', confirm: 'Start secret import' },
  stamp_login: { title: 'Log in with this key', confirm: 'Log in' },
  oauth_login: { title: 'Log in with this token', confirm: 'Log in' },
  oauth: { title: 'Open this session', confirm: 'Open session' },
  create_read_write_session: { title: 'Open this session', confirm: 'Open session' },
  set_organization_feature: { title: 'Set this organization feature', confirm: 'Set feature' },
  remove_organization_feature: { title: 'Remove this organization feature', confirm: 'Remove feature' },
};
const TEXT_PAYLOAD: Verbs = { title: 'Sign this message', confirm: 'Sign message' };

/** The operation of many requests under one approval; the second one stamps them for files, and sends nothing. */
export const REQUEST_SET = 'request_set';
export const STAMP_SET = 'stamp_set';
/** The operations of one approval over votes on many requests, for them and against them. */
export const APPROVE_SET = 'approve_set';
export const REJECT_SET = 'reject_set';
const SET_VERBS: Readonly<Record<string, string>> = {
  [REQUEST_SET]: 'Sign and send',
  [STAMP_SET]: 'Stamp',
  [APPROVE_SET]: 'Approve',
  [REJECT_SET]: 'Reject',
};
/** The operation of a vote against a request. */
export const REJECTION: Path = 'reject_activity' satisfies Path;

const isSaid = (operation: string): operation is Path => Object.hasOwn(SAID, operation);

/**
 * The words of an act. A rejection is never confirmed with the word of an approval, nor the other way around.
 * @param preview its operation, the summary from the catalogue, and the body for how many things a list has
 */
export function verbsOf({ operation, summary, facts, body }: ApprovalView['preview']): Verbs {
  const verb = SET_VERBS[operation];
  if (verb !== undefined) return ofSet(facts, verb);
  if (operation === 'sign_raw_payload' && facts.some(({ label }) => label === 'Text')) return TEXT_PAYLOAD;
  const said = isSaid(operation) ? SAID[operation] : undefined;
  return said ?? fromSummary(summary, hasOne(body));
}

function ofSet(facts: ApprovalView['preview']['facts'], verb: string): Verbs {
  const count = facts.find(({ label }) => label === 'Requests')?.value;
  const words =
    count === undefined
      ? `${verb} these requests`
      : `${verb} ${count} ${count === '1' ? 'request' : 'requests'}`;
  return { title: words, confirm: words };
}

/**
 * Turns "Delete a policy" into "Delete this policy" and "Delete policy", and "Delete users" into "Delete these users"
 * and "Delete users".
 * @param single whether a plural stands for one thing alone
 */
export function fromSummary(summary: string, single = false): Verbs {
  if (/ an? /.test(summary))
    return { title: summary.replace(/ an? /, ' this '), confirm: summary.replace(/ an? /, ' ') };
  const [verb = summary, ...rest] = summary.split(' ');
  const things = rest.join(' ');
  if (things === '') return { title: verb, confirm: verb };
  if (!things.endsWith('s')) return { title: summary, confirm: summary };
  if (!single) return { title: `${verb} these ${things}`, confirm: summary };
  const one = things.replace(/ies$/, 'y').replace(/s$/, '');
  return { title: `${verb} this ${one}`, confirm: `${verb} ${one}` };
}

/** Whether the only list among a request's parameters has one element; the body is the operator's own, and JSON. */
function hasOne(body: string): boolean {
  if (body === '') return false;
  try {
    const { parameters = {} } = JSON.parse(body) as { parameters?: Record<string, unknown> };
    const lists = Object.values(parameters).filter(Array.isArray);
    return lists.length === 1 && lists[0]?.length === 1;
  } catch {
    return false;
  }
}
