import type { LoginSession } from '#preload/contract/login-sessions.ts';

/** How a session was opened, in words. */
export const ORIGIN_WORDS: Readonly<Record<LoginSession['origin'], string>> = {
  'stamp-login': 'API-key session',
  'read-write': 'Read-write session',
  oauth: 'OAuth session',
  'oauth-login': 'OAuth login',
};

/** When to use a session of each kind. */
export const ORIGIN_DETAILS: Readonly<Record<LoginSession['origin'], string>> = {
  'stamp-login':
    'For everyday work with your credential. The key is created here, and the service’s signed token is checked.',
  'read-write': 'When the service should create the key. It seals the key to this computer.',
  'oauth-login': 'When you log in at an issuer in the browser. The key is created here.',
  oauth: 'When you log in at an issuer in the browser, and the service should create the key.',
};

/** Lengths that are offered; in seconds, as the choice's id. */
export const LENGTHS = [
  { id: '900', label: '15 minutes' },
  { id: '3600', label: '1 hour' },
  { id: '28800', label: '8 hours' },
  { id: '86400', label: '1 day' },
] as const;

/** The sentences of the sessions screen, its dialogs, and the notices about sessions. */
export const SESSION_TEXT = {
  open: 'Open a session',
  renew: 'Renew a session',
  cancel: 'Cancel',
  screen: {
    title: 'Sessions',
    count: (count: number): string => `${count} open`,
    empty: 'No open sessions',
    emptyHint:
      'A session stamps with a temporary key and expires by itself. Your long-lived key stays unused.',
    note: 'A session’s key is in the keychain. It is destroyed there when the session ends.',
    endAll: 'End all sessions',
    /** Those that a filter leaves. */
    endFound: (count: number): string => (count === 1 ? 'End 1 session' : `End ${count} sessions`),
  },
  table: {
    session: 'Session',
    user: 'User',
    opened: 'Opened',
    expires: 'Expires in',
    actions: 'Actions',
    actionsFor: (label: string): string => `Actions for ${label}`,
    active: 'Active',
    notUsed: 'Not used yet',
    lastUsed: (time: string): string => `Last used ${time}`,
    use: 'Use this credential',
    renew: 'Renew…',
    end: 'End…',
  },
  draft: {
    name: 'Name',
    nameMissing: 'Enter a name for the session.',
    nameExample: 'Evening batch',
    linkedUser: 'Signs you in as the user linked to that login.',
    theUser: 'the user',
    currentCredential: 'the current credential',
    stampedBy: (user: string, credential: string): string =>
      `Opens a session for ${user}, stamped with ${credential}.`,
    kind: 'Kind',
    duration: 'Duration',
    continue: 'Continue in the browser',
    preview: 'Preview session',
    inBrowser: 'Continue in your browser',
    inBrowserHint:
      'The issuer’s page has opened there. This dialog continues when you are done; Cancel stops the login.',
  },
  others: {
    label: 'Other sessions',
    option: 'End my other sessions of this kind',
    title: (user: string): string => `Ends every other session of this kind for ${user}`,
    unknownUser: 'the user who logs in',
    effect:
      'The service ends them on every computer as soon as this session is open. What they were doing stops.',
    here: (labels: readonly string[]): string => ` On this computer, this ends ${labels.join(', ')}.`,
    unaffected: 'API keys and passkeys stay.',
    confirm: (user: string): string => `Type “${user}” to confirm`,
  },
  issuer: {
    issuer: 'Issuer',
    other: 'Another issuer',
    otherDetail: 'Enter its URL and client ID.',
    clientId: (id: string): string => `Client ID ${id}`,
    url: 'Issuer URL',
    urlExample: 'https://accounts.example.com',
    urlHelp: 'Exactly as the service stores it in the user’s OAuth provider.',
    client: 'Client ID',
    clientHelp: 'The audience of that provider. The issuer must allow redirects to 127.0.0.1.',
  },
  review: {
    close: 'Close',
    back: 'Back',
    submit: 'Review and approve',
    notKept: 'The session was not kept',
  },
  end: {
    title: (label: string): string => `End ${label}`,
    titleAll: (count: number): string => `End ${count} sessions`,
    submit: 'End session',
    effect:
      'Its key is destroyed in the keychain. No copy is kept, so nobody can stamp with it again. The session then expires at the service.',
    effectAll:
      'Their keys are destroyed in the keychain. No copies are kept, so nobody can stamp with them again. The sessions then expire at the service.',
  },
  watch: {
    expiresIn: 'expires in',
    renew: 'Renew session',
    effect: 'Its key is destroyed then. Renewing opens another session like it, which takes its place.',
  },
  ended: {
    elsewhere: (label: string): string => `${label} was ended elsewhere`,
    here: (label: string): string => `${label} has ended`,
    effect: 'Its key was destroyed on this computer. Another credential is active now.',
  },
} as const;
