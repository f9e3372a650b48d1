import type { Outcome } from '#preload/contract/requests.ts';
import type { VotesCast } from '#preload/contract/votes.ts';
import { approveActivity, rejectActivity } from '#protocol/catalogue/activities.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PreviewReads } from '../previews/module.ts';
import {
  type PurposeParts,
  type RequestGroups,
  createQueryCache,
  failureOf,
} from '../request-groups/module.ts';
import { type Ballot, describeVotes } from './describe-votes.ts';
import { votesError } from './errors.ts';

/** A set of votes that is under way. */
interface UnderWay {
  readonly ballot: Ballot;
  readonly total: number;
  readonly outcomes: Map<number, Outcome>;
}

/** Sets of votes, and what came of each vote. */
export interface VoteSets {
  readonly purpose: PurposeParts;
  /** By the id of the set. */
  readonly underWay: Map<string, UnderWay>;
}

/** Stands before the groups, which tell it what came of each vote. */
export function createVoteSets(reads: PreviewReads, clock: Clock): VoteSets {
  const underWay = new Map<string, UnderWay>();
  return {
    underWay,
    purpose: {
      describe: ({ id }) => {
        const { ballot, total } = begun(underWay.get(id));
        return describeVotes(createQueryCache(reads, clock), clock, { ballot, total });
      },
      open: ({ id }) =>
        Promise.resolve({
          settled: ({ position }, outcome) => {
            underWay.get(id)?.outcomes.set(position, outcome);
            return Promise.resolve();
          },
          close: () => Promise.resolve(),
        }),
    },
  };
}

/** What is left of an earlier run of the console goes at its start; no other set of votes is there. */
function begun(set: UnderWay | undefined): UnderWay {
  if (set === undefined) throw new Error('A set of votes is described by the call that made it.');
  return set;
}

export interface CastParts {
  readonly groups: RequestGroups;
  readonly voteSets: VoteSets;
  readonly session: () => Promise<SigningContext>;
}

/**
 * Votes the same way on many requests under one approval, which is bound to the bodies of all votes, and each body names
 * the fingerprint of its request. The set is gone afterwards: what stands is with the requests.
 * @param fingerprints of the requests, each once
 * @throws AppError `VOTES_NEED_KEY`, `VOTE_GONE`, `VOTES_CHANGED`; ServiceError
 */
export async function castVotes(
  { groups, voteSets, session }: CastParts,
  { approves, fingerprints }: { readonly approves: boolean; readonly fingerprints: readonly string[] },
): Promise<VotesCast> {
  const { credential } = await session();
  if (credential.kind === 'passkey') throw votesError('VOTES_NEED_KEY');
  const ballot = approves ? approveActivity : rejectActivity;
  const { id } = await groups.create(
    { purpose: 'votes', title: ballot.summary, results: null },
    fingerprints.map((fingerprint) => ({ operation: ballot, parameters: { fingerprint } })),
  );
  const outcomes = new Map<number, Outcome>();
  voteSets.underWay.set(id, { ballot, total: fingerprints.length, outcomes });
  try {
    const decision = await groups.run(id);
    await groups.settled(id);
    const { stopped } = await groups.view(id);
    return { decision, stopped, ...tallyOf(fingerprints, decision === 'approve', outcomes) };
  } finally {
    voteSets.underWay.delete(id);
    groups.pause(id);
    await groups.settled(id);
    await groups.discard(id);
  }
}

function tallyOf(
  fingerprints: readonly string[],
  isApproved: boolean,
  outcomes: ReadonlyMap<number, Outcome>,
): Pick<VotesCast, 'counted' | 'failed' | 'unanswered'> {
  const failed: VotesCast['failed'] = [];
  let counted = 0;
  for (const [position, outcome] of outcomes) {
    const failure = failureOf(outcome);
    if (failure === undefined && outcome.state === 'completed') counted += 1;
    if (failure !== undefined)
      failed.push({ fingerprint: fingerprints[position] ?? '', message: failure.message });
  }
  const unanswered = isApproved ? fingerprints.length - counted - failed.length : 0;
  return { counted, failed, unanswered };
}
