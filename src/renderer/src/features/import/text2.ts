import type { SecretImport, SecretRow } from '../../../../preload/contract/secrets.ts';
import { timeLeft } from '../../ui/time.ts';

/** "1 secret", "6 secrets". */
export const countSecrets = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'secret' : 'secrets'}`;

/** How a secret stands, in a word or two. */
export function rowState({ state, problem }: SecretRow): string {
  switch (state) {
    case 'ready':
      return 'Ready';
    case 'refused':
      return problem;
    case 'sealed':
      return 'Sealed';
    case 'imported':
      return 'Imported';
    case 'waiting':
      return 'Waiting for votes';
    case 'failed':
      return problem === '' ? 'Failed' : problem;
  }
}

/** How far an import is: "3 of 6 imported · about 2 s left". */
export function importProgress({ rows, set }: SecretImport): string {
  const imported = rows.filter(({ state }) => state === 'imported').length;
  const left = set?.state === 'running' ? timeLeft(set.msLeft) : '';
  return [`${imported} of ${rows.length} imported`, left].filter(Boolean).join(' · ');
}
