import type { ReactNode } from 'react';
import type { ServiceBackupFacts } from '#preload/contract/service-backup.ts';
import { formatExactly } from '../../format/time.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { CardSection } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import styles from './service-backup.module.css';
import { SERVICE_BACKUP_TEXT as TEXT } from './text.ts';

/** A backup as the service's program verified it; a restore also says where the database before it is. */
export interface FoundBackup {
  readonly by: 'make' | 'verify' | 'restore';
  readonly backup: ServiceBackupFacts & { readonly replaced?: string | null };
}

/** What a backup holds, and how it is told from another one. */
export function BackupFacts({ found: { by, backup } }: { found: FoundBackup }): ReactNode {
  const { path, organizationName, organizationId, createdAtMs, newest, activities, sha256 } = backup;
  const { replaced = null } = backup;
  return (
    <CardSection className={styles['found']}>
      <div role="status">
        <Note tone="good" title={TEXT.done[by]} />
      </div>
      <Facts>
        <FactRow label={TEXT.path}>
          <code className={styles['value']}>{path}</code>
        </FactRow>
        <FactRow label={TEXT.organization} note={organizationId}>
          {organizationName}
        </FactRow>
        <FactRow label={TEXT.created}>{formatExactly(createdAtMs)}</FactRow>
        <FactRow label={TEXT.newest} note={newest?.type}>
          {newest === null ? TEXT.noActivity : formatExactly(newest.atMs)}
        </FactRow>
        <FactRow label={TEXT.activities}>{activities.toLocaleString('en')}</FactRow>
        <FactRow label={TEXT.digest}>
          <span className={styles['value']}>
            <AddressText value={sha256} />
            <CopyButton text={sha256} what={TEXT.digest} />
          </span>
        </FactRow>
        {replaced !== null && (
          <FactRow label={TEXT.replaced}>
            <code className={styles['value']}>{replaced}</code>
          </FactRow>
        )}
      </Facts>
    </CardSection>
  );
}
