import type { Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import type { LocalAction } from './local-actions.ts';

const text = (value: string): SentencePart => ({ kind: 'text', value });
const fact = (label: string, value: string, kind: Fact['kind'] = 'text'): Fact => ({ label, value, kind });

const KINDS = { key: 'API key', session: 'session key', passkey: 'passkey' } as const;

const ONLY_KEY: Warning = {
  code: 'LAST_CREDENTIAL',
  severity: 'danger',
  title: 'No other working credential is known',
  text: 'The service accepted no other credential of this profile since the console started. Without one you lose access.',
};

/**
 * Forgetting a credential: its private key is deleted from the keychain.
 * @param backend what keeps the keys, in words
 * @param hasOther whether another credential of the profile is known to work
 */
export function describeForget(
  credential: StoredCredential,
  profile: Pick<StoredProfile, 'name'>,
  backend: string,
  hasOther: boolean,
): LocalAction {
  const { kind, label, publicKey, curve } = credential;
  const what = KINDS[kind];
  const from = kind === 'passkey' ? 'this console' : 'this computer’s keychain';
  return {
    operation: 'forget_credential',
    effect: 'destroy',
    summary: `Delete ${what}`,
    sentence: [text(`Delete the ${what} “${label}” from ${from}.`)],
    facts: [
      fact('Credential', label),
      fact('Public key', publicKey, 'hash'),
      fact('Curve', curve.replace('API_KEY_CURVE_', '')),
      fact('Profile', profile.name),
      ...(kind === 'passkey' ? [] : [fact('Kept in', backend)]),
    ],
    warnings: hasOther || kind === 'session' ? [] : [ONLY_KEY],
    subject: `${what} “${label}” ${publicKey}`,
    profileName: profile.name,
  };
}

const plain = (url: string): Warning[] =>
  url.startsWith('http://')
    ? [
        {
          code: 'ADDRESS_NOT_ENCRYPTED',
          severity: 'caution',
          title: 'This address is not encrypted',
          text: 'It is a port of this computer. Any program on this computer can be listening there.',
        },
      ]
    : [];

/** Adding a profile: from then on the console sends requests to its address. */
export const describeAddProfile = (
  profile: Pick<StoredProfile, 'name' | 'baseUrl'>,
  id: string,
): LocalAction => ({
  operation: 'add_profile',
  effect: 'write',
  summary: 'Add profile',
  sentence: [text(`Add the profile “${profile.name}” and send its requests to ${profile.baseUrl}.`)],
  facts: [
    fact('Address', profile.baseUrl),
    fact('Host', new URL(profile.baseUrl).host),
    fact('Profile', profile.name),
    fact('Organization ID', id),
  ],
  warnings: plain(profile.baseUrl),
  subject: `profile “${profile.name}” at ${profile.baseUrl}`,
  profileName: profile.name,
});

/** Removing a profile: its address and its pinned keys are forgotten. */
export const describeRemoveProfile = (profile: Pick<StoredProfile, 'name' | 'baseUrl'>): LocalAction => ({
  operation: 'remove_profile',
  effect: 'destroy',
  summary: 'Remove profile',
  sentence: [text(`Remove the profile “${profile.name}” from this console.`)],
  facts: [fact('Profile', profile.name), fact('Address', profile.baseUrl)],
  warnings: [],
  subject: `profile “${profile.name}” at ${profile.baseUrl}`,
  profileName: profile.name,
});

/** Setting where a profile's auth proxy answers. */
export const describeAuthProxy = (profileName: string, url: string, configId: string): LocalAction => ({
  operation: 'set_auth_proxy_address',
  effect: 'write',
  summary: 'Set auth proxy address',
  sentence: [text(`Ask the auth proxy of “${profileName}” at ${url}.`)],
  facts: [
    fact('Address', url),
    fact('Host', new URL(url).host),
    fact('Configuration ID', configId),
    fact('Profile', profileName),
  ],
  warnings: plain(url),
  subject: `auth proxy at ${url}`,
  profileName,
});

/** Logging in for the first time at an issuer: the console and the browser go there. */
export const describeIssuer = (issuer: string, clientId: string): LocalAction => ({
  operation: 'log_in_at_new_issuer',
  effect: 'write',
  summary: 'Log in at a new issuer',
  sentence: [text(`Contact ${issuer} for the first time, and log in there in your browser.`)],
  facts: [fact('Issuer', issuer), fact('Host', new URL(issuer).host), fact('Client ID', clientId)],
  warnings: plain(issuer),
  subject: `issuer ${issuer}`,
});

/** Reading a file or folder whose path stands in the window: script in the window can write one there. */
export const describeReadFile = (path: string): LocalAction => ({
  operation: 'read_file',
  effect: 'write',
  summary: 'Read a file',
  sentence: [text(`Read ${revealInvisible(path)} for what you are doing in the window.`)],
  facts: [fact('Path', revealInvisible(path))],
  warnings: [],
  subject: revealInvisible(path),
});
