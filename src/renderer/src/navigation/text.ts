/** What the shortcuts do, in words. */
export const NAVIGATION_TEXT = {
  search: 'Search screens and operations',
  lock: 'Lock the console',
  sheet: 'Show keyboard shortcuts',
  go: {
    sign: 'Go to Sign',
    batch: 'Go to Batch',
    activities: 'Go to Activities',
    contacts: 'Go to Contacts',
    keys: 'Go to Private keys',
    export: 'Go to Export',
    import: 'Go to Import',
    credentials: 'Go to Credentials',
    sessions: 'Go to Sessions',
    wallets: 'Go to Wallets and secrets',
    integrations: 'Go to Integrations',
    organization: 'Go to Organization',
    journal: 'Go to Journal',
    offline: 'Go to Offline',
    operations: 'Go to Operations',
    settings: 'Go to Settings',
  },
} as const;
