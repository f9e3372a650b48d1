import type { updateRootQuorum } from '#protocol/catalogue/organization.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { answerOf } from './answers.ts';
import { listNames } from './list-names.ts';
import { readPeople } from './people.ts';
import type { People } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewOf } from './operation-view.ts';

/** Says who could do everything from then on, how many of them it takes, and who comes and goes. */
export const updateRootQuorumPreview: PreviewOf<typeof updateRootQuorum> = async (
  { threshold, userIds },
  context,
) => {
  const people = await readPeople(context);
  const now = people.organization?.rootQuorum;
  const own = (await answerOf(context.self()))?.publicKey;
  const me = people.users.find(({ apiKeys }) => apiKeys.some((key) => key.credential.publicKey === own));
  const members = [...new Set(userIds)];
  const joining = now === undefined ? [] : members.filter((id) => !now.userIds.includes(id));
  const leaving = now === undefined ? [] : now.userIds.filter((id) => !members.includes(id));
  const leaves = me !== undefined && leaving.includes(me.userId);
  const approvals: Fact = {
    label: 'Approvals required',
    value: now === undefined ? String(threshold) : `${now.threshold} → ${threshold}`,
    kind: 'text',
    note: `of ${members.length} root users${now === undefined ? '' : `, now of ${now.userIds.length}`}`,
  };
  const fact = (label: string, id: string): Fact => memberFact(people, label, id);
  return {
    sentence: [{ kind: 'text', value: sentenceOf(people, threshold, members) }],
    facts: [
      approvals,
      ...joining.map((id) => fact('Becomes a root user', id)),
      ...leaving.map((id) => fact('No longer a root user', id)),
      ...members
        .filter((id) => !joining.includes(id))
        .map((id) => fact(now === undefined ? 'Root user' : 'Stays a root user', id)),
    ],
    covers: [{ fact: approvals, path: ['threshold'], as: now === undefined ? 'plain' : 'becomes' }],
    warnings: [
      ...sizeWarnings(threshold, members.length),
      ...changeWarnings(people, threshold, joining, leaving),
      ...(leaves ? [LEAVES] : []),
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

function sentenceOf(people: People, threshold: number, members: readonly string[]): string {
  const names = listNames(members.map(people.nameOf), 'users');
  const now = people.organization?.rootQuorum;
  const before = now === undefined ? '' : ` Now it takes ${now.threshold} of ${now.userIds.length}.`;
  return members.length === 1
    ? `Let ${names} alone decide everything.${before}`
    : `Let any ${threshold} of ${names} decide everything.${before}`;
}

const memberFact = (people: People, label: string, id: string): Fact => {
  const isKnown = people.users.some(({ userId }) => userId === id);
  return isKnown
    ? { label, value: people.nameOf(id), kind: 'text', note: id }
    : { label, value: id, kind: 'data' };
};

const LEAVES: Warning = {
  code: 'ROOT_QUORUM_WITHOUT_ME',
  severity: 'danger',
  title: 'You leave the root quorum',
  text: 'The user of this credential is in it now and would not be. Only the others could take that back.',
};

/** Who comes, who goes, and whether it takes fewer of them. */
function changeWarnings(
  people: People,
  threshold: number,
  joining: readonly string[],
  leaving: readonly string[],
): Warning[] {
  const now = people.organization?.rootQuorum;
  if (now === undefined) return [UNKNOWN];
  const names = (ids: readonly string[]): string => ids.map((id) => `“${people.nameOf(id)}”`).join(', ');
  const warnings: Warning[] = [];
  if (threshold < now.threshold)
    warnings.push({
      code: 'ROOT_QUORUM_LOWERED',
      severity: 'danger',
      title: `Root quorum drops from ${now.threshold} to ${threshold}`,
      text: `${threshold === 1 ? 'One approval is' : `${threshold} approvals are`} enough to do everything, where it takes ${now.threshold} today.`,
    });
  if (joining.length > 0)
    warnings.push({
      code: 'ROOT_USER_JOINS',
      severity: 'danger',
      title: `New root user: ${names(joining)}`,
      text: 'No policy limits root users: together they can export every key and change every user.',
    });
  if (leaving.length > 0)
    warnings.push({
      code: 'ROOT_USER_LEAVES',
      severity: 'danger',
      title: `No longer a root user: ${names(leaving)}`,
      text: 'From then on policies apply to them. Only the root quorum could take that back.',
    });
  return warnings;
}

const UNKNOWN: Warning = {
  code: 'ROOT_QUORUM_NOT_KNOWN',
  severity: 'danger',
  title: 'The current root quorum could not be read',
  text: 'It can’t be said who joins, who leaves, or whether fewer approvals will be enough.',
};

function sizeWarnings(threshold: number, members: number): Warning[] {
  if (threshold > members) {
    return [
      {
        code: 'ROOT_QUORUM_UNREACHABLE',
        severity: 'danger',
        title: 'It could decide nothing',
        text: `${threshold} votes are needed, and there are ${members} users to give them.`,
      },
    ];
  }
  if (threshold === 1) {
    return [
      {
        code: 'ROOT_QUORUM_OF_ONE',
        severity: 'danger',
        title: 'One person alone can do everything',
        text: 'Policies do not bind the root quorum. With two votes or more, one stolen key is not enough.',
      },
    ];
  }
  if (threshold < members) return [];
  return [
    {
      code: 'ROOT_QUORUM_NEEDS_ALL',
      severity: 'caution',
      title: 'Nobody may be missing',
      text: 'All of its users have to vote. When one loses all credentials, it can decide nothing any more.',
    },
  ];
}
