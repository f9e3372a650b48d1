/** The sentences of filters that are kept under names. */
export const FILTER_TEXT = {
  label: 'Saved filters',
  /** In front of those that are chosen in one press. */
  of: (list: string): string => `Saved filters: ${list}`,
  save: 'Save filter…',
  title: 'Save filter',
  name: 'Name',
  nameMissing: 'Enter a name.',
  help: 'Kept on this computer, for this profile.',
  replaces: 'Replaces the saved filter with this name.',
  submit: 'Save filter',
  rename: (name: string): string => `Rename “${name}”…`,
  renameTitle: 'Rename filter',
  taken: 'Another filter of this list has this name.',
  renameSubmit: 'Rename filter',
  remove: (name: string): string => `Remove “${name}”`,
} as const;
