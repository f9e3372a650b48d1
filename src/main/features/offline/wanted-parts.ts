import type { Preview } from '#preload/contract/requests.ts';

/** What the transactions of a preview could use of a kind, by its name, each once. */
export const wantedBy = (
  { reading, wants }: Pick<Preview, 'reading' | 'wants'>,
  kind: 'lookupTables' | 'previousTransactions',
): readonly string[] => [...new Set([...(reading?.[kind] ?? []), ...(wants?.[kind] ?? [])])];
