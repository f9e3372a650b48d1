import { formatTime } from '#chains/model/amounts.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const restoreWarning = defineWarnings({
  RESTORE_UNDOES: [
    'danger',
    'Changes made since the backup are undone',
    'Keys, users and policies created since then are gone. API keys deleted since then work again. Signatures that were given out stay valid.',
  ],
  RESTORE_OVER_UNREADABLE: ['caution', 'The current database can’t be read', '{why}'],
});

/** A database of the local service, as far as it is shown before a restore. */
interface RestoredFacts {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly createdAtMs: number;
  readonly activities: number;
  readonly newest: { readonly atMs: number; readonly type: string } | null;
  readonly sha256: string;
}

const timeOf = (ms: number): string => formatTime(BigInt(Math.floor(ms / 1000)));
const nameOf = ({ organizationName, organizationId }: RestoredFacts): string =>
  `${revealInvisible(organizationName)} (${organizationId})`;
const newestOf = ({ newest }: RestoredFacts): string =>
  newest === null ? 'None' : `${timeOf(newest.atMs)}, ${revealInvisible(newest.type)}`;

/**
 * Putting a backup in the place of the local service's database.
 * @param present what is there now; why it can't be read; null where there is nothing
 */
export function describeRestore(
  path: string,
  backup: RestoredFacts,
  present: RestoredFacts | { readonly problem: string } | null,
): LocalAction {
  const isReadable = present !== null && 'sha256' in present;
  const shown = revealInvisible(path);
  const before =
    present === null ? 'None' : isReadable ? undefined : `Can’t be read: ${revealInvisible(present.problem)}`;
  return {
    operation: 'restore_service',
    effect: 'destroy',
    summary: 'Restore local service',
    sentence: [
      actionText(`Replace the local service’s database with the backup ${shown}. The service restarts.`),
    ],
    facts: [
      actionFact('Organization', nameOf(backup)),
      actionFact('Created', timeOf(backup.createdAtMs)),
      actionFact('Newest in backup', newestOf(backup)),
      actionFact('Newest now', before ?? newestOf(present as RestoredFacts)),
      actionFact('Activities in backup', backup.activities.toLocaleString('en')),
      actionFact('Activities now', before ?? (present as RestoredFacts).activities.toLocaleString('en')),
      actionFact('SHA-256 of backup', backup.sha256, 'hash'),
      ...(isReadable ? [actionFact('SHA-256 now', present.sha256, 'hash')] : []),
      ...(isReadable && present.organizationId !== backup.organizationId
        ? [actionFact('Organization now', nameOf(present))]
        : []),
      ...(present === null
        ? []
        : [actionFact('Current database', 'stays beside it as service.sqlite.replaced')]),
    ],
    warnings: [
      ...(present === null ? [] : [restoreWarning('RESTORE_UNDOES')]),
      ...(present === null || isReadable
        ? []
        : [restoreWarning('RESTORE_OVER_UNREADABLE', { why: revealInvisible(present.problem) })]),
    ],
    subject: `backup ${shown}, SHA-256 ${backup.sha256}`,
    profileName: 'Local',
  };
}
