import { timestampMs } from '../../../protocol/activity.ts';
import type { Activity } from '../../../protocol/activity.ts';
import { approveActivity } from '../../../protocol/catalogue/approve-activity.ts';
import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import type { Fact, Warning } from '../../../protocol/chains/reading.ts';
import { findWaiting } from '../../activities/find-waiting.ts';
import { readIntent } from '../../activities/read-intent.ts';
import { stampedRequestOf } from '../../activities/stamped-request.ts';
import type { StampedRequest } from '../../activities/stamped-request.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/**
 * Says what a vote is about: the other person's request, fetched by the fingerprint, held against it, and read again
 * here out of the very bytes that were stamped.
 */
export const votePreview =
  (makerOf: (operation: SubmitOperation) => PreviewMaker): PreviewMaker =>
  async (parameters, { operation: ballot, ...reads }) => {
    const { fingerprint } = approveActivity.parameters.parse(parameters);
    const activity = await findWaiting(reads.ask, fingerprint);
    const request = stampedRequestOf(activity);
    const read = await readIntent(request, makerOf, reads);
    const approves = ballot.path === approveActivity.path;
    const who = request.asked.user?.userName ?? request.asked.userId;
    return {
      effect: request.operation?.effect ?? 'write',
      sentence: [
        { kind: 'text', value: `${approves ? 'Approve' : 'Reject'} what ${who} asks for: ` },
        ...(read?.sentence ?? [{ kind: 'text' as const, value: unreadable(request) }]),
      ],
      facts: [...aboutRequest(activity, request, who), ...(read?.facts ?? rawFacts(request))],
      // What is rejected does not happen: its warnings would be read as warnings of the vote.
      warnings: approves ? [...(read?.warnings ?? [BLIND]), ...noSay(activity)] : [],
      reading: read?.reading ?? null,
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

function aboutRequest(activity: Activity, { asked }: StampedRequest, who: string): Fact[] {
  const approvals = activity.votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED').length;
  const rejections = activity.votes.length - approvals;
  const askedMs = timestampMs(activity.createdAt);
  return [
    { label: 'Asked by', value: who, kind: 'text' },
    { label: 'With the key', value: asked.publicKey, kind: 'data' },
    ...(askedMs === undefined ? [] : [{ label: 'Asked', value: utc(askedMs), kind: 'text' as const }]),
    {
      label: 'Votes so far',
      value: `${approvals} approved${rejections === 0 ? '' : `, ${rejections} rejected`}`,
      kind: 'text',
    },
    { label: 'Fingerprint', value: activity.fingerprint, kind: 'data' },
  ];
}

const rawFacts = ({ parameters }: StampedRequest): Fact[] => [
  { label: 'Parameters', value: JSON.stringify(parameters), kind: 'data' },
];

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
