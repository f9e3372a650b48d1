import { FileDown } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ByteRange } from '#chains/model/decoded.ts';
import { useIsOffline } from '../../bridge/app-state.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScreenLayout } from '../../ui/layout.tsx';
import { ComposeCard } from './compose-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { ResultCard } from './result-card.tsx';
import {
  beginWith,
  openTransactionFile,
  prepareAgain,
  prepareSigning,
  readEntered,
  signingFlow,
  startOver,
  useSigning,
} from './signing-store.ts';
import styles from './signing.module.css';
import { useStampedBy } from './stamped-by.ts';
import { SIGNING_TEXT } from './text.ts';
import { useFileDrop } from './transaction-file.ts';
import { UnfinishedNotes, followUnfinished, loadUnfinished } from './unfinished-notes.tsx';

// Long enough not to read at every key, short enough to seem at once.
const TYPING_PAUSE_MS = 180;

/** Reads what is typed and prepares the request as soon as it can be. */
function useLivePreview(stampedBy: string): void {
  const { text, signWith, reading } = useSigning();
  const isOffline = useIsOffline();
  useEffect(() => {
    if (reading.state !== 'reading') return undefined;
    const timer = setTimeout(() => void readEntered(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, reading.state]);
  // Offline a request is reviewed as a file: there is no service to look anything up at.
  useEffect(() => {
    if (!isOffline) void prepareSigning(stampedBy);
  }, [text, signWith, reading.state, stampedBy, isOffline]);
}

async function resume(fingerprint: string): Promise<void> {
  await signingFlow.resume(fingerprint);
  await loadUnfinished();
}

const takeFileIn = (file: File): void => void openTransactionFile(file);

async function review(): Promise<void> {
  await signingFlow.review();
  await loadUnfinished();
}

/** Signing: what goes in on the left, what it means on the right. */
export function SigningScreen(): ReactNode {
  const stampedBy = useStampedBy();
  const { signWith, reading } = useSigning();
  const flow = signingFlow.useFlow();
  const focus = useNavigation((state) => state.focus);
  const [marks, setMarks] = useState<readonly ByteRange[]>([]);
  useLivePreview(stampedBy);
  useSubtitle(reading.state === 'read' ? reading.reading.network : '');

  useEffect(followUnfinished, [stampedBy]);
  // "Sign with this key" comes with the key.
  useEffect(() => {
    if (focus !== null) beginWith(focus);
  }, [focus]);

  const isUnderWay = flow.stage === 'reviewing';
  const again = useCallback(() => void prepareAgain(stampedBy), [stampedBy]);
  const onReview = useCallback(() => void review(), []);
  const onResume = useCallback((fingerprint: string) => void resume(fingerprint), []);
  const isFileOver = useFileDrop(isUnderWay ? null : takeFileIn);
  useEnter(flow.stage === 'ready' ? onReview : null);
  const point = useCallback((ranges: readonly ByteRange[] | null) => setMarks(ranges ?? []), []);

  return (
    <ScreenLayout layout="split">
      <div className={styles['left']}>
        <UnfinishedNotes isDisabled={isUnderWay} onResume={onResume} />
        <ComposeCard marks={marks} isDisabled={isUnderWay} onFile={takeFileIn} />
      </div>
      {flow.stage === 'ended' ? (
        <ResultCard ended={flow} onResume={onResume} onPrepareAgain={again} onStartOver={startOver} />
      ) : (
        <PreviewCard
          reading={reading}
          flow={flow}
          hasKey={signWith !== null}
          onPoint={point}
          onReview={onReview}
          onPrepareAgain={again}
        />
      )}
      {isFileOver && (
        <div className={styles['drop']}>
          <div className={styles['dropWords']}>
            <Icon of={FileDown} /> {SIGNING_TEXT.compose.dropNow}
          </div>
        </div>
      )}
    </ScreenLayout>
  );
}

// Where Enter already has a meaning of its own.
const HAS_ITS_OWN =
  'button, a, input, select, [role=button], [role=option], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]';

/**
 * Makes Enter do a screen's one primary action, also while the hex field has the focus.
 * @param act null while there is nothing to do
 */
function useEnter(act: (() => void) | null): void {
  useEffect(() => {
    if (!act) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.repeat || event.defaultPrevented || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(HAS_ITS_OWN)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [act]);
}
