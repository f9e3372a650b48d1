import type { Fact } from '#chains/model/decoded.ts';
import { APPROVE_SET, REJECT_SET } from '#preload/approval-card/verbs.ts';
import type { VoteStanding } from '#preload/contract/votes.ts';
import type { approveActivity, rejectActivity } from '#protocol/catalogue/activities.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { AppError } from '#protocol/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { describeBatch } from '../batches/module.ts';
import { type PreviewParts, type PreviewReads, previewMakerOf } from '../previews/module.ts';
import type { GroupDescription, Place } from '../request-groups/module.ts';
import { votesError } from './errors.ts';

/** The operation that every vote of a set is. */
export type Ballot = typeof approveActivity | typeof rejectActivity;

/** So many requests stand on one page: a usual number of votes is one page that is read to its end. */
const ON_PAGE = 25;
/** How much longer the review lasts for each further request. */
const READING_MS = 10_000;

/** How a request stands with this vote. */
const standingFacts = ({ effect, approvals, rejections, required }: VoteStanding): Fact[] => [
  ...(effect === null
    ? []
    : [{ label: 'Your vote', value: effect.title, kind: 'text' as const, note: effect.text }]),
  {
    label: 'Votes so far',
    value: `${approvals}${required === null ? '' : ` of ${required}`} approved${rejections === 0 ? '' : `, ${rejections} rejected`}`,
    kind: 'text',
  },
];

/**
 * Says each vote as its own preview would, and adds up what the requests do. Of what is rejected nothing is added up: it
 * does not happen.
 * @param total how many votes the set has, for the words of a refusal
 */
export function describeVotes(
  reads: PreviewReads,
  clock: Clock,
  { ballot, total }: { readonly ballot: Ballot; readonly total: number },
): GroupDescription {
  const approves = ballot.path === 'approve_activity';
  const read = async (
    operation: SubmitOperation,
    parameters: unknown,
    { position }: Place,
  ): Promise<PreviewParts> => {
    // What is stored must not turn into something else before it is shown.
    if (operation !== ballot)
      throw votesError('VOTES_CHANGED', { expected: ballot.path, given: operation.path });
    const parts = await previewMakerOf(operation)(parameters, { operation, ...reads }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'ACTIVITY_NOT_WAITING') throw error;
        throw votesError('VOTE_GONE', { line: position + 1, total, cause: error });
      },
    );
    const about = parts.votesOn?.about ?? [];
    const facts = [
      ...parts.facts.filter((fact) => !about.includes(fact)),
      ...(parts.vote === undefined ? [] : standingFacts(parts.vote)),
      ...about,
    ];
    return approves ? { ...parts, facts } : { ...parts, facts, effect: ballot.effect, reading: null };
  };
  const batch = describeBatch(reads, clock, { read, linesOnPage: ON_PAGE });
  let count = 0;
  return {
    add: async (...given) => {
      const expectation = await batch.add(...given);
      count += 1;
      return expectation;
    },
    end: async () => {
      const words = await batch.end();
      const requests = `${count.toLocaleString('en')} ${count === 1 ? 'request' : 'requests'}`;
      return {
        ...words,
        act: approves ? APPROVE_SET : REJECT_SET,
        readingMs: (count - 1) * READING_MS,
        summary: approves ? 'Approve requests' : 'Reject requests',
        sentence: words.sentence.map((part, index) =>
          index === 0 ? { ...part, value: `${approves ? 'Approve' : 'Reject'} ${requests}` } : part,
        ),
        warnings: words.warnings.map((warning) =>
          warning.code === 'BATCH_NOT_PAYMENTS'
            ? {
                ...warning,
                severity: 'caution' as const,
                title: `You vote on ${requests}`,
                text: 'Read each of them: it is spelled out on its own.',
              }
            : warning,
        ),
      };
    },
  };
}
