import { deleteUsers } from '../../../protocol/catalogue/users.ts';
import type { Warning } from '../../../chains/decoded.ts';
import { listNames } from './list-names.ts';
import { peopleWarnings, readPeople } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says who goes, by name, and what that does to the root quorum. */
export const deleteUsersPreview: PreviewMaker = async (parameters, context) => {
  const { userIds } = deleteUsers.parameters.parse(parameters);
  const people = await readPeople(context);
  const quorum = people.organization?.rootQuorum;
  const left = quorum?.userIds.filter((id) => !userIds.includes(id)).length ?? 0;
  const warnings: Warning[] = [
    {
      code: 'USERS_GO_FOR_GOOD',
      severity: 'caution',
      title: 'Their keys and sessions stop at once',
      text: 'A deleted user cannot be brought back: it would be another user, with another id in policies.',
    },
  ];
  if (quorum !== undefined && left < quorum.userIds.length)
    warnings.push(rootWarning(left, quorum.threshold, userIds.filter(people.isRoot).map(people.nameOf)));
  return {
    sentence: [{ kind: 'text', value: `Delete ${listNames(userIds.map(people.nameOf), 'users')}.` }],
    facts: userIds.map((id) => people.factOf(id)),
    warnings: [...warnings, ...peopleWarnings(people)],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

const rootWarning = (left: number, threshold: number, going: readonly string[]): Warning =>
  left < threshold
    ? {
        code: 'ROOT_QUORUM_LOST',
        severity: 'danger',
        title: 'The root quorum could decide nothing any more',
        text: `${left} of its users would be left, and ${threshold} are needed. Change the root quorum first.`,
      }
    : {
        code: 'ROOT_USER_GOES',
        severity: 'danger',
        title: `This takes ${listNames(going, 'users')} out of the root quorum`,
        text: `${left} of its users would be left; ${threshold} of them are needed.`,
      };
