import { z } from 'zod';
import type { Fact } from '../../../protocol/chains/reading.ts';
import { readOidcClaims } from '../../../protocol/oidc-claims.ts';
import { showUnseen } from '../../../protocol/unseen.ts';
import { genericPreview } from './generic.ts';
import type { PreviewMaker } from './preview-maker.ts';

const WORDS: Readonly<Record<string, string>> = {
  create_read_write_session: 'Open a read-write session',
  stamp_login: 'Log in with this stamp',
  oauth: 'Open a session with an OIDC token',
  oauth_login: 'Log in with an OIDC token',
};

const options = z.looseObject({
  expirationSeconds: z.string().nullish(),
  invalidateExisting: z.boolean().nullish(),
  oidcToken: z.string().nullish(),
});

/** Says whose session it would be, how long it would last, and what would end with it. An OIDC token is read, never shown. */
export const openSessionPreview: PreviewMaker = async (parameters, context) => {
  const { expirationSeconds, invalidateExisting, oidcToken } = options.parse(parameters);
  const seconds = Number(expirationSeconds ?? 900);
  const { facts, ...rest } = await genericPreview(parameters, context);
  const value = `${WORDS[context.operation.path] ?? context.operation.summary} for ${durationWords(seconds)}.`;
  const length: Fact = { label: 'Ends', value: `${durationWords(seconds)} after it is opened`, kind: 'text' };
  return {
    ...rest,
    sentence: [{ kind: 'text', value }],
    facts: [
      ...loginFacts(oidcToken ?? ''),
      length,
      ...facts.filter(({ label }) => !['Expires after', 'End other sessions', 'OIDC token'].includes(label)),
    ],
    ...(invalidateExisting === true
      ? {
          effect: 'destroy' as const,
          warnings: [
            {
              code: 'SESSIONS_END',
              severity: 'danger' as const,
              title: 'Other sessions end',
              text: 'Every other session of this user that was opened in the same way ends at once, on every machine. What they were doing stops.',
            },
          ],
        }
      : {}),
  };
};

/** Whose login a token is; nothing where it is none. */
function loginFacts(oidcToken: string): Fact[] {
  const claims = readOidcClaims(oidcToken);
  if (claims === undefined) return [];
  const said = (label: string, value: string): Fact => ({ label, value: showUnseen(value), kind: 'text' });
  const { subject, issuer, audience } = claims;
  return [said('Login of', subject), said('Issuer', issuer), said('Client id', audience.join(', '))];
}

/** A length of time in its largest whole unit. */
function durationWords(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const;
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
