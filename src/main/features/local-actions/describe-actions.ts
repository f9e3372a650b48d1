import type { Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { HOSTED_KEYS, type PinnedKeys, differingKeys, keyFingerprint } from '#protocol/pinned-keys.ts';
import { readCertificates } from '../../service-client/certificates.ts';
import { DEFAULT_NETWORK } from '../../service-client/routes.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import type { StoredProfile } from '../../storage/profiles.ts';

/** Names that no operation of the catalogue has: what is done on this computer, and nothing is stamped for. */
export const LOCAL_OPERATIONS = [
  'forget_credential',
  'import_credential',
  'add_profile',
  'edit_profile',
  'remove_profile',
  'test_connection',
  'set_auth_proxy_address',
  'log_in_at_new_issuer',
  'read_file',
  'take_out_exported_key',
  'set_unlock_method',
  'remove_unlock_method',
  'go_without_unlock_method',
  'set_idle_lock',
  'turn_on_update_checks',
  'install_update',
  'confirm_clock',
  'set_offline_start',
] as const;

/** An act on this computer that the operator has to see apart from the window. */
export interface LocalAction {
  readonly operation: (typeof LOCAL_OPERATIONS)[number];
  readonly effect: 'write' | 'destroy' | 'export';
  /** That a person proves again that they are here, though the effect alone does not ask for it. */
  readonly verifiesUser?: true;
  /** A few words, as a title. */
  readonly summary: string;
  readonly sentence: readonly SentencePart[];
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
  /** What it is about, for the journal. */
  readonly subject: string;
  /** The profile that it is about, by its name; the selected one when absent. */
  readonly profileName?: string;
}

const text = (value: string): SentencePart => ({ kind: 'text', value });
const fact = (label: string, value: string, kind: Fact['kind'] = 'text'): Fact => ({ label, value, kind });

const KINDS = { key: 'API key', session: 'session key', passkey: 'passkey' } as const;

const actionWarning = defineWarnings({
  LAST_CREDENTIAL: [
    'danger',
    'No other working credential is known',
    'The service accepted no other credential of this profile since the console started. Without one you lose access.',
  ],
  NOBODY_ASKED: [
    'danger',
    'Anybody at this computer can then unlock the console',
    'Exports, imports and deletions then don’t ask who you are.',
  ],
  KEY_MADE_ELSEWHERE: [
    'caution',
    'Others may have this key',
    'It wasn’t created here. Whoever has a copy can stamp requests with it.',
  ],
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
    warnings: hasOther || kind === 'session' ? [] : [actionWarning('LAST_CREDENTIAL')],
    subject: `${what} “${label}” ${publicKey}`,
    profileName: profile.name,
  };
}

const plain = (url: string): Warning[] =>
  url.startsWith('http://') ? [actionWarning('ADDRESS_NOT_ENCRYPTED')] : [];

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
    fact('Address', baseUrl),
    fact('Host', new URL(baseUrl).host),
    fact('Profile', name),
    fact('Organization ID', organizationId ?? ''),
    fact('Proxy', describeProxy(proxy)),
    fact('Certificates', describeTrust(certificates)),
    ...(keys === null || isVendors(keys)
      ? [fact('Pinned keys', keys === null ? 'None' : 'The vendor’s production keys')]
      : KEYS.map((key) => fact(`${KEY_NAMES[key]}, SHA-256`, keyFingerprint(keys[key]), 'hash'))),
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
    ...plain(baseUrl),
    ...(keys === null || isVendors(keys) ? [] : [actionWarning('KEYS_NOT_VENDORS')]),
    ...(certificates.kind === 'own' ? [actionWarning('OWN_AUTHORITY')] : []),
    ...(isPlainLogin ? [actionWarning('PROXY_LOGIN_PLAIN')] : []),
  ];
}

/**
 * Importing an API key: from then on it can stamp requests for the profile.
 * @param key its label, and its public half, hex
 * @param source the file's path; null for the clipboard
 * @param backend what keeps the keys, in words
 */
export const describeImport = (
  key: { readonly label: string; readonly publicKey: string },
  source: string | null,
  backend: string,
): LocalAction => {
  const label = revealInvisible(key.label);
  const from = source === null ? 'The clipboard' : revealInvisible(source);
  return {
    operation: 'import_credential',
    effect: 'write',
    verifiesUser: true,
    summary: 'Import an API key',
    sentence: [text(`Import the API key “${label}” into this computer’s keychain.`)],
    facts: [fact('Public key', key.publicKey, 'hash'), fact('Source', from), fact('Kept in', backend)],
    warnings: [actionWarning('KEY_MADE_ELSEWHERE')],
    subject: `API key “${label}” ${key.publicKey}`,
  };
};

