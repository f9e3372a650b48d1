/** The words of the journal. */
export const JOURNAL_TEXT = {
  filters: { changes: 'Write requests', all: 'All requests', label: 'Requests to show' },
  title: 'Journal',
  allTitle: 'All requests stamped on this computer',
  changesTitle: 'Write requests',
  newestFirst: 'newest first',
  emptyTitle: 'No requests yet',
  sign: 'Sign a transaction',
  empty: 'Each stamped request adds a line here with the hash of the line before it.',
  shown: (count: string): string => `${count} shown`,
  older: 'Load older',
  chain: {
    checkingTitle: 'Verifying the journal',
    checking: (message: string): string => `${message} Every start verifies the journal from its first line.`,
    intactTitle: 'Journal verified',
    intact: (message: string): string =>
      `${message} A changed, removed, or moved line breaks the chain. The console reports it at its next start.`,
  },
  tampered: {
    title: 'This journal was changed outside the console',
    close: 'Close journal',
    wayOut:
      'Find out what changed it, then close it. Its file is kept as evidence, a sealed note records what is wrong, and a new journal starts with that note.',
  },
  closed: {
    title: 'Closed journals',
    hint: 'changed outside the console',
    name: (number: number, file: string | undefined): string => file ?? `Journal ${number}`,
    found: 'What was wrong',
    closedAt: 'Closed',
    written: 'Lines the console wrote',
    digest: 'SHA-256 of the file',
    noteDigest: 'SHA-256 of the note',
    gone: 'The file was already gone',
    asNoted: 'File and note match',
    state: 'Verification',
  },
  columns: { line: 'Line', what: 'Request', by: 'Stamped by', digest: 'Request digest', outcome: 'Outcome' },
  digestNoun: (line: number): string => `digest of line ${line}`,
  noCredential: 'No credential',
  unknownKey: 'Unknown key',
} as const;
