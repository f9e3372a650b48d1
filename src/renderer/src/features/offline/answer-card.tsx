import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { OpenedAnswerView } from '#preload/contract/offline.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { followExports, useHeldExports } from '../export/export-store.ts';
import { ExportedSecretCard } from '../export/exported-secret-card.tsx';
import { LazyResultView } from '../operations/operation-dialog.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { holds } from '../requests/outcome-text.ts';
import { SignedTransactionCard, Verifications } from '../requests/signed-transaction.tsx';
import styles from './offline.module.css';
import { closeItem } from './request-cards.tsx';
import { showOpenFile } from './offline-store.ts';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.answer;

/** What an answer came to, check by check, and what nobody signed of it. */
export function AnswerCard({ answer }: { answer: OpenedAnswerView }): ReactNode {
  const { id, summary, outcome, note, exportId } = answer;
  const closing = useTask(closeItem);
  return (
    <>
      <Card label={TEXT.title}>
        <CardHeader title={`${TEXT.title}: ${summary}`} />
        <CardSection className={styles['stack']}>
          {outcome.state === 'completed' ? (
            holds(outcome) && <Note tone="good" title={TEXT.done} live />
          ) : (
            <OutcomeNote outcome={outcome} />
          )}
          <Note title={TEXT.unproven}>{note}</Note>
          {outcome.state === 'completed' && outcome.verifications.length > 0 && (
            <Verifications verifications={outcome.verifications} />
          )}
        </CardSection>
        <CardFooter>
          <Button kind={exportId === null ? 'primary' : 'quiet'} onPress={() => void closing.run(id)}>
            {TEXT.close}
          </Button>
        </CardFooter>
      </Card>
      {exportId !== null && <BroughtSecrets answerId={id} exportId={exportId} />}
      {outcome.state === 'completed' && outcome.transaction && holds(outcome) && (
        <SignedTransactionCard {...outcome.transaction} />
      )}
      {outcome.state === 'completed' && (
        <Suspense fallback={null}>
          <LazyResultView label={TEXT.result} value={outcome.result} />
        </Suspense>
      )}
    </>
  );
}

let shownExport: string | null = null;

/** Has what an answer brought wiped when its screen is left. React's own second start of an effect is no leaving. */
function useWipeOnLeave(exportId: string): void {
  useEffect(() => {
    shownExport = exportId;
    return () => {
      shownExport = null;
      queueMicrotask(() => {
        // What cannot be wiped by its ID is wiped already.
        if (shownExport !== exportId)
          getConsole()
            .exports.wipe({ id: exportId })
            .catch(() => undefined);
      });
    };
  }, [exportId]);
}

async function finishAnswer(id: string): Promise<void> {
  await getConsole().offline.finish({ id });
  showOpenFile(null);
}

/** The key material that an answer brought, as an export of the service is shown. */
function BroughtSecrets({ answerId, exportId }: { answerId: string; exportId: string }): ReactNode {
  const { views } = useHeldExports();
  const finishing = useTask(finishAnswer);
  useWipeOnLeave(exportId);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => followExports(() => setKnown(true)), []);
  const view = views.find((each) => each.id === exportId);
  if (!isKnown) return null;
  if (view?.status.state !== 'open')
    return (
      <Note title={TEXT.wiped} live>
        {TEXT.wipedEffect}
      </Note>
    );
  const { status } = view;
  const isBare = status.items.some(({ kind, derived }) => kind !== 'secret' && derived.length === 0);
  return (
    <>
      {isBare && (
        <Note tone="warn" title={TEXT.bare}>
          {TEXT.bareEffect}
        </Note>
      )}
      <Refusal error={finishing.error} />
      <ExportedSecretCard view={view} status={status} onDone={() => void finishing.run(answerId)} />
    </>
  );
}
