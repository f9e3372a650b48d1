import { Check } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { ExportView } from '#preload/contract/exports.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { RequestBody } from '../requests/request-body.tsx';
import { CheckList, allHold } from './check-list.tsx';
import { ChooseCard } from './choose-card.tsx';
import {
  type ExportStage,
  followExports,
  leaveExport,
  resumeExport,
  reviewExport,
  revisitExport,
  useExport,
  useHeldExports,
} from './export-store.ts';
import styles from './export.module.css';
import { ExportedSecretCard } from './exported-secret-card.tsx';
import { EXPORT_TEXT } from './text.ts';

/** Taking key material out, in four steps; the proof stands before the secret. */
export function ExportScreen(): ReactNode {
  const flow = useExport();
  const { views } = useHeldExports();
  const view = flow.stage === 'choose' ? undefined : views.find(({ id }) => id === flow.id);
  useSubtitle(view?.name ?? '');
  useEffect(() => {
    const stop = followExports();
    return () => {
      stop();
      leaveExport();
    };
  }, []);
  const status = view?.status;
  return (
    <ScreenLayout>
      <Steps at={stepOf(flow, status)} />
      {flow.stage === 'choose' && (
        <>
          <WaitingExports />
          <ChooseCard />
        </>
      )}
      {(flow.stage === 'ready' || flow.stage === 'reviewing') && <ApproveCard flow={flow} />}
      {flow.stage === 'ended' &&
        (view && status?.state === 'open' ? (
          <ExportedSecretCard view={view} status={status} onDone={leaveExport} />
        ) : (
          <EndCard flow={flow} checks={status?.state === 'refused' ? status.checks : null} />
        ))}
    </ScreenLayout>
  );
}

/** How far it is; what came out without being what was asked for is not past its checks. */
function stepOf(flow: ExportStage, status: ExportView['status'] | undefined): number {
  if (flow.stage === 'choose') return 0;
  if (flow.stage !== 'ended') return 1;
  if (status?.state === 'open' && allHold(status.checks)) return 3;
  return flow.outcome.state === 'completed' ? 2 : 1;
}

function ApproveCard({ flow }: { flow: Extract<ExportStage, { stage: 'ready' | 'reviewing' }> }): ReactNode {
  const isUnderWay = flow.stage === 'reviewing';
  return (
    <Card label={EXPORT_TEXT.approve.title}>
      <CardHeader title={flow.preview.summary} tag={<EffectTag effect="export" />} />
      <CardSection className={styles['form']}>
        <RequestBody described={flow.preview} preview={flow.preview} />
      </CardSection>
      <CardFooter note={isUnderWay ? <UnderWay /> : EXPORT_TEXT.approve.note}>
        <Button isDisabled={isUnderWay} onPress={leaveExport}>
          {EXPORT_TEXT.back}
        </Button>
        <Button kind="primary" autoFocus isPending={isUnderWay} onPress={() => void reviewExport()}>
          {EXPORT_TEXT.approve.submit}
        </Button>
      </CardFooter>
    </Card>
  );
}

interface EndCardProps {
  readonly flow: Extract<ExportStage, { stage: 'ended' }>;
  readonly checks: React.ComponentProps<typeof CheckList>['checks'] | null;
}

/** How an export ended that has nothing to take out. */
function EndCard({ flow: { id, outcome }, checks }: EndCardProps): ReactNode {
  return (
    <Card label={EXPORT_TEXT.end.title}>
      <CardSection className={styles['form']}>
        {outcome.state !== 'completed' && (
          <OutcomeNote outcome={outcome} onResume={(fingerprint) => void resumeExport(id, fingerprint)} />
        )}
        {outcome.state === 'waiting' && (
          <Note title={EXPORT_TEXT.end.inMemory}>{EXPORT_TEXT.end.inMemoryEffect}</Note>
        )}
        {outcome.state === 'completed' && checks !== null && (
          <>
            <Note tone="bad" title={EXPORT_TEXT.end.notOpened} live>
              {EXPORT_TEXT.end.nothingKept}
            </Note>
            <CheckList checks={checks} />
          </>
        )}
        {outcome.state === 'completed' && checks === null && (
          <Note title={EXPORT_TEXT.end.wiped} live>
            {EXPORT_TEXT.end.wipedEffect}
          </Note>
        )}
      </CardSection>
      <CardFooter>
        {outcome.state === 'waiting' ? (
          <>
            <Button onPress={leaveExport}>{EXPORT_TEXT.back}</Button>
            <Button kind="primary" onPress={() => void revisitExport(id, outcome.activityId)}>
              {EXPORT_TEXT.refresh}
            </Button>
          </>
        ) : (
          <Button kind="primary" onPress={leaveExport}>
            {EXPORT_TEXT.end.another}
          </Button>
        )}
      </CardFooter>
    </Card>
  );
}

/** Exports of this run that wait for votes. */
function WaitingExports(): ReactNode {
  const { views } = useHeldExports();
  const isBusy = useExport((flow) => flow.stage === 'choose' && flow.isBusy);
  return views.flatMap(({ id, name, status }) =>
    status.state === 'waiting' ? (
      <Note
        key={id}
        tone="warn"
        title={EXPORT_TEXT.waiting.title(name)}
        action={
          <Button small isDisabled={isBusy} onPress={() => void revisitExport(id, status.activityId)}>
            {EXPORT_TEXT.refresh}
          </Button>
        }
      >
        {EXPORT_TEXT.waiting.effect}
      </Note>
    ) : (
      []
    ),
  );
}

/** The four steps of an export; those that are done have a check. */
const Steps = ({ at }: { at: number }): ReactNode => (
  <ol className={styles['steps']} aria-label={EXPORT_TEXT.stepsLabel}>
    {EXPORT_TEXT.steps.map((name, index) => (
      <li key={name} className={styles['step']} aria-current={index === at ? 'step' : undefined}>
        {index < at && <Icon of={Check} className={styles['done']} />}
        {name}
      </li>
    ))}
  </ol>
);
