/** The words of the kit: those that every screen shares. */
export const UI_TEXT = {
  cancel: 'Cancel',
  confirm: { type: (typed: string): string => `Type “${typed}” to confirm` },
  copy: {
    copiedThe: (what: string): string => `Copied the ${what}`,
    theWhat: (what: string): string => `Copy the ${what}`,
    copied: 'Copied',
    copy: 'Copy',
  },
  effects: { read: 'Read', write: 'Write', sign: 'Sign', export: 'Export', destroy: 'Destroy' },
  tryAgain: 'Try again',
  find: {
    among: (count: string): string => `Search ${count} entries`,
    label: (list: string): string => `Find: ${list}`,
    none: 'No matches',
    found: (found: string, count: string): string => `${found} of ${count}`,
    amongLoaded: (count: string): string => `Search the ${count} loaded`,
    foundLoaded: (found: string, count: string): string => `${found} of the ${count} loaded`,
    clear: 'Clear search',
    clearAll: 'Clear filter',
    part: 'Only the entries that are loaded were searched; there are older ones.',
    more: (count: string): string => `${count} more`,
    show: (count: number): string => `Show ${count} more`,
  },
  checkAgain: 'Check again',
  choose: {
    one: 'Choose one',
    file: 'Choose…',
    more: (count: string): string => `${count} more: type to search.`,
  },
  service: {
    code: 'Error code',
    codeLabel: 'Code',
    http: (status: number): string => `HTTP ${status}`,
    field: 'Field',
  },
  status: {
    offline: {
      network: 'No network, by design',
      confirmed: (time: string): string => `Clock confirmed by you at ${time}`,
      clock: {
        words: 'Clock not confirmed',
        message: 'Confirm this computer’s clock',
        remedy:
          'Compare it with another clock. A wrong clock makes requests that have lapsed, so nothing is approved or stamped before you confirm it. You are asked again if the clock moves.',
      },
    },
    keychain: { ready: 'Keychain unlocked', locked: 'Keychain locked', none: 'No keychain' },
    service: {
      local: 'Local service',
      unknown: (service: string): string => `${service}: not contacted yet`,
      unreachable: (since: string): string => `Service unreachable${since}`,
      silent: (service: string, since: string): string => `${service} has not answered${since}`,
      waiting: 'Service is waiting for a credential',
      starting: 'Service is starting',
      failed: 'Service failed',
      since: (time: string): string => ` since ${time}`,
    },
    journal: {
      checking: 'Verifying journal',
      intact: (lines: string): string => `Journal: ${lines}, verified`,
      changed: 'Journal was changed',
      lines: (lines: number): string => `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}`,
    },
    clock: {
      unknown: 'Clock not checked yet',
      within: (time: string): string => `Clock within ${time}`,
      off: (time: string): string => `Clock is ${time} off`,
      fault: (time: string): string => `This computer’s clock and the service’s are ${time} apart`,
      remedy:
        'Requests may be refused as too old. Set this computer’s clock, usually by turning on network time.',
    },
  },
  confirmClock: 'Confirm the clock',
  dismiss: 'Dismiss',
  warnings: 'Warnings',
  close: 'Close',
} as const;
