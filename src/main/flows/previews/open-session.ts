import { z } from 'zod';
import type { Fact, Warning } from '../../../protocol/chains/reading.ts';
import { showUnseen } from '../../../protocol/unseen.ts';
import { durationWords, sessionLengthWarnings } from './durations.ts';
import { loginFacts, loginOfToken, userOfLogin } from './oauth-logins.ts';
import { readOwners } from './owners.ts';
import { readPeople } from './people.ts';
import type { People } from './people.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';
import { restOfFacts } from './rest-of-facts.ts';

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
  const facts: Fact[] = [
    { label: 'Session key', value: owner.words, kind: 'text', note: key },
    ...(userId == null ? [] : [people.factOf(userId)]),
    ...(oidcToken == null ? [] : loginWords(oidcToken, people)),
    {
      label: 'Ends',
      value: `${durationWords(seconds)} after it is opened`,
      kind: 'text',
      ...(expirationSeconds == null ? {} : { note: `${expirationSeconds} seconds` }),
    },
  ];
  const rest = await restOfFacts(parameters, context, facts);
  const ends = invalidateExisting === true;
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
      ...facts,
      ...rest.filter(({ label }) => !['Expires after', 'End other sessions'].includes(label)),
    ],
    warnings: [
      ...(owner.ours ? [] : [FOREIGN_SESSION_KEY]),
      ...sessionLengthWarnings(seconds),
      ...(ends ? [SESSIONS_END] : []),
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

/** Whose login a token is, and which known user it opens a session for; nothing where it is none. */
function loginWords(oidcToken: string, { users }: People): Fact[] {
  const login = loginOfToken(oidcToken);
  const user = login === undefined ? undefined : userOfLogin(users, login);
  const linked: Fact[] =
    user === undefined
      ? []
      : [{ label: 'User', value: showUnseen(user.userName), kind: 'text', note: user.userId }];
  return [...linked, ...loginFacts(login)];
}

const FOREIGN_SESSION_KEY: Warning = {
  code: 'FOREIGN_SESSION_KEY',
  severity: 'danger',
  title: 'Session key isn’t this console’s',
  text: 'Whoever holds that key can act as the user until the session ends. Approve it only if you know whose key it is.',
};
const SESSIONS_END: Warning = {
  code: 'SESSIONS_END',
  severity: 'danger',
  title: 'Other sessions end',
  text: 'Every other session of this user that was opened in the same way ends at once, on every machine. What they were doing stops.',
};
