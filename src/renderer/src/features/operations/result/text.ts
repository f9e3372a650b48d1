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
