import type { Fact, Warning } from '#chains/model/decoded.ts';
import type * as userOperations from '#protocol/catalogue/users.ts';
import type { createUsers, deleteUsers, updateUserName } from '#protocol/catalogue/users.ts';
import { quoted, revealInvisible } from '#protocol/invisible-characters.ts';
import { under } from './covers.ts';
import { deleteTitle, listNames, titleOfNew } from './list-names.ts';
import { apiKeyWords, authenticatorWords, oauthProviderWords } from './new-credentials.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { readOwners } from './owners.ts';
import { nameWarnings, peopleWarnings, readPeople } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import { eachOnce, previewWarning } from './warnings.ts';

/** Says who comes in, and whose keys, passkeys and logins will act as them. */
export const createUsersPreview: PreviewOf<typeof createUsers> = async ({ users }, context) => {
  const people = await readPeople(context);
  const owners = await readOwners(context, people);
  const names = users.map(({ userName }) => revealInvisible(userName));
  const each = users.map(({ apiKeys, authenticators, oauthProviders }, index) => {
    const of = users.length === 1 ? '' : ` of user ${index + 1}`;
    const person = `“${names[index] ?? ''}”`;
    const place = (position: number, all: readonly unknown[]) => ({
      which: `${all.length === 1 ? '' : ` ${position + 1}`}${of}`,
      person,
    });
    const keys = apiKeys.map((key, at) => apiKeyWords(key, owners, place(at, apiKeys)));
    const passkeys = authenticators.map((one, at) =>
      authenticatorWords(one, owners, place(at, authenticators)),
    );
    const logins = oauthProviders.map((one, at) =>
      oauthProviderWords(one, people, place(at, oauthProviders)),
    );
    const words = [...keys, ...passkeys, ...logins];
    const user = userFact(users[index]?.userName ?? '', of);
    const whose = words.map((one) => one.whose);
    const rest = words.flatMap(({ facts }) => facts);
    return {
      // Whose keys they are comes first; with several users, under each one's name.
      facts: users.length === 1 ? [...whose, user, ...rest] : [user, ...whose, ...rest],
      covers: [
        ...keys.flatMap(({ covers }, at) => under(['apiKeys', at], covers)),
        ...passkeys.flatMap(({ covers }, at) => under(['authenticators', at], covers)),
        ...logins.flatMap(({ covers }, at) => under(['oauthProviders', at], covers)),
      ],
      warnings: words.flatMap(({ warnings }) => warnings),
    };
  });
  return {
    sentence: [{ kind: 'text', value: `Add ${listNames(names, 'users')} to the organization.` }],
    facts: each.flatMap((one) => one.facts),
    covers: each.flatMap((one, index) => under(['users', index], one.covers)),
    warnings: eachOnce([
      ...each.flatMap(({ warnings }) => warnings),
      ...nameWarnings(
        people,
        users.map(({ userName }) => userName),
      ),
      ...muteWarnings(users),
    ]),
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

const userFact = (name: string, of: string): Fact => ({
  label: of === '' ? 'New user' : `New user${of.replace(' of user', '')}`,
  value: revealInvisible(name),
  kind: 'text',
});

type Users = ReturnType<typeof createUsers.parameters.parse>['users'];

function muteWarnings(users: Users): Warning[] {
  const mute = users.filter(
    ({ apiKeys, authenticators, oauthProviders }) =>
      apiKeys.length + authenticators.length + oauthProviders.length === 0,
  );
  if (mute.length === 0) return [];
  const who = listNames(
    mute.map(({ userName }) => userName),
    'of them',
  );
  return [previewWarning('USER_WITHOUT_CREDENTIAL', { who })];
}

/** Says who goes, by name, and what that does to the root quorum. */
export const deleteUsersPreview: PreviewOf<typeof deleteUsers> = async ({ userIds }, context) => {
  const people = await readPeople(context);
  const quorum = people.organization?.rootQuorum;
  const left = quorum?.userIds.filter((id) => !userIds.includes(id)).length ?? 0;
  const warnings = [previewWarning('USERS_GO_FOR_GOOD')];
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
    ? previewWarning('ROOT_QUORUM_LOST', { left, threshold })
    : previewWarning('ROOT_USER_GOES', { names: listNames(going, 'users'), left, threshold });

/** "Rename “Ann”, a root user, to “Anna”." */
export const updateUserNamePreview: PreviewOf<typeof updateUserName> = async (
  { userId, userName },
  context,
) => {
  const people = await readPeople(context);
  const others = { ...people, users: people.users.filter((user) => user.userId !== userId) };
  const person = people.personOf(userId);
  return {
    sentence: [
      {
        kind: 'text',
        value: `Rename ${person}${people.isRoot(userId) ? ',' : ''} to “${revealInvisible(userName)}”.`,
      },
    ],
    facts: [people.factOf(userId), { label: 'New name', value: revealInvisible(userName), kind: 'text' }],
    warnings: [...nameWarnings(others, [userName]), ...peopleWarnings(people)],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

export const userViews: ViewsOf<typeof userOperations> = {
  create_users: {
    preview: createUsersPreview,
    title: ({ users }) =>
      titleOfNew(
        'Add',
        users.map(({ userName }) => userName),
        ['user', 'users'],
      ),
  },
  update_user_name: {
    preview: updateUserNamePreview,
    title: ({ userName }) => `Rename a user to ${quoted(userName)}`,
  },
  delete_users: {
    preview: deleteUsersPreview,
    title: ({ userIds }, nameOf) => deleteTitle(userIds, ['user', 'users'], nameOf),
  },
};
