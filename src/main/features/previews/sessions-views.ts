import type * as sessions from '#protocol/catalogue/sessions.ts';
import type { ViewsOf } from './operation-view.ts';
import { z } from 'zod';
import type { Fact } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type Cover, RENDERINGS } from './covers.ts';
import { durationWords, sessionLengthWarnings } from './durations.ts';
import { loginFacts, loginOfToken, unreadableToken, userOfLogin } from './oauth-logins.ts';
import { readOwners } from './owners.ts';
import { type People, readPeople } from './people.ts';
import { NOTHING_EXPECTED, type PreviewMaker } from './preview-maker.ts';
import { previewWarning } from './warnings.ts';

const WORDS: Readonly<Record<string, string>> = {
  create_read_write_session: 'Open a read-write session',
  stamp_login: 'Log in with this stamp',
  oauth: 'Open a session with an OIDC token',
  oauth_login: 'Log in with an OIDC token',
};

const options = z.looseObject({
  publicKey: z.string().nullish(),
  targetPublicKey: z.string().nullish(),
  userId: z.string().nullish(),
  expirationSeconds: z.string().nullish(),
  invalidateExisting: z.boolean().nullish(),
  oidcToken: z.string().nullish(),
});

/** Says whose key gets the session, whose session it is, and how long it lasts. An OIDC token is read, never shown. */
export const openSessionPreview: PreviewMaker = async (parameters, context) => {
  const { publicKey, targetPublicKey, userId, expirationSeconds, invalidateExisting, oidcToken } =
    options.parse(parameters);
  const seconds = Number(expirationSeconds ?? 900);
  const key = publicKey ?? targetPublicKey ?? '';
  const people = await readPeople(context);
  const owner = (await readOwners(context, people)).ofKey(key);
  const value = `${WORDS[context.operation.path] ?? context.operation.summary} for ${durationWords(seconds)}`;
  const login = oidcToken == null ? NO_TOKEN : loginWords(oidcToken, people);
  const ends = invalidateExisting === true;
  const end: Fact = {
    label: 'Ends',
    value: `${durationWords(seconds)} after it is opened`,
    kind: 'text',
    ...(expirationSeconds == null ? {} : { note: `${expirationSeconds} seconds` }),
  };
  const others: Fact = {
    label: 'Other sessions',
    value: RENDERINGS.endsSessions(String(ends)),
    kind: 'text',
  };
  return {
    ...(ends ? { effect: 'destroy' as const } : {}),
    sentence: [
      {
        kind: 'text',
        value: owner.ours
          ? `${value}.`
          : `${value}, and give the session to a key that isn’t this console’s.`,
      },
    ],
    facts: [
      { label: 'Session key', value: owner.words, kind: 'text', note: key },
      ...(userId == null ? [] : [people.factOf(userId)]),
      ...login.facts,
      end,
      ...(invalidateExisting == null ? [] : [others]),
    ],
    covers: [
      ...login.covers,
      { fact: end, path: ['expirationSeconds'], as: 'duration' },
      { fact: others, path: ['invalidateExisting'], as: 'endsSessions' },
    ],
    warnings: [
      ...(owner.ours ? [] : [previewWarning('FOREIGN_SESSION_KEY')]),
      ...(login.isRead ? [] : [previewWarning('OIDC_TOKEN_UNREADABLE')]),
      ...sessionLengthWarnings(seconds),
      ...(ends ? [previewWarning('SESSIONS_END')] : []),
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

interface LoginWords {
  readonly facts: Fact[];
  readonly covers: readonly Cover[];
  readonly isRead: boolean;
}
const NO_TOKEN: LoginWords = { facts: [], covers: [], isRead: true };

/** Whose login a token is, and which known user it opens a session for; of one that cannot be read, that it is so. */
function loginWords(oidcToken: string, { users }: People): LoginWords {
  const login = loginOfToken(oidcToken);
  if (login === undefined) return { ...unreadableToken(oidcToken), isRead: false };
  const user = userOfLogin(users, login);
  const linked: Fact[] =
    user === undefined
      ? []
      : [{ label: 'User', value: revealInvisible(user.userName), kind: 'text', note: user.userId }];
  return { facts: [...linked, ...loginFacts(login)], covers: [], isRead: true };
}

const session = { preview: openSessionPreview };

export const sessionViews: ViewsOf<typeof sessions> = {
  stamp_login: session,
  oauth_login: session,
  oauth: session,
  create_read_write_session: session,
};
