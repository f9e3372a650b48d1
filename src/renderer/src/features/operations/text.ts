import type { FormField } from '../../../../protocol/form/form-field.ts';

/** What stands faintly after the label of a field: whether it may be left out. */
export const asideOf = (field: FormField): string | undefined => (field.required ? undefined : 'optional');

/** The sentences of the operations screen, its list, dialogs and reviews. */
export const OPERATION_TEXT = {
  cancel: 'Cancel',
  close: 'Close',
  result: 'Result',
  preview: 'Preview request',
  repeat: 'Repeat request',
  list: {
    title: 'Operations',
    search: 'Search',
    searchHint: 'Search operations',
    empty: 'No results',
  },
  groups: {
    signing: 'Signing',
    earn: 'Earn and fees',
    apps: 'Apps and deployments',
    providers: 'Providers',
    webhooks: 'Webhooks',
    sessions: 'Sessions',
    secrets: 'Secrets',
    wallets: 'Wallets',
    privateKeys: 'Private keys',
    activities: 'Activities and votes',
    policies: 'Policies',
    users: 'Users and credentials',
    organization: 'Organization',
    other: 'Other',
  },
  screen: {
    count: (count: number): string => `${count} operations`,
    operation: 'Operation',
    choose: 'Choose an operation',
    chooseHint:
      'Each has a form generated from the catalog. You preview and approve every change before it is stamped.',
    openScreen: 'Open its screen',
    unknown: 'Unknown operation',
    unknownHint: 'Choose an operation from the list.',
  },
  destroy: {
    effect: (what: string): string => `This can’t be undone. What will be gone (${what}):`,
    otherSessions: 'Every other session',
    sessionsOf: (user: string): string => `Sessions of ${user}`,
    organization: 'organization',
    thisCredential: 'this credential',
  },
  query: {
    run: 'Run query',
    newer: 'Newer',
    older: 'Older',
  },
  review: {
    back: 'Back',
    submit: 'Review and approve',
    done: 'Done',
    showActivity: 'Show activity',
    again: 'Run again',
    backToForm: 'Back to form',
    refresh: 'Refresh preview',
  },
} as const;

/** The sentences of generated forms, and of what is wrong in them. */
export const FORM_TEXT = {
  view: 'View',
  views: { form: 'Form', json: 'JSON' },
  none: 'None.',
  noParameters: 'This operation takes no parameters.',
  parameters: 'Parameters',
  parametersAsJson: 'Parameters as JSON',
  json: 'JSON',
  jsonOptional: 'JSON, optional',
  optional: (label: string): string => `${label} (optional)`,
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  unit: (label: string): string => `Unit of ${label}`,
  add: (one: string): string => `Add ${one}`,
  remove: (name: string): string => `Remove ${name}`,
  leaveOut: (label: string): string => `Leave out ${label}`,
  byService: (description: string): string => `The service: ${description}`,
  ids: {
    placeholder: 'Choose, or paste an ID',
    show: (label: string): string => `Show choices for ${label}`,
    empty: 'No results',
  },
  publicKey: {
    name: 'Generated key',
    placeholder: 'Hex',
    help: 'Generating a key creates a credential in this computer’s keychain.',
    generate: 'Generate key',
  },
  sealed: {
    value: (label: string): string => `Value of ${label}`,
    aside: 'encrypted here, to the service’s key',
    encrypt: 'Encrypt',
  },
  template: {
    label: 'Template',
    choose: 'Start from a template',
    remove: (name: string): string => `Remove template ${name}`,
    saveAs: 'Save as template',
    name: 'Template name',
    nameHelp: 'Saved on this computer, without tokens.',
    cancel: 'Cancel',
    save: 'Save template',
  },
  issues: {
    required: 'Required.',
    notListed: 'Choose a value from the list.',
    wholeNumber: 'Enter a whole number.',
    uuid: 'This isn’t an ID: IDs have 32 hex digits in five groups.',
    email: 'This isn’t an email address.',
    url: 'This isn’t a URL.',
    json: 'This isn’t JSON.',
    format: 'Invalid format.',
    expected: (what: string): string => `Expected ${what}.`,
    atLeast: 'At least',
    atMost: 'At most',
    characters: (bound: string, count: string): string => `${bound} ${count} characters.`,
    items: (bound: string, count: string): string => `${bound} ${count} ${count === '1' ? 'item' : 'items'}.`,
    settled: (name: string): string => `${name} is set by this screen and cannot be changed here.`,
  },
} as const;

/** The sentences of answers, drawn to be read. */
export const RESULT_TEXT = {
  view: 'Result view',
  views: { words: 'Readable', json: 'JSON' },
  copy: 'result',
  none: 'None.',
  nothingFurther: 'No further data',
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  empty: 'Empty',
  record: 'Record',
  show: 'Show',
} as const;
