import { formatTime } from '#chains/model/amounts.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import type { VoteStanding } from '#preload/contract/votes.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import type * as activities from '#protocol/catalogue/activities.ts';
import { approveActivity, getPolicyEvaluations } from '#protocol/catalogue/activities.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import { readOrganizationRules } from '../../context/organization-rules.ts';
import { findWaiting } from '../../governance/votes/pending-same.ts';
import { type StampedRequest, stampedRequestOf } from '../../governance/votes/stamped-request.ts';
import { type Rule, rulesOf, standingWith } from '../../governance/votes/vote-standing.ts';
import { ServiceRefusal } from '../../service-client/service-refusal.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { NOTHING_EXPECTED, type PreviewMaker, type PreviewReads } from './preview-maker.ts';
import { readIntent } from './read-intent.ts';
import { previewWarning } from './warnings.ts';

/** How a request stands with a vote on it, the rules it is under, and the name of the key that made it. */
interface Standing {
  readonly vote: VoteStanding;
  readonly rules: Fact[];
  readonly keyName: string | undefined;
}

/**
 * Asks the service for what a vote would do. A service that does not say costs the voter these words, and no more.
 * @param publicKey the key that stamped the request
 */
async function askStanding(
  ask: PreviewReads['ask'],
  activity: Activity,
  { approves, publicKey }: { readonly approves: boolean; readonly publicKey: string },
): Promise<Standing | undefined> {
  try {
    const [organization, { policyEvaluations }, { userId }] = await Promise.all([
      readOrganizationRules(ask),
      ask(getPolicyEvaluations, { activityId: activity.id }),
      ask(whoami, {}),
    ]);
    const rules = rulesOf(organization, policyEvaluations);
    const keys = organization.users.flatMap(({ apiKeys }) => apiKeys);
    return {
      vote: standingWith(activity, organization, rules, { userId, approves }),
      rules: (rules.length > 1 ? rules.slice(0, -1) : rules).map(ruleFact),
      keyName: keys.find(({ credential }) => credential.publicKey === publicKey)?.apiKeyName,
    };
  } catch (error) {
    if (error instanceof ServiceRefusal) return undefined;
    throw error;
  }
}

const ruleFact = ({ name, need, members }: Rule): Fact => ({
  label: 'Policy',
  value: name,
  kind: 'text',
  note:
    need === null
      ? 'has a condition of its own on who approves'
      : `requires ${need} ${need === 1 ? 'approval' : 'approvals'} of ${members.length} ${members.length === 1 ? 'user' : 'users'}`,
});

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
    const about = aboutRequest(activity, request, who, standing);
    // Of what nobody here can read, nobody here can say that it takes no keys out and destroys nothing.
    const isGrave = read === undefined || request.operation?.importsSecrets === true;
    return {
      // The parameters can make a request more than its operation is.
      effect: read?.effect ?? request.operation?.effect ?? 'write',
      ...(approves && isGrave ? { verifiesUser: true as const } : {}),
      sentence: [
        { kind: 'text', value: `${approves ? 'Approve' : 'Reject'} ${who}’s request: ` },
        ...(read?.sentence ?? [{ kind: 'text' as const, value: unreadable(request) }]),
      ],
      facts: [...about, ...(read?.facts ?? rawFacts(request))],
      // What is rejected does not happen: its warnings would be read as warnings of the vote.
      warnings: approves ? [...(read?.warnings ?? [previewWarning('BLIND_VOTE')]), ...noSay(activity)] : [],
      reading: read?.reading ?? null,
      votesOn: {
        summary: request.operation?.summary ?? request.type,
        operation: request.operation,
        parameters: request.parameters,
        expectation: read?.expectation ?? NOTHING_EXPECTED,
        about,
      },
      ...(standing === undefined ? {} : { vote: standing.vote }),
      expectation: NOTHING_EXPECTED,
    };
  };

const unreadable = ({ operation, type }: StampedRequest): string =>
  operation === undefined
    ? `a request of the type ${type}, which this console does not know.`
    : `${operation.summary}, in a form that this console cannot read.`;

const noSay = ({ canApprove }: Activity): Warning[] =>
  canApprove ? [] : [previewWarning('VOTE_WITHOUT_SAY')];

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
