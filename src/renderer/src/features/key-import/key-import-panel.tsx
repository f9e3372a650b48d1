import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { KeyImportKind } from '#preload/contract/key-imports.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { Card } from '../../ui/layout.tsx';
import { DraftCard } from './draft-card.tsx';
import { followKeyImport, keyImport } from './key-import-store.ts';
import { ProgressCard } from './progress-card.tsx';
import { SourceCard } from './source-card.tsx';
import { KEY_IMPORT_TEXT } from './text.ts';

/** A private key or wallet into the organization: read, shown by its addresses, sealed on the privileged side, sent. */
export function KeyImportPanel({ kind }: { kind: KeyImportKind }): ReactNode {
  const { profileId } = useAppSnapshot();
  const known = keyImport.useStore();
  useEffect(() => followKeyImport(), [profileId]);
  const current = known.state === 'ready' ? known.value : null;
  useSubtitle(current?.name ?? '');
  if (known.state === 'loading') return <LoadingCard label={KEY_IMPORT_TEXT.title} />;
  if (known.state === 'failed')
    return (
      <Card label={KEY_IMPORT_TEXT.title}>
        <FailedState error={known.error} onRetry={() => void keyImport.load()} />
      </Card>
    );
  if (current === null) return <SourceCard kind={kind} />;
  return current.status.state === 'draft' ? (
    <DraftCard current={current} />
  ) : (
    <ProgressCard current={current} status={current.status} />
  );
}
