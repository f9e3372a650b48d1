import type { Fact, Warning } from '#chains/model/decoded.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { HOSTED_KEYS, type PinnedKeys, differingKeys, keyFingerprint } from '#protocol/pinned-keys.ts';
import { readCertificates } from '../../service-client/certificates.ts';
import { DEFAULT_NETWORK } from '../../service-client/routes.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const profileWarning = defineWarnings({
  ADDRESS_NOT_ENCRYPTED: [
    'caution',
    'This connection isn’t encrypted',
    'The address is on this computer, where any program may be listening.',
  ],
  CREDENTIALS_MOVE: [
    'caution',
    'Its credentials stamp for the new place',
    'From now on, this profile’s credentials sign requests for whoever answers there. Sessions end, and unanswered requests aren’t sent again.',
  ],
  KEYS_NOT_VENDORS: [
    'caution',
    'These keys decide which answers are believed',
    'Compare each fingerprint with the service’s operator over another channel.',
  ],
  OWN_AUTHORITY: [
    'caution',
    'This authority can vouch for any server',
    'Whoever holds its key can read requests and answer in the service’s place. They still can’t forge stamps.',
  ],
  PROXY_LOGIN_PLAIN: [
    'caution',
    'The proxy’s password travels unencrypted',
    'Others on the network between this computer and the proxy can read it.',
  ],
});

/** That an address is asked without encryption. */
export const plainAddress = (url: string): Warning[] =>
  url.startsWith('http://') ? [profileWarning('ADDRESS_NOT_ENCRYPTED')] : [];

const KEY_NAMES: Readonly<Record<keyof PinnedKeys, string>> = {
  enclaveQuorum: 'Enclave quorum key',
  sessionNotarizer: 'Session notarizer key',
  fetcherQuorum: 'Fetcher quorum key',
  onRampEncryption: 'On-ramp encryption key',
};
const KEYS = Object.keys(KEY_NAMES) as (keyof PinnedKeys)[];
const isVendors = (keys: PinnedKeys): boolean => differingKeys(HOSTED_KEYS, keys).length === 0;

/** Everything about a profile that a person may compare, one fact each, by its label. */
function factsOf({ name, baseUrl, organizationId, keys, network }: StoredProfile): Map<string, Fact> {
  const { proxy, certificates } = network ?? DEFAULT_NETWORK;
  const listed: Fact[] = [
    actionFact('Address', baseUrl),
    actionFact('Host', new URL(baseUrl).host),
    actionFact('Profile', name),
    actionFact('Organization ID', organizationId ?? ''),
    actionFact('Proxy', describeProxy(proxy)),
    actionFact('Certificates', describeTrust(certificates)),
    ...(keys === null || isVendors(keys)
      ? [actionFact('Pinned keys', keys === null ? 'None' : 'The vendor’s production keys')]
      : KEYS.map((key) => actionFact(`${KEY_NAMES[key]}, SHA-256`, keyFingerprint(keys[key]), 'hash'))),
  ];
  return new Map(listed.map((each) => [each.label, each]));
}

type Network = NonNullable<StoredProfile['network']>;

function describeProxy(proxy: Network['proxy']): string {
  if (proxy.kind === 'system') return 'As this computer’s settings say';
  if (proxy.kind === 'direct') return 'None';
  return `${proxy.address}${proxy.hasLogin ? ', with a user name and password' : ''}`;
}

function describeTrust(certificates: Network['certificates']): string {
  if (certificates.kind === 'bundled') return 'Bundled list';
  if (certificates.kind === 'system') return 'This computer’s store and the bundled list';
  return readCertificates(certificates.pem)
    .certificates.map(({ subject, sha256 }) => `${revealInvisible(subject)}, SHA-256 ${sha256}`)
    .join('; ');
}

function placeWarnings({ baseUrl, keys, network }: StoredProfile): Warning[] {
  const { proxy, certificates } = network ?? DEFAULT_NETWORK;
  const isPlainLogin = proxy.kind === 'manual' && proxy.hasLogin && proxy.address.startsWith('http://');
  return [
    ...plainAddress(baseUrl),
    ...(keys === null || isVendors(keys) ? [] : [profileWarning('KEYS_NOT_VENDORS')]),
    ...(certificates.kind === 'own' ? [profileWarning('OWN_AUTHORITY')] : []),
    ...(isPlainLogin ? [profileWarning('PROXY_LOGIN_PLAIN')] : []),
  ];
}

