import type { acceptInvitation } from '#protocol/catalogue/invitations.ts';
import type { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import type { createAuthenticators } from '#protocol/catalogue/authenticators.ts';
import type { createOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import type { Warning } from '#chains/model/decoded.ts';
import { under } from './covers.ts';
import type { ParameterPath } from './covers.ts';
import { apiKeyWords, authenticatorWords, oauthProviderWords } from './new-credentials.ts';
import type { CredentialWords } from './new-credentials.ts';
import { readOwners } from './owners.ts';
import { peopleWarnings, readPeople } from './people.ts';
import type { People } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewOf } from './operation-view.ts';
import type { PreviewParts } from './preview-maker.ts';
import { eachOnce } from './warning-list.ts';

/** "Add an API key for “Ann”, a root user.", and first of all whose key it is. */
export const createApiKeysPreview: PreviewOf<typeof createApiKeys> = async ({ apiKeys, userId }, context) => {
  const people = await readPeople(context);
  const owners = await readOwners(context, people);
  const words = inTurn(apiKeys, userId, people, (key, place) => apiKeyWords(key, owners, place));
  return describe(people, {
    sentence: `Add ${count(apiKeys, 'an API key', 'API keys')} for ${people.personOf(userId)}.`,
    userId,
    words,
    at: (index) => ['apiKeys', index],
  });
};

/** "Add a passkey for “Ann”, a root user.", and first of all whose it is. */
export const createAuthenticatorsPreview: PreviewOf<typeof createAuthenticators> = async (
  { authenticators, userId },
  context,
) => {
  const people = await readPeople(context);
  const owners = await readOwners(context, people);
  const words = inTurn(authenticators, userId, people, (passkey, place) =>
    authenticatorWords(passkey, owners, place),
  );
  return describe(people, {
    sentence: `Add ${count(authenticators, 'a passkey', 'passkeys')} for ${people.personOf(userId)}.`,
    userId,
    words,
    at: (index) => ['authenticators', index],
  });
};

/** "Let the login alice at https://issuer.example act as “Ann”, a root user." */
export const createOauthProvidersPreview: PreviewOf<typeof createOauthProviders> = async (
  { oauthProviders, userId },
  context,
) => {
  const people = await readPeople(context);
  const words = inTurn(oauthProviders, userId, people, (provider, place) =>
    oauthProviderWords(provider, people, place),
  );
  const [first] = words;
  const login =
    first !== undefined && words.length === 1 ? `the login ${first.whose.value}` : `${words.length} logins`;
  return describe(people, {
    sentence: `Let ${login} act as ${people.personOf(userId)}.`,
    userId,
    words,
    at: (index) => ['oauthProviders', index],
  });
};

/** An invitation that is accepted gives its user a passkey. */
export const acceptInvitationPreview: PreviewOf<typeof acceptInvitation> = async (
  { authenticator, userId },
  context,
) => {
  const people = await readPeople(context);
  const owners = await readOwners(context, people);
  const place = { which: '', person: people.personOf(userId) };
  return describe(people, {
    sentence: `Accept an invitation, and add a passkey for ${place.person}.`,
    userId,
    words: [authenticatorWords(authenticator, owners, place)],
    at: () => ['authenticator'],
  });
};

function inTurn<T>(
  items: readonly T[],
  userId: string,
  people: People,
  wordsOf: (item: T, place: { which: string; person: string }) => CredentialWords,
): CredentialWords[] {
  const person = people.personOf(userId);
  return items.map((item, index) =>
    wordsOf(item, { which: items.length === 1 ? '' : ` ${index + 1}`, person }),
  );
}

const count = (items: readonly unknown[], one: string, many: string): string =>
  items.length === 1 ? one : `${items.length} ${many}`;

interface Described {
  readonly sentence: string;
  readonly userId: string;
  readonly words: readonly CredentialWords[];
  /** Where the credential of that index stands in the parameters. */
  readonly at: (index: number) => ParameterPath;
}

function describe(people: People, { sentence, userId, words, at }: Described): PreviewParts {
  const facts = [
    ...words.map(({ whose }) => whose),
    people.factOf(userId),
    ...words.flatMap((each) => each.facts),
  ];
  return {
    sentence: [{ kind: 'text', value: sentence }],
    facts,
    covers: words.flatMap(({ covers }, index) => under(at(index), covers)),
    warnings: eachOnce([
      ...words.flatMap(({ warnings }) => warnings),
      ...rootWarnings(people, userId),
      ...peopleWarnings(people),
    ]),
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
}

function rootWarnings(people: People, userId: string): Warning[] {
  if (!people.isRoot(userId)) return [];
  const needed = people.organization?.rootQuorum.threshold ?? 1;
  const alone = needed <= 1;
  return [
    {
      code: 'ROOT_USER_CREDENTIAL',
      severity: alone ? 'danger' : 'caution',
      title: `“${people.nameOf(userId)}” is a root user`,
      text: alone
        ? 'This credential alone can do everything, and no policy limits it.'
        : `This credential counts as one of the ${needed} votes that can do everything.`,
    },
  ];
}
