import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import { plainAddress } from './describe-profiles.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

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
    sentence: [actionText(`Delete the ${what} “${label}” from ${from}.`)],
    facts: [
      actionFact('Credential', label),
      actionFact('Public key', publicKey, 'hash'),
      actionFact('Curve', curve.replace('API_KEY_CURVE_', '')),
      actionFact('Profile', profile.name),
      ...(kind === 'passkey' ? [] : [actionFact('Kept in', backend)]),
    ],
    warnings: hasOther || kind === 'session' ? [] : [actionWarning('LAST_CREDENTIAL')],
    subject: `${what} “${label}” ${publicKey}`,
    profileName: profile.name,
  };
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
    sentence: [actionText(`Import the API key “${label}” into this computer’s keychain.`)],
    facts: [
      actionFact('Public key', key.publicKey, 'hash'),
      actionFact('Source', from),
      actionFact('Kept in', backend),
    ],
    warnings: [actionWarning('KEY_MADE_ELSEWHERE')],
    subject: `API key “${label}” ${key.publicKey}`,
  };
};

/** Reading a file or folder whose path stands in the window: script in the window can write one there. */
export const describeReadFile = (path: string): LocalAction => ({
  operation: 'read_file',
  effect: 'write',
  summary: 'Read a file',
  sentence: [actionText(`Read ${revealInvisible(path)} for what you are doing in the window.`)],
  facts: [actionFact('Path', revealInvisible(path))],
  warnings: [],
  subject: revealInvisible(path),
});

/** Showing, copying or saving what was exported: from then on it is in the window, on the clipboard or in a file. */
export const describeTakingOut = (name: string): LocalAction => ({
  operation: 'take_out_exported_key',
  effect: 'export',
  summary: 'Show or save exported key',
  sentence: [actionText(`Let the window show, copy or save the exported “${revealInvisible(name)}”.`)],
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
    sentence: [actionText(`${begins} ${what}.`)],
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
  sentence: [actionText(`Look for new versions of this console at ${address}, ${MODES[mode]}.`)],
  facts: [
    actionFact('Address', address),
    actionFact('Host', new URL(address).host),
    actionFact('Checks', MODES[mode]),
  ],
  warnings: plainAddress(address),
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
    actionText(
      update.command === null
        ? `Open the verified package of version ${update.offered} with the system’s installer.`
        : `Copy the command that installs version ${update.offered}, for an administrator to run.`,
    ),
  ],
  facts: [
    actionFact('New version', update.offered),
    actionFact('Running version', update.running),
    actionFact('Package', revealInvisible(update.path)),
    actionFact('Size', `${update.size.toLocaleString('en')} bytes`),
    actionFact('SHA-512', update.sha512, 'hash'),
    ...(update.command === null ? [] : [actionFact('Command', revealInvisible(update.command))]),
  ],
  warnings: [],
  subject: `version ${update.offered}, SHA-512 ${update.sha512}`,
});