/** Adding a profile: from then on the console sends requests to its address. */
export const describeAddProfile = (profile: StoredProfile): LocalAction => ({
  operation: 'add_profile',
  effect: 'write',
  summary: 'Add profile',
  sentence: [text(`Add the profile “${profile.name}” and send its requests to ${profile.baseUrl}.`)],
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
      text(
        moved
          ? `Change where the profile “${before.name}” sends its requests, or what it believes.`
          : `Change the profile “${before.name}”.`,
      ),
    ],
    facts: [
      fact('Profile', before.name),
      ...changed.flatMap((label) => {
        const [was, is] = [old.get(label), next.get(label)];
        return [
          ...(was === undefined ? [] : [{ ...was, label: `${label}, until now` }]),
          ...(is === undefined ? [] : [{ ...is, label: `${label}, new` }]),
        ];
      }),
      ...(hasLogin ? [fact('Proxy user name and password', 'Replaced')] : []),
    ],
    warnings: [
      ...(moved && hasCredentials ? [actionWarning('CREDENTIALS_MOVE')] : []),
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
  sentence: [text(`Connect to ${profile.baseUrl} to see what answers. Nothing is changed.`)],
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

/** Showing, copying or saving what was exported: from then on it is in the window, on the clipboard or in a file. */
export const describeTakingOut = (name: string): LocalAction => ({
  operation: 'take_out_exported_key',
  effect: 'export',
  summary: 'Show or save exported key',
  sentence: [text(`Let the window show, copy or save the exported “${revealInvisible(name)}”.`)],
  facts: [],
  warnings: [],
  subject: `exported “${revealInvisible(name)}”`,
});

/** What about the lock is changed, and what the card says of it. */
const LOCK_CHANGES = {
  set_unlock_method: ['Set up unlocking', 'Unlock the console'],
  remove_unlock_method: ['Remove unlock method', 'Stop asking for'],
  go_without_unlock_method: ['Use no unlock method', 'Use the console'],
  set_idle_lock: ['Lock later when idle', 'Lock the console only after'],
} as const;

/** After these nobody is asked who they are. */
const TAKES_NONE: readonly (keyof typeof LOCK_CHANGES)[] = [
  'remove_unlock_method',
  'go_without_unlock_method',
];

/**
 * Changing what locks and unlocks the console; a person proves it by the present method.
 * @param what the method or the time, as the sentence goes on with it
 */
export const describeVerification = (operation: keyof typeof LOCK_CHANGES, what: string): LocalAction => {
  const [summary, begins] = LOCK_CHANGES[operation];
  return {
    operation,
    effect: 'write',
    // There is nothing yet that could ask: the choice itself is what is approved.
    ...(operation === 'go_without_unlock_method' ? {} : { verifiesUser: true as const }),
    summary,
    sentence: [text(`${begins} ${what}.`)],
    facts: [],
    warnings: TAKES_NONE.includes(operation) ? [actionWarning('NOBODY_ASKED')] : [],
    subject: `${begins.toLowerCase()} ${what}`,
  };
};

const MODES = { ask: 'when you ask', daily: 'once a day' } as const;

/** Looking for updates: from then on the console asks another address. */
export const describeUpdateChecks = (address: string, mode: keyof typeof MODES): LocalAction => ({
  operation: 'turn_on_update_checks',
  effect: 'write',
  summary: 'Check for updates',
  sentence: [text(`Look for new versions of this console at ${address}, ${MODES[mode]}.`)],
  facts: [fact('Address', address), fact('Host', new URL(address).host), fact('Checks', MODES[mode])],
  warnings: plain(address),
  subject: `update checks at ${address}, ${MODES[mode]}`,
});

/** Handing over a package that was verified. */
export const describeInstallUpdate = (update: {
  readonly running: string;
  readonly offered: string;
  readonly path: string;
  /** What an administrator runs; null where the system's installer is opened. */
  readonly command: string | null;
  /** In bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha512: string;
}): LocalAction => ({
  operation: 'install_update',
  effect: 'write',
  summary: 'Install update',
  sentence: [
    text(
      update.command === null
        ? `Open the verified package of version ${update.offered} with the system’s installer.`
        : `Copy the command that installs version ${update.offered}, for an administrator to run.`,
    ),
  ],
  facts: [
    fact('New version', update.offered),
    fact('Running version', update.running),
    fact('Package', revealInvisible(update.path)),
    fact('Size', `${update.size.toLocaleString('en')} bytes`),
    fact('SHA-512', update.sha512, 'hash'),
    ...(update.command === null ? [] : [fact('Command', revealInvisible(update.command))]),
  ],
  warnings: [],
  subject: `version ${update.offered}, SHA-512 ${update.sha512}`,
});
