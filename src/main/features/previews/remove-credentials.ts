import type { deleteAuthenticators } from '#protocol/catalogue/authenticators.ts';
import type { deleteOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import type { User } from '#protocol/catalogue/users.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { listNames } from './list-names.ts';
import { loginWords } from './oauth-logins.ts';
import { peopleWarnings, readPeople } from './people.ts';
import { NOTHING_EXPECTED, type PreviewContext, type PreviewParts } from './preview-maker.ts';
import type { PreviewOf } from './operation-view.ts';

/** Names the passkeys that go, and their user. */
export const deleteAuthenticatorsPreview: PreviewOf<typeof deleteAuthenticators> = (
  { userId, authenticatorIds },
  context,
) => {
  return describe(context, { userId, ids: authenticatorIds, many: 'passkeys', nameIn: passkeyName });
};

/** Names the logins that go, and their user. */
export const deleteOauthProvidersPreview: PreviewOf<typeof deleteOauthProviders> = (
  { userId, providerIds },
  context,
) => {
  return describe(context, { userId, ids: providerIds, many: 'OAuth providers', nameIn: loginName });
};

const passkeyName = ({ authenticators }: User, id: string): string | undefined =>
  authenticators.find(({ authenticatorId }) => authenticatorId === id)?.authenticatorName;

function loginName({ oauthProviders }: User, id: string): string | undefined {
  const found = oauthProviders.find(({ providerId }) => providerId === id);
  return found === undefined ? undefined : `${found.providerName}: ${loginWords(found)}`;
}

async function describe(
  context: PreviewContext,
  what: {
    readonly userId: string;
    readonly ids: readonly string[];
    readonly many: string;
    readonly nameIn: (user: User, id: string) => string | undefined;
  },
): Promise<PreviewParts> {
  const people = await readPeople(context);
  const user = people.users.find(({ userId }) => userId === what.userId);
  const names = what.ids.map((id) =>
    revealInvisible((user === undefined ? undefined : what.nameIn(user, id)) ?? id),
  );
  return {
    sentence: [
      {
        kind: 'text',
        value: `Delete ${listNames(names, what.many)} of ${people.personOf(what.userId)}.`,
      },
    ],
    facts: [
      people.factOf(what.userId),
      ...what.ids.map((id, index) => ({
        label: 'Deleted',
        value: names[index] ?? id,
        kind: 'text' as const,
        note: id,
      })),
    ],
    warnings: peopleWarnings(people),
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
}
