import { formatTime } from '#chains/model/amounts.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import type * as activities from '#protocol/catalogue/activities.ts';
import { approveActivity } from '#protocol/catalogue/activities.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { findWaiting } from '../../governance/votes/pending-same.ts';
import { type StampedRequest, stampedRequestOf } from '../../governance/votes/stamped-request.ts';
import { type Standing, askStanding } from './ask-standing.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { NOTHING_EXPECTED, type PreviewMaker } from './preview-maker.ts';
import { readIntent } from './read-intent.ts';

/**
 * Says what a vote is about: the other person's request, fetched by the fingerprint, held against it, and read again
 * here out of the very bytes that were stamped.
 */
const votePreview =
  (makerOf: (operation: SubmitOperation) => PreviewMaker): PreviewOf<typeof approveActivity> =>
  async ({ fingerprint }, { operation: ballot, ...reads }) => {
    const activity = await findWaiting(reads.ask, fingerprint);
    const request = stampedRequestOf(activity);
    const read = await readIntent(request, makerOf, reads);
    const approves = ballot.path === approveActivity.path;
    const who = request.asked.user?.userName ?? request.asked.userId;
    const { publicKey } = request.asked;
    const standing = await askStanding(reads.ask, activity, { approves, publicKey });
    return {
      effect: request.operation?.effect ?? 'write',
      sentence: [
        { kind: 'text', value: `${approves ? 'Approve' : 'Reject'} ${who}’s request: ` },
        ...(read?.sentence ?? [{ kind: 'text' as const, value: unreadable(request) }]),
      ],
      facts: [...aboutRequest(activity, request, who, standing), ...(read?.facts ?? rawFacts(request))],
      // What is rejected does not happen: its warnings would be read as warnings of the vote.
      warnings: approves ? [...(read?.warnings ?? [BLIND]), ...noSay(activity)] : [],
      reading: read?.reading ?? null,
      ...(standing === undefined ? {} : { vote: standing.vote }),
      expectation: NOTHING_EXPECTED,
    };
  };

const unreadable = ({ operation, type }: StampedRequest): string =>
  operation === undefined
    ? `a request of the type ${type}, which this console does not know.`
    : `${operation.summary}, in a form that this console cannot read.`;

const BLIND: Warning = {
  code: 'BLIND_VOTE',
  severity: 'danger',
  title: 'Blind approval',
  text: 'This request could not be read. You would approve it without knowing what it does.',
};

const noSay = ({ canApprove }: Activity): Warning[] =>
  canApprove
    ? []
    : [
        {
          code: 'VOTE_WITHOUT_SAY',
          severity: 'caution',
          title: 'Your approval is not asked for',
          text: 'The service says that this credential’s user has no say in it, or has voted already. It will probably refuse the vote.',
        },
      ];

function aboutRequest(
  activity: Activity,
  { asked }: StampedRequest,
  who: string,
  standing: Standing | undefined,
): Fact[] {
  const askedMs = timestampMs(activity.createdAt);
  const key = standing?.keyName === undefined ? {} : { note: `with “${standing.keyName}”` };
  return [
    { label: 'Requested by', value: who, kind: 'text', ...key },
    ...(askedMs === undefined
      ? []
      : [
          {
            label: 'Requested',
            value: formatTime(BigInt(Math.floor(askedMs / 1000))),
            kind: 'time' as const,
          },
        ]),
    ...(standing?.rules ?? []),
    ...(standing === undefined ? [votesSoFar(activity)] : []),
    { label: 'Fingerprint', value: activity.fingerprint, kind: 'hash' },
    { label: 'Requester’s key', value: asked.publicKey, kind: 'hash' },
  ];
}

function votesSoFar({ votes }: Activity): Fact {
  const approvals = votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED').length;
  const rejections = votes.length - approvals;
  const value = `${approvals} approved${rejections === 0 ? '' : `, ${rejections} rejected`}`;
  return { label: 'Votes so far', value, kind: 'text' };
}

const rawFacts = ({ parameters }: StampedRequest): Fact[] => [
  { label: 'Parameters', value: JSON.stringify(parameters), kind: 'data' },
];

/** @param makerOf the preview maker of the request that is voted on */
export function activityViews(
  makerOf: (operation: SubmitOperation) => PreviewMaker,
): ViewsOf<typeof activities> {
  const vote = { preview: votePreview(makerOf) };
  return { approve_activity: vote, reject_activity: vote };
}
