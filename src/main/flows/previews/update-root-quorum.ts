import { getOrganization } from '../../../protocol/catalogue/get-organization.ts';
import { updateRootQuorum } from '../../../protocol/catalogue/update-root-quorum.ts';
import type { Warning } from '../../../protocol/chains/reading.ts';
import { listNames } from './list-names.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Says who could do everything from then on, and how many of them it takes. */
export const updateRootQuorumPreview: PreviewMaker = async (parameters, { ask, self }) => {
  const { threshold, userIds } = updateRootQuorum.parameters.parse(parameters);
  const { users, rootQuorum } = (await ask(getOrganization, {})).organizationData;
  const { publicKey } = await self();
  const nameOf = (id: string): string => users.find(({ userId }) => userId === id)?.userName ?? id;
  const me = users.find(({ apiKeys }) => apiKeys.some((key) => key.credential.publicKey === publicKey));
  const members = new Set(userIds).size;
  const names = listNames([...new Set(userIds)].map(nameOf), 'users');
  const value =
    members === 1
      ? `Let ${names} alone decide everything.`
      : `Let any ${threshold} of ${names} decide everything.`;
  const leaves = me !== undefined && rootQuorum.userIds.includes(me.userId) && !userIds.includes(me.userId);
  return {
    sentence: [{ kind: 'text', value }],
    facts: [
      {
        label: 'Votes needed',
        value: String(threshold),
        kind: 'number',
        note: `now ${rootQuorum.threshold}`,
      },
      { label: 'Users', value: userIds.map(nameOf).join(', '), kind: 'text' },
      { label: 'Users now', value: rootQuorum.userIds.map(nameOf).join(', '), kind: 'text' },
    ],
    warnings: [...sizeWarnings(threshold, members), ...(leaves ? [LEAVES] : [])],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

const LEAVES: Warning = {
  code: 'ROOT_QUORUM_WITHOUT_ME',
  severity: 'danger',
  title: 'You leave the root quorum',
  text: 'The user of this credential is in it now and would not be. Only the others could take that back.',
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
        severity: 'caution',
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
