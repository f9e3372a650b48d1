import type { RequestKind, WhoCan } from '#preload/contract/activities.ts';
import type { PolicyRecord } from '#protocol/catalogue/policies.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { readOrganizationRules } from '../../context/organization-rules.ts';
import { parsePolicies } from '../../governance/policies/parse-rules.ts';
import { handsOf } from '../../governance/policies/sample-hands.ts';
import { requestKinds, reachesOf } from '../../governance/policies/who-can.ts';
import { createYield } from '../../platform/pacing.ts';
import { featureError } from '../errors.ts';

/** The kinds of request that are decided over, by name. */
export const listRequestKinds = (nowMs: number): RequestKind[] =>
  requestKinds(nowMs).map(({ name, effect }) => ({ name, effect }));

/** Lists of policies' names, each of them once. */
interface PolicyLists {
  readonly lists: string[][];
  /** The place of the list of these policies. */
  readonly placeOf: (policyIds: readonly string[]) => number;
}

function createPolicyLists(policies: readonly PolicyRecord[]): PolicyLists {
  const orderOf = new Map(policies.map(({ policyId }, at) => [policyId, at]));
  const lists: string[][] = [];
  const known = new Map<string, number>();
  const placeOf = (ids: readonly string[]): number => {
    const order = ids.flatMap((id) => orderOf.get(id) ?? []).sort((one, other) => one - other);
    const key = order.join();
    const place = known.get(key) ?? lists.push(order.map((at) => policies[at]?.policyName ?? '')) - 1;
    known.set(key, place);
    return place;
  };
  return { lists, placeOf };
}

/**
 * Who can do what requests of a kind ask for, by the quorum and the policies of today.
 * @param requireOpen throws once nobody waits for the answer any more, which ends the work
 * @throws AppError `REQUEST_KIND_UNKNOWN`; ServiceError; what `requireOpen` throws
 */
export async function whoCanDo(
  kindName: string,
  ask: ContextResolver['query'],
  nowMs: number,
  requireOpen: () => void,
): Promise<WhoCan> {
  const kind = requestKinds(nowMs).find(({ name }) => name === kindName);
  if (kind === undefined) throw featureError('REQUEST_KIND_UNKNOWN');
  const { users, rootQuorum, policies } = await readOrganizationRules(ask);
  const read = await parsePolicies(policies);
  const hands = users.map(handsOf);
  const rule = {
    ...{ rootQuorum, electorate: hands.flat() },
    policies: read.filter((policy) => policy !== undefined),
  };
  const named = createPolicyLists(policies);
  const yieldToEventLoop = createYield();
  const told: WhoCan['users'] = [];
  for (const [n, reach] of (await reachesOf(hands, kind, rule, requireOpen)).entries()) {
    await yieldToEventLoop();
    const { power, isByRoot, allowedBy, deniedBy } = reach;
    told.push({
      ...{ id: users[n]?.userId ?? '', name: users[n]?.userName ?? '' },
      ...{ hasCredential: hands[n]?.length !== 0, power, isByRoot },
      isRoot: rootQuorum.userIds.includes(users[n]?.userId ?? ''),
      ...{ allowedBy: named.placeOf(allowedBy), deniedBy: named.placeOf(deniedBy) },
    });
  }
  return {
    users: told,
    policyLists: named.lists,
    rootThreshold: rootQuorum.threshold,
    unread: policies.filter((_, at) => read[at] === undefined).map(({ policyName }) => policyName),
  };
}
