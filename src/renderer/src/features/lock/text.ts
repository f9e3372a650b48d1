/** The words of the console that is locked, or that lacks its keychain or its service. */
export const LOCK_TEXT = {
  keychain: {
    locked: 'The keychain is locked',
    none: 'No keychain available',
    text: (backend: string): string =>
      `The API keys that stamp your requests are stored in ${backend}. Without it, the console can’t sign requests. It never falls back to a file.`,
  },
  lock: {
    title: 'The console is locked',
    text: 'Nothing is shown, and nothing can be signed. Keys stay in this computer’s keychain. Requests already sent continue.',
    unset: 'No unlock method is set up',
    unsetText: 'Anybody at this computer can unlock the console. Choose a method in Settings.',
    unlock: {
      none: 'Unlock',
      passphrase: 'Unlock with passphrase',
      passkey: 'Unlock with passkey',
      polkit: 'Unlock with system password',
      touchId: 'Unlock with Touch ID',
    },
  },
  methods: {
    label: 'Unlock method',
    names: {
      passphrase: 'Passphrase',
      passkey: 'Passkey',
      polkit: 'System password',
      touchId: 'Touch ID',
    },
    texts: {
      passphrase: 'Typed on the approval surface. Its hash is kept in the keychain.',
      passkey: 'Your browser asks for it, with its PIN or your fingerprint.',
      polkit: 'The system asks for your own password.',
      touchId: 'The system asks for your fingerprint.',
    },
    system: {
      name: 'System sign-in',
      loading: 'Checking whether this computer has one…',
      ready: 'This computer has none that the console can use.',
      failed: 'The console could not check whether this computer has one.',
    },
    setUp: (name: string): string => `Set up ${name.toLowerCase()}`,
    useButton: 'Set up',
    changeButton: 'Change',
    change: 'Change passphrase',
    current: 'In use',
  },
  service: { title: 'Service', settings: 'Open settings', starting: 'The service is starting' },
  start: { failed: 'The console did not start' },
} as const;
