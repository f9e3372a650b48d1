import { deleteUsers } from '../../../protocol/catalogue/delete-users.ts';
import { getOrganization } from '../../../protocol/catalogue/get-organization.ts';
import type { Warning } from '../../../protocol/chains/reading.ts';
import { listNames } from './list-names.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says who goes, by name, and what that does to the root quorum. */
export const deleteUsersPreview: PreviewMaker = async (parameters, { ask }) => {
  const { userIds } = deleteUsers.parameters.parse(parameters);
  const { users, rootQuorum } = (await ask(getOrganization, {})).organizationData;
  const going = userIds.map((id) => users.find(({ userId }) => userId === id)?.userName ?? id);
  const left = rootQuorum.userIds.filter((id) => !userIds.includes(id)).length;
  const warnings: Warning[] = [
    {
      code: 'USERS_GO_FOR_GOOD',
      severity: 'caution',
      title: 'Their keys and sessions stop at once',
      text: 'A deleted user cannot be brought back: it would be another user, with another id in policies.',
    },
  ];
  if (left < rootQuorum.userIds.length) warnings.push(rootWarning(left, rootQuorum.threshold));
  return {
    sentence: [{ kind: 'text', value: `Delete ${listNames(going, 'users')}.` }],
    facts: userIds.map((id, index) => ({ label: going[index] ?? id, value: id, kind: 'data' })),
    warnings,
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

const rootWarning = (left: number, threshold: number): Warning =>
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
        title: 'This takes a user out of the root quorum',
        text: `${left} of its users would be left; ${threshold} of them are needed.`,
      };
