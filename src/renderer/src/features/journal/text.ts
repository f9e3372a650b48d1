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
  columns: { line: 'Line', what: 'Request', by: 'Stamped by', digest: 'Request digest', outcome: 'Outcome' },
  digestNoun: (line: number): string => `digest of line ${line}`,
  noCredential: 'No credential',
  unknownKey: 'Unknown key',
} as const;
