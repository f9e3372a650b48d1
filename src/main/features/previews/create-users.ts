import { createUsers } from '../../../protocol/catalogue/users.ts';
import type { Fact, Warning } from '../../../chains/decoded.ts';
import { revealInvisible } from '../../../protocol/invisible-characters.ts';
import { under } from './covers.ts';
import { listNames } from './list-names.ts';
import { apiKeyWords, authenticatorWords, oauthProviderWords } from './new-credentials.ts';
import { readOwners } from './owners.ts';
import { nameWarnings, readPeople } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';
import { eachOnce } from './warning-list.ts';

/** Says who comes in, and whose keys, passkeys and logins will act as them. */
export const createUsersPreview: PreviewMaker = async (parameters, context) => {
  const { users } = createUsers.parameters.parse(parameters);
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
  return [
    {
      code: 'USER_WITHOUT_CREDENTIAL',
      severity: 'notice',
      title: 'No credentials yet',
      text: `No key, passkey or login comes with ${who}. Nobody can act as them yet.`,
    },
  ];
}
