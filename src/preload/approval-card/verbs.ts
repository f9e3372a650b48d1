import type { CatalogueOperation } from '#protocol/catalogue/catalogue.ts';
import type { ApprovalView } from '../approval-contract.ts';

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

/** The operation of many requests under one approval. */
export const REQUEST_SET = 'request_set';
/** The operation of a vote against a request. */
export const REJECTION: Path = 'reject_activity' satisfies Path;

const isSaid = (operation: string): operation is Path => Object.hasOwn(SAID, operation);

/**
 * The words of an act. A rejection is never confirmed with the word of an approval, nor the other way around.
 * @param preview its operation, the summary from the catalogue, and the body for how many things a list has
 */
export function verbsOf({ operation, summary, facts, body }: ApprovalView['preview']): Verbs {
  if (operation === REQUEST_SET) return ofSet(facts);
  if (operation === 'sign_raw_payload' && facts.some(({ label }) => label === 'Text')) return TEXT_PAYLOAD;
  const said = isSaid(operation) ? SAID[operation] : undefined;
  return said ?? fromSummary(summary, hasOne(body));
}

function ofSet(facts: ApprovalView['preview']['facts']): Verbs {
  const count = facts.find(({ label }) => label === 'Requests')?.value;
  const words =
    count === undefined
      ? 'Sign and send these requests'
      : `Sign and send ${count} ${count === '1' ? 'request' : 'requests'}`;
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
