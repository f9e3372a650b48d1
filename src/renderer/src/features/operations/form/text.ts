import type { FormField } from '#protocol/form/form-field.ts';
import { someNames } from '#renderer/ui/some-names.ts';

/** What stands faintly after the label of a field: whether it may be left out. */
export const asideOf = (field: FormField): string | undefined => (field.required ? undefined : 'optional');

interface TrialCounts {
  readonly looked: number;
  readonly changedInAll: number;
  readonly unclear: number;
}
const counted = (count: number): string => count.toLocaleString('en');

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
    offline: 'Enter it: an offline console can’t ask for the list.',
  },
  publicKey: {
    name: 'Generated key',
    placeholder: 'Hex',
    help: 'Generating a key creates a credential in this computer’s keychain.',
    generate: 'Generate key',
  },
  policy: {
    help: 'Ctrl Space shows what can stand here.',
    completions: 'What can stand here',
    keys: '↑ ↓ select · Tab inserts · Esc closes',
    place: (at: number, all: number): string => `${at} of ${all}`,
    values: {
      users: (count: number): string => (count === 1 ? '1 user' : `${count} users`),
      keys: (count: number): string => (count === 1 ? '1 key' : `${count} keys`),
      contact: (name: string): string => `Contact ${name}`,
      token: (symbol: string, name: string, network: string): string =>
        [symbol === name ? symbol : `${symbol}, ${name}`, network].filter(Boolean).join(' · '),
    },
  },
  votes: {
    title: 'Approvals needed to save it',
    voters: 'Who can approve it',
    of: (threshold: number, members: number): string => `${threshold} of ${members} in the root quorum`,
    you: (name: string): string => `${name}, you`,
    root: 'Root quorum',
    yours: 'Your approval, on save',
    yoursAlone: 'Your approval is enough',
    alone: 'Can save it alone',
    byPolicy: (names: readonly string[]): string => `By policy: ${someNames(names, 5)}`,
    others: (count: number): string => (count === 1 ? '1 other' : `${count} others`),
    noCredential: 'No credentials',
    unread: (count: number): string =>
      count === 1 ? '1 policy can’t be read here' : `${count} policies can’t be read here`,
  },
  words: {
    allows: 'What this policy allows',
    denies: 'What this policy denies',
    earlier: 'From the last version without errors.',
    notLimited: 'Not limited',
    notApplied: 'Doesn’t apply to',
  },
  trial: {
    title: 'Dry run',
    hint: 'Which of the last 1,000 activities would this policy have decided otherwise?',
    run: 'Dry run',
    activity: 'Activity',
    at: 'Requested',
    before: 'By today’s rules',
    after: 'With this policy',
    found: ({ looked, changedInAll, unclear }: TrialCounts): string =>
      [
        `${counted(changedInAll)} of ${counted(looked)} decided differently`,
        `${counted(looked - changedInAll - unclear)} unchanged`,
        ...(unclear === 0 ? [] : [`${counted(unclear)} can’t be told from here`]),
      ].join(' · '),
    decided: {
      OUTCOME_ALLOW: 'Allowed',
      OUTCOME_REQUIRES_CONSENSUS: 'Needs more approvals',
      OUTCOME_REJECTED: 'Rejected',
      OUTCOME_DENY_EXPLICIT: 'Denied',
      OUTCOME_DENY_IMPLICIT: 'Not allowed',
    },
  },
  sealed: {
    /** Without the word of its form: "Encrypted client secret" is asked for as the client secret. */
    plain: (label: string): string =>
      label.replace(/^Encrypted (.)/, (_, first: string) => first.toUpperCase()),
    help: 'Encrypted to the service’s key before it leaves this computer.',
    done: 'Encrypted to the service’s key',
    replace: 'Replace',
    replaceThe: (label: string): string => `Replace ${label}`,
    raw: 'Encrypted text',
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
