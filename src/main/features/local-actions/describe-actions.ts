import type { Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import type { StoredProfile } from '../../storage/profiles.ts';

/** Names that no operation of the catalogue has: what is done on this computer, and nothing is stamped for. */
export const LOCAL_OPERATIONS = [
  'forget_credential',
  'add_profile',
  'remove_profile',
  'set_auth_proxy_address',
  'log_in_at_new_issuer',
  'read_file',
  'set_unlock_method',
  'remove_unlock_method',
  'set_idle_lock',
  'turn_on_update_checks',
  'install_update',
] as const;

/** An act on this computer that the operator has to see apart from the window. */
export interface LocalAction {
  readonly operation: (typeof LOCAL_OPERATIONS)[number];
  readonly effect: 'write' | 'destroy';
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
    'Exports, imports and deletions no longer ask who you are.',
  ],
  ADDRESS_NOT_ENCRYPTED: [
    'caution',
    'This connection isn’t encrypted',
    'The address is on this computer, where any program may be listening.',
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

/** What about the lock is changed, and what the card says of it. */
const LOCK_CHANGES = {
  set_unlock_method: ['Set up unlocking', 'Unlock the console'],
  remove_unlock_method: ['Remove unlock method', 'Stop asking for'],
  set_idle_lock: ['Lock later when idle', 'Lock the console only after'],
} as const;

/**
 * Changing what locks and unlocks the console; a person proves it by the present method.
 * @param what the method or the time, as the sentence goes on with it
 */
export const describeVerification = (operation: keyof typeof LOCK_CHANGES, what: string): LocalAction => {
  const [summary, begins] = LOCK_CHANGES[operation];
  return {
    operation,
    effect: 'write',
    verifiesUser: true,
    summary,
    sentence: [text(`${begins} ${what}.`)],
    facts: [],
    warnings: operation === 'remove_unlock_method' ? [actionWarning('NOBODY_ASKED')] : [],
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
