/** The words of a first run. */
export const FIRST_RUN_TEXT = {
  welcome: 'Welcome to KeyOps Console',
  unlock: {
    title: 'Choose how to unlock the console',
    card: 'Unlock method',
    intro:
      'The console locks when you leave it. To unlock it, and before exports, imports and deletions, it asks who you are.',
    without: 'Without a method, anybody at this computer can unlock the console and approve requests.',
    goWithout: 'Go without',
    later: 'You can change this later in Settings.',
  },
  create: {
    title: 'Create an API key',
    text: (backend: string): string => `P-256, in ${backend}. You get the public key to enroll.`,
  },
  back: 'Back',
  import: {
    title: 'Import an API key',
    text: 'Hex, PEM, or the command-line tool’s files. You are reminded to delete them.',
  },
  ceremony: {
    title: 'Begin a key ceremony',
    text: 'Two people or more create credentials together, back them up, and approve a transcript.',
  },
  made: {
    title: 'API key saved in the keychain',
    card: 'Your credential',
    publicKey: 'Public key',
    publicKeyNoun: 'public key',
    local: 'This is the first API key of the local service’s root user.',
    hosted: 'Enroll the public key at the hosted service before you use it.',
    open: 'Open the console',
  },
  machine: {
    label: 'State of this computer',
    keychain: 'Keychain available',
    noKeychain: 'Keychain not available',
    service: 'Local service',
    sandboxed: 'Window is sandboxed',
    notSandboxed: 'Window is not sandboxed',
  },
  intro:
    'First, choose the API key that stamps your requests. Stamp: sign the request with your API key. The key is kept in this computer’s keychain and never leaves this computer.',
} as const;
