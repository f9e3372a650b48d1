import { quoted } from '#protocol/invisible-characters.ts';

const SHOWN = 3;

/** One name or a few in quotes, or how many: "“Ann”", "“Ann” and “Ben”", "12 users". */
export function listNames(names: readonly string[], many: string): string {
  if (names.length > SHOWN) return `${names.length} ${many}`;
  const listed = names.map(quoted);
  const last = listed.pop() ?? '';
  return listed.length === 0 ? last : `${listed.join(', ')} and ${last}`;
}

/** "1 user", "3 users". */
export const countOf = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

const NOTES = /^(?:policyN|n)otes$/;
const NAME = /^name$|(?<!apiKey)Name$/;
/** Objects that have names in lists of the service; whose something is (`userId`) isn't what a request is about. */
const NAMED = {
  policyId: 'policy',
  policyIds: 'policy',
  userIds: 'user',
  walletId: 'wallet',
  privateKeyId: 'privateKey',
  secretIds: 'secret',
  endpointId: 'webhookEndpoint',
  appId: 'tvcApp',
  deploymentId: 'tvcDeployment',
  invitationId: 'invitation',
  apiKeyIds: 'apiKey',
  authenticatorIds: 'authenticator',
  providerIds: 'oauthProvider',
  oauth2CredentialId: 'oauth2Credential',
  fiatOnrampCredentialId: 'onRampCredential',
  /** Of what is voted on. */
  fingerprint: 'activity',
} as const;
/** A kind of objects that have names in a list of the service. */
export type NamedKind = (typeof NAMED)[keyof typeof NAMED];

/** The kind of objects whose IDs a parameter holds, if their names are known: `policy` for `policyId`. */
export const namedKind = (parameter: string): NamedKind | undefined =>
  Object.hasOwn(NAMED, parameter) ? NAMED[parameter as keyof typeof NAMED] : undefined;

/**
 * What a request is about, by name: those that it gives what it makes, else those of the objects whose IDs it has.
 * @param nameOf knows an object by its ID
 * @returns empty where one of them has no name that is known
 */
export function objectNames(
  path: string,
  parameters: unknown,
  nameOf?: (id: string) => string | undefined,
): string[] {
  const given = /^(?:create|import)_/.test(path) ? givenNames(parameters) : [];
  if (given.length > 0) return given;
  const ids = membersOf(parameters).flatMap(([key, value]) =>
    namedKind(key) === undefined
      ? []
      : [value].flat().filter((each): each is string => typeof each === 'string'),
  );
  return namesOf(ids, nameOf);
}

/** The names of all objects; none where one of them has no name that is known. */
function namesOf(ids: readonly string[], nameOf?: (id: string) => string | undefined): string[] {
  const known = ids.flatMap((id) => nameOf?.(id) ?? []);
  return known.length === ids.length ? known : [];
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** The elements of all lists among the parameters. */
const listedIn = (parameters: unknown): unknown[] =>
  membersOf(parameters).flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : []));

/** The name in the parameters themselves, or one of each object that they list; none where one of those has none. */
function givenNames(parameters: unknown): string[] {
  const nameIn = (of: unknown): string[] =>
    membersOf(of)
      .flatMap(([key, value]) => (NAME.test(key) && typeof value === 'string' && value !== '' ? [value] : []))
      .slice(0, 1);
  const own = nameIn(parameters);
  if (own.length > 0) return own;
  const listed = listedIn(parameters);
  const names = listed.flatMap(nameIn);
  return names.length === listed.length ? names : [];
}

/** The notes of a request and of each object that it lists: a policy is remembered by why it was made. */
export function notesIn(parameters: unknown): string[] {
  const own = (of: unknown): string[] =>
    membersOf(of).flatMap(([key, value]) =>
      NOTES.test(key) && typeof value === 'string' && value !== '' ? [value] : [],
    );
  return [parameters, ...listedIn(parameters)].flatMap(own);
}

/** "Delete policy “Two”": a summary with the names of what it is about; the summary alone without them. */
export function titleWith(summary: string, names: readonly string[]): string {
  if (names.length === 0) return summary;
  const more = names.length - SHOWN;
  const first = names.slice(0, SHOWN).map(quoted);
  const list = more > 0 ? `${first.join(', ')} and ${more} more` : listNames(names, '');
  return `${summary.replace(/^(\w+) an? /, '$1 ')} ${list}`;
}

/** "Add user “Ann”", "Add users “Ann”, “Ben”, “Cid” and 2 more": what a request makes, in quotes that no name has. */
export const titleOfNew = (
  verb: string,
  names: readonly string[],
  [one, many]: readonly [string, string],
): string => titleWith(`${verb} ${names.length === 1 ? one : many}`, names);

/** "Delete user “Bob”", or how many: "Delete 2 users". */
export function deleteTitle(
  ids: readonly string[],
  [one, many]: readonly [string, string],
  nameOf?: (id: string) => string | undefined,
): string {
  const names = namesOf(ids, nameOf);
  const noun = ids.length === 1 ? one : many;
  return names.length === 0 ? `Delete ${countOf(ids.length, one, many)}` : titleWith(`Delete ${noun}`, names);
}