/** Adding a profile: from then on the console sends requests to its address. */
export const describeAddProfile = (profile: StoredProfile): LocalAction => ({
  operation: 'add_profile',
  effect: 'write',
  summary: 'Add profile',
  sentence: [actionText(`Add the profile “${profile.name}” and send its requests to ${profile.baseUrl}.`)],
  facts: [...factsOf(profile).values()],
  warnings: placeWarnings(profile),
  subject: `profile “${profile.name}” at ${profile.baseUrl}`,
  profileName: profile.name,
});

/**
 * Changing a profile: what it was, and what it becomes.
 * @param hasLogin whether a proxy's user name and password are replaced
 * @param hasCredentials whether keys of this console stamp for it
 */
export function describeEditProfile(
  before: StoredProfile,
  after: StoredProfile,
  { hasLogin, hasCredentials }: { readonly hasLogin: boolean; readonly hasCredentials: boolean },
): LocalAction {
  const [old, next] = [factsOf(before), factsOf(after)];
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter(
    (label) => old.get(label)?.value !== next.get(label)?.value,
  );
  const moved = before.moves !== after.moves;
  return {
    operation: 'edit_profile',
    effect: 'write',
    summary: 'Edit profile',
    sentence: [
      actionText(
        moved
          ? `Change where the profile “${before.name}” sends its requests, or what it believes.`
          : `Change the profile “${before.name}”.`,
      ),
    ],
    facts: [
      actionFact('Profile', before.name),
      ...changed.flatMap((label) => {
        const [was, is] = [old.get(label), next.get(label)];
        return [
          ...(was === undefined ? [] : [{ ...was, label: `${label}, until now` }]),
          ...(is === undefined ? [] : [{ ...is, label: `${label}, new` }]),
        ];
      }),
      ...(hasLogin ? [actionFact('Proxy user name and password', 'Replaced')] : []),
    ],
    warnings: [
      ...(moved && hasCredentials ? [profileWarning('CREDENTIALS_MOVE')] : []),
      ...placeWarnings(after),
    ],
    subject: `profile “${before.name}”: ${changed.join(', ') || 'proxy password'}`,
    profileName: before.name,
  };
}

/** Connecting to a place that is in no profile yet: script in the window can name any. */
export const describeTestConnection = (profile: StoredProfile): LocalAction => ({
  operation: 'test_connection',
  effect: 'write',
  summary: 'Test connection',
  sentence: [actionText(`Connect to ${profile.baseUrl} to see what answers. Nothing is changed.`)],
  facts: ['Address', 'Host', 'Organization ID', 'Proxy', 'Certificates'].flatMap(
    (label) => factsOf(profile).get(label) ?? [],
  ),
  warnings: placeWarnings({ ...profile, keys: null }),
  subject: `connection to ${profile.baseUrl}`,
  profileName: profile.name,
});

/** Removing a profile: its address and its pinned keys are forgotten. */
export const describeRemoveProfile = (profile: Pick<StoredProfile, 'name' | 'baseUrl'>): LocalAction => ({
  operation: 'remove_profile',
  effect: 'destroy',
  summary: 'Remove profile',
  sentence: [actionText(`Remove the profile “${profile.name}” from this console.`)],
  facts: [actionFact('Profile', profile.name), actionFact('Address', profile.baseUrl)],
  warnings: [],
  subject: `profile “${profile.name}” at ${profile.baseUrl}`,
  profileName: profile.name,
});

/** Setting where a profile's auth proxy answers. */
export const describeAuthProxy = (profileName: string, url: string, configId: string): LocalAction => ({
  operation: 'set_auth_proxy_address',
  effect: 'write',
  summary: 'Set auth proxy address',
  sentence: [actionText(`Ask the auth proxy of “${profileName}” at ${url}.`)],
  facts: [
    actionFact('Address', url),
    actionFact('Host', new URL(url).host),
    actionFact('Configuration ID', configId),
    actionFact('Profile', profileName),
  ],
  warnings: plainAddress(url),
  subject: `auth proxy at ${url}`,
  profileName,
});

/** Logging in for the first time at an issuer: the console and the browser go there. */
export const describeIssuer = (issuer: string, clientId: string): LocalAction => ({
  operation: 'log_in_at_new_issuer',
  effect: 'write',
  summary: 'Log in at a new issuer',
  sentence: [actionText(`Contact ${issuer} for the first time, and log in there in your browser.`)],
  facts: [
    actionFact('Issuer', issuer),
    actionFact('Host', new URL(issuer).host),
    actionFact('Client ID', clientId),
  ],
  warnings: plainAddress(issuer),
  subject: `issuer ${issuer}`,
});
