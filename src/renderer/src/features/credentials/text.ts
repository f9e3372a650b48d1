import type { Credential } from '#preload/contract/credentials.ts';

/** The sentences of the credentials screen, its forms, dialogs and notes. */
export const CREDENTIAL_TEXT = {
  cancel: 'Cancel',
  waiting: 'Waiting for other approvers',
  thisProfile: 'this profile',
  createKey: 'Create an API key',
  importKey: 'Import an API key',
  registerPasskey: 'Register a passkey',
  label: 'Label',
  labelExample: 'ops-laptop',
  curve: 'Curve',
  screen: {
    title: 'Credentials',
    subtitle: (profile: string, backend: string): string => `${profile} · kept in ${backend}`,
    heading: (profile: string): string => `Credentials for ${profile}`,
    empty: 'No credentials for this profile',
    emptyHint: 'Create an API key here, or import one that is already enrolled with the service.',
    note: 'Private keys stay in the keychain or the authenticator.',
    storage: 'What is stored where',
  },
  missing: {
    title: 'No credential',
    heading: (profile: string): string => `No credential for ${profile}`,
    hint: 'Every request to the service is stamped: signed with your API key. Create a key here, or import one that is already enrolled.',
  },
  row: {
    active: 'Active',
    actions: (label: string): string => `Actions for ${label}`,
    use: 'Use this credential',
    enroll: 'Enroll with the service…',
    copy: 'Copy public key',
    copied: 'Public key copied',
    rename: 'Rename…',
    forget: 'Forget…',
    created: (day: string, place: string): string => `Created ${day} · ${place}`,
    authenticator: 'Authenticator',
    expires: (day: string): string => ` · expires ${day}`,
  },
  added: {
    title: (label: string): string => `${label} is in the keychain`,
    done: 'Done',
    notNow: 'Not now',
  },
  create: {
    submit: 'Create API key',
    labelHelp: 'Shown wherever this key stamps (signs a request). Others in the organization see it too.',
    curveHelp: (backend: string): string =>
      `The private key is created here and kept in ${backend}. P-256 works with every service.`,
  },
  import: {
    submit: 'Import API key',
    source: 'Source',
    fromFile: 'From a file',
    fromClipboard: 'From the clipboard',
    file: 'Key file',
    fileExample: '/path/to/key.pem',
    fileHelp: 'Hex, PEM, or any of the command-line tool’s files: .private, .public or .meta.',
    clipboardHelp: (backend: string): string =>
      `Copy the private key (hex or PEM), then import it. It goes from the clipboard to ${backend}.`,
    detect: 'Detect from key',
    detectAside: 'PEM',
    curveHelp: 'Raw hex doesn’t include its curve: choose it here.',
  },
  leftover: {
    clipboardTitle: 'The private key is still on the clipboard',
    clipboard: 'Copy something else to replace it, and delete the key wherever you copied it from.',
    filesTitle: 'Delete the files you imported the key from',
    files: (name: string): string =>
      `Anyone who can read ${name}.private can stamp as you. Delete it, with its .public and .meta; the console does not do it for you.`,
    fileTitle: 'Delete the file you imported the key from',
    file: (path: string): string =>
      `Anyone who can read ${path} can stamp as you. The console does not delete it for you.`,
  },
  enroll: {
    title: (label: string): string => `Enroll ${label}`,
    form: 'Enroll with the service',
    submit: 'Review and enroll',
    done: (label: string): string => `${label} is enrolled`,
    unknown: 'The service doesn’t know this key yet.',
    currentCredential: 'the current credential',
    stampWith: 'Stamp with',
    toAdd: 'to add the public key below as an API key of',
    sameUser: 'the same user',
    canceled: 'You canceled the request. Nothing was stamped.',
    canceledRemedy: 'Enroll again if you didn’t mean to cancel.',
    expired: 'The approval ran out of time. Nothing was stamped.',
    expiredRemedy: 'Enroll again and approve it.',
  },
  passkey: {
    currentUser: 'the current user',
    continue: 'Continue in the browser',
    registered: (label: string): string => `${label} is registered`,
    labelExample: 'security-key',
    labelHelp: (username: string): string =>
      `It will stamp as ${username}. The key stays in the authenticator, which asks you for each stamp.`,
    inBrowser: 'Continue in your browser',
    create: {
      before: 'The page that opened there shows the code',
      after: '. Create the passkey only on that page, then come back to approve its registration.',
    },
    stamp: {
      before: (label: string): string => `Use ${label} there to stamp the request. The page shows the code`,
      after: 'and the SHA-256 that you approved.',
    },
    underWay: (code: string): string => `Continue in your browser. The page shows the code ${code}.`,
    notKept: 'The passkey was not kept on this computer.',
  },
  approve: 'Approve the request in the dialog in front.',
  rename: {
    title: (label: string): string => `Rename ${label}`,
    submit: 'Rename',
    help: 'On this computer only. The service keeps the name used at enrollment.',
  },
  forget: {
    title: (label: string): string => `Forget ${label}`,
    key: 'Forget key',
    passkey: 'Forget passkey',
    passkeyEffect:
      'The console no longer stamps with it. The authenticator keeps its key. The service accepts the passkey until you delete it there.',
    keyEffect: (backend: string): string =>
      `Its private key is deleted from ${backend}. The console keeps no copy and cannot restore it. The service accepts the key until you delete it there.`,
    only: (profile: string): string => `This is the only credential of ${profile}`,
    onlyLocal: 'Without it, nothing can reach the keys that the service on this computer holds.',
    onlyHosted: 'Without it, this console cannot stamp for the profile until you enroll another key.',
  },
  stored: {
    privateKey: 'Private key',
    privateKeyNote: 'Read only to stamp; this window never sees it.',
    onThisComputer: (backend: string): string => `${backend}, on this computer`,
    publicKey: 'Label and public key',
    database: 'The console’s database',
    stamps: 'Every stamp',
    stampsNote: 'One line each, chained so that a change shows.',
    journal: 'The journal',
    service: 'At the service',
    serviceNote: 'The service also holds the private keys that you create there, encrypted.',
    servicePublicKey: 'The public key',
  },
} as const;

type Curve = Credential['curve'];

/** The curves of API keys as operators call them. */
export const CURVE_NAMES: Readonly<Record<Curve, string>> = {
  API_KEY_CURVE_P256: 'P-256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
};

/** What a credential is, in a word. */
export const KIND_NAMES: Readonly<Record<Credential['kind'], string>> = {
  key: 'API key',
  session: 'Session',
  passkey: 'Passkey',
};

/** The curves to choose from, the usual one first. */
export const CURVE_OPTIONS: readonly { readonly id: Curve; readonly label: string }[] = [
  { id: 'API_KEY_CURVE_P256', label: CURVE_NAMES.API_KEY_CURVE_P256 },
  { id: 'API_KEY_CURVE_SECP256K1', label: CURVE_NAMES.API_KEY_CURVE_SECP256K1 },
  { id: 'API_KEY_CURVE_ED25519', label: CURVE_NAMES.API_KEY_CURVE_ED25519 },
];
