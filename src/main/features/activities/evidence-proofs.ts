import { z } from 'zod';
import type { Activity } from '#protocol/activity.ts';
import { listAppProofs } from '#protocol/catalogue/activities.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { type ProofPayload, verifyAppProof } from '#protocol/proof.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { firstVoteOf } from '../../governance/votes/votes.ts';
import type { ActivityRecord } from './activity-record.ts';
import { signHalf } from './app-proofs.ts';

const request = z.looseObject({
  generateAppProofs: z.boolean().nullish(),
  parameters: z.looseObject({ generateAppProofs: z.boolean().nullish() }),
});

/** Whether the request asks for proofs, in either of the places where published clients write it (PROTOCOL.md, section 6.7). */
function asksForProofs(activity: Activity): boolean {
  try {
    const { generateAppProofs, parameters } = request.parse(JSON.parse(firstVoteOf(activity)?.message ?? ''));
    return generateAppProofs === true || parameters.generateAppProofs === true;
  } catch {
    return false;
  }
}

const isCompleted = ({ status }: Activity): boolean => status === 'ACTIVITY_STATUS_COMPLETED';

/** Asks for the proofs of completed activities whose requests asked for them, where the service's list left them out. */
export async function withProofs(
  record: ActivityRecord,
  ask: ContextResolver['query'],
): Promise<ActivityRecord> {
  const activities: ActivityRecord['activities'][number][] = [];
  for (const each of record.activities) {
    const { activity } = each;
    const isBare = isCompleted(activity) && (activity.appProofs ?? []).length === 0;
    const appProofs = isBare && asksForProofs(activity) ? await proofsOf(activity, ask) : [];
    activities.push(appProofs.length === 0 ? each : { ...each, activity: { ...activity, appProofs } });
  }
  return { ...record, activities };
}

