import type { updateRootQuorum } from '#protocol/catalogue/organization.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { answerOf } from './answers.ts';
import { listNames } from './list-names.ts';
import { type People, readPeople } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewOf } from './operation-view.ts';
import { previewWarning } from './warnings.ts';

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
      ...(leaves ? [previewWarning('ROOT_QUORUM_WITHOUT_ME')] : []),
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

/** Who comes, who goes, and whether it takes fewer of them. */
function changeWarnings(
  people: People,
  threshold: number,
  joining: readonly string[],
  leaving: readonly string[],
): Warning[] {
  const now = people.organization?.rootQuorum;
  if (now === undefined) return [previewWarning('ROOT_QUORUM_NOT_KNOWN')];
  const names = (ids: readonly string[]): string => ids.map((id) => `“${people.nameOf(id)}”`).join(', ');
  const warnings: Warning[] = [];
  if (threshold < now.threshold)
    warnings.push(
      threshold === 1
        ? previewWarning('ROOT_QUORUM_LOWERED.toOne', { now: now.threshold })
        : previewWarning('ROOT_QUORUM_LOWERED.toMore', { now: now.threshold, then: threshold }),
    );
  if (joining.length > 0) warnings.push(previewWarning('ROOT_USER_JOINS', { names: names(joining) }));
  if (leaving.length > 0) warnings.push(previewWarning('ROOT_USER_LEAVES', { names: names(leaving) }));
  return warnings;
}

function sizeWarnings(threshold: number, members: number): Warning[] {
  if (threshold > members) return [previewWarning('ROOT_QUORUM_UNREACHABLE', { threshold, members })];
  if (threshold === 1) return [previewWarning('ROOT_QUORUM_OF_ONE')];
  return threshold < members ? [] : [previewWarning('ROOT_QUORUM_NEEDS_ALL')];
}
