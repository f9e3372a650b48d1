/** The words of lists of records. */
export const RECORD_TEXT = {
  nothing: 'No selection',
  none: (what: string): string => `No ${what} selected`,
  choose: 'Select one to see its details.',
} as const;