async function proofsOf(
  { id }: Activity,
  ask: ContextResolver['query'],
): Promise<NonNullable<Activity['appProofs']>> {
  try {
    return (await ask(listAppProofs, { activityId: id })).appProofs;
  } catch (error) {
    // The check says that they are missing.
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** What the proofs of an activity come to. */
export interface ProvenActivity {
  /** Why the activity isn't what a proof says; undefined where none contradicts it. */
  readonly fault?: string;
  /** That the service allowed it, with just these approvals. */
  readonly isAllowed: boolean;
  /** That its result is a wallet's addresses, each of its path. */
  readonly isResultProven: boolean;
  /** How many proofs are by keys that aren't the service's. */
  readonly foreign: number;
  /** That its request asked for proofs, and none is here. */
  readonly isBare: boolean;
}

/**
 * Checks the proofs in an activity against what stands beside them.
 * @param keys those of the service that count: 65 bytes, hex
 */
export function checkProofs(activity: Activity, keys: readonly string[]): ProvenActivity {
  const proofs = activity.appProofs ?? [];
  const isBare = proofs.length === 0 && isCompleted(activity) && asksForProofs(activity);
  const nothing = { isAllowed: false, isResultProven: false, foreign: 0, isBare };
  const stated: ProofPayload[] = [];
  for (const proof of proofs) {
    try {
      const payload = verifyAppProof(proof, proof.publicKey);
      if (keys.includes(signHalf(proof.publicKey))) stated.push(payload);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...nothing, fault: `Its proof doesn’t hold: ${error.message}` };
    }
  }
  const outcomes = stated.flatMap((payload) => policyOutcome.safeParse(payload).data ?? []);
  const derived = stated.flatMap((payload) => derivation.safeParse(payload).data ?? []);
  const fault =
    outcomes.map((each) => contradictedBy(activity, each.policyOutcomeProof)).find(isFault) ??
    contradictedAddress(activity, derived);
  return {
    ...nothing,
    ...(fault === undefined ? {} : { fault }),
    isAllowed: outcomes.length > 0,
    isResultProven: outcomes.length > 0 && isCovered(activity, derived),
    foreign: proofs.length - stated.length,
  };
}

const isFault = (fault: string | undefined): fault is string => fault !== undefined;

const policyOutcome = z.looseObject({
  type: z.literal('APP_PROOF_TYPE_POLICY_OUTCOME'),
  policyOutcomeProof: z.looseObject({
    outcome: z.string(),
    decisionContextDigest: z.string(),
    userRequestApprovals: z.array(
      z.looseObject({ userId: z.string(), publicKey: z.string(), scheme: z.string(), signature: z.string() }),
    ),
  }),
});
type PolicyOutcome = z.infer<typeof policyOutcome>['policyOutcomeProof'];

const stampOf = (vote: PolicyOutcome['userRequestApprovals'][number]): string =>
  JSON.stringify([vote.userId, vote.publicKey, vote.scheme, vote.signature]);

/** What the digest covers: docs/decisions/071. */
function contradictedBy(activity: Activity, proof: PolicyOutcome): string | undefined {
  const { id: activityId, organizationId, type, intent, fingerprint, votes } = activity;
  const decided = JSON.stringify({ organizationId, activityId, type, intent, fingerprint });
  if (proof.decisionContextDigest !== sha256Hex(toUtf8(decided)))
    return 'Its proof is of another request or activity';
  if (proof.outcome !== 'OUTCOME_ALLOW') return 'Its proof says that it wasn’t allowed';
  if (!isCompleted(activity)) return 'Its proof says that it was allowed and done, its state doesn’t';
  const approvals = counted(votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED'));
  const proven = counted(proof.userRequestApprovals);
  if (hasMore(proven, approvals)) return 'An approval that its proof names is missing';
  if (hasMore(approvals, proven)) return 'It has an approval that its proof doesn’t name';
  return undefined;
}

/** How often each approval is there: one that is there twice isn't what its proof names once. */
function counted(votes: PolicyOutcome['userRequestApprovals']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const vote of votes.map(stampOf)) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return counts;
}

const hasMore = (some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): boolean =>
  [...some].some(([vote, count]) => count > (others.get(vote) ?? 0));

const derivation = z.looseObject({
  type: z.literal('APP_PROOF_TYPE_ADDRESS_DERIVATION'),
  addressDerivationProof: z.looseObject({
    organizationId: z.string(),
    walletId: z.string(),
    derivationPath: z.string(),
    address: z.string(),
  }),
});
type Derivation = z.infer<typeof derivation>;

const wanted = z.looseObject({
  walletId: z.string().optional(),
  accounts: z.array(z.looseObject({ path: z.string() })),
});
const made = z.looseObject({ walletId: z.string().optional(), addresses: z.array(z.string()) });

/** The accounts that a request asked for, each with the address that its result has; undefined for other requests. */
function accountsOf({ organizationId, intent, result }: Activity): readonly string[] | undefined {
  const asked = Object.values(intent).flatMap((each) => wanted.safeParse(each).data ?? [])[0];
  const given = Object.values(result ?? {}).flatMap((each) => made.safeParse(each).data ?? [])[0];
  const walletId = given?.walletId ?? asked?.walletId;
  if (asked === undefined || given === undefined || walletId === undefined) return undefined;
  if (asked.accounts.length !== given.addresses.length) return undefined;
  return asked.accounts.map(({ path }, at) =>
    JSON.stringify([organizationId, walletId, path, given.addresses[at]]),
  );
}

const accountIn = ({ addressDerivationProof: proof }: Derivation): string =>
  JSON.stringify([proof.organizationId, proof.walletId, proof.derivationPath, proof.address]);

function contradictedAddress(activity: Activity, derived: readonly Derivation[]): string | undefined {
  const accounts = accountsOf(activity) ?? [];
  return derived.every((each) => accounts.includes(accountIn(each)))
    ? undefined
    : 'Its result isn’t what its proof says of an address';
}

/** Whether each account has its proof, and the result says nothing else. */
function isCovered(activity: Activity, derived: readonly Derivation[]): boolean {
  const accounts = accountsOf(activity) ?? [];
  const proven = new Set(derived.map(accountIn));
  const results = Object.values(activity.result ?? {});
  const members = results.flatMap((each) => Object.keys(each ?? {}));
  return (
    results.length === 1 &&
    accounts.length > 0 &&
    accounts.every((each) => proven.has(each)) &&
    members.every((name) => name === 'walletId' || name === 'addresses')
  );
}
