import { Plus, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SecretImport, SecretRow } from '#preload/contract/secrets.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { type Task, useTask } from '../../bridge/use-task.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Progress } from '../../ui/progress.tsx';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { attempt } from '../../ui/toasts.ts';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { EditDialog, PropertyDialog } from './edit-dialog.tsx';
import { currentSecretImport, showImport } from './import-store.ts';
import styles from './import.module.css';
import { SecretTable } from './secret-table.tsx';
import { SourceForm } from './source-form.tsx';
import { SECRET_IMPORT_TEXT, countSecrets, importProgress } from './text.ts';

const FOOTER_TEXT = SECRET_IMPORT_TEXT.footer;
const GATHERED_TEXT = SECRET_IMPORT_TEXT.gathered;

/** Secrets into the organization: read here, sealed on the privileged side, imported. */
export function SecretsImport(): ReactNode {
  const { profileId } = useAppSnapshot();
  const known = currentSecretImport.useStore();
  useEffect(() => currentSecretImport.follow(), [profileId]);
  const current = known.state === 'ready' ? known.value : null;
  useSubtitle(current?.title ?? '');
  if (known.state === 'loading') return <LoadingCard label={SECRET_IMPORT_TEXT.secrets} />;
  if (known.state === 'failed')
    return (
      <Card label={SECRET_IMPORT_TEXT.secrets}>
        <FailedState error={known.error} onRetry={() => void currentSecretImport.load()} />
      </Card>
    );
  if (current !== null) return <Gathered current={current} />;
  return (
    <Card label={SECRET_IMPORT_TEXT.source.title}>
      <CardHeader title={SECRET_IMPORT_TEXT.source.title} tag={<EffectTag effect="write" />} />
      <CardSection className={styles['stack']}>
        <SourceForm onAdded={() => undefined} />
      </CardSection>
    </Card>
  );
}

const begin = async (): Promise<void> => showImport(await getConsole().secrets.begin());

function Gathered({ current }: { current: SecretImport }): ReactNode {
  const [open, setOpen] = useState<'add' | 'property' | SecretRow | null>(null);
  const task = useTask(begin);
  const close = (): void => setOpen(null);
  const { rows, stage, set, fault } = current;
  const isGathering = stage === 'gathering' && !task.busy;
  return (
    <>
      <Note tone="good" icon={ShieldCheck}>
        {stage === 'sealed' ? GATHERED_TEXT.sealedNote : GATHERED_TEXT.heldNote}
      </Note>
      <Card label={countSecrets(rows.length)}>
        <CardHeader
          title={countSecrets(rows.length)}
          end={
            isGathering && (
              <>
                <Button small icon={Plus} onPress={() => setOpen('add')}>
                  {GATHERED_TEXT.add}
                </Button>
                <Button small icon={Plus} onPress={() => setOpen('property')}>
                  {GATHERED_TEXT.addProperty}
                </Button>
              </>
            )
          }
        />
        <CardSection flush className={styles['scroll']}>
          <SecretTable rows={rows} onEdit={isGathering ? setOpen : null} />
        </CardSection>
        {stage === 'sealed' && (
          <CardSection className={styles['progress']}>
            <Progress
              label={GATHERED_TEXT.imported}
              value={rows.filter(({ state }) => state === 'imported').length}
              max={rows.length}
              paused={set?.state === 'paused' || set?.state === 'prepared'}
            />
            <span role="status">{importProgress(current)}</span>
          </CardSection>
        )}
        <Faults current={current} refusal={task.error ?? fault} />
        <ImportFooter current={current} begin={task} />
      </Card>
      {open === 'add' && (
        <Dialog isOpen onClose={close} title={GATHERED_TEXT.add}>
          <div className={styles['stack']}>
            <SourceForm onAdded={close} onCancel={close} />
          </div>
        </Dialog>
      )}
      {open === 'property' && <PropertyDialog onClose={close} />}
      {open !== null && typeof open === 'object' && <EditDialog row={open} onClose={close} />}
    </>
  );
}

interface FaultsProps {
  readonly current: SecretImport;
  readonly refusal: { readonly message: string; readonly remedy: string } | null;
}

/** What stopped the import, and what still lies about when it is done. */
function Faults({ current: { set, stage, sources, rows }, refusal }: FaultsProps): ReactNode {
  const stopped = set?.stopped ?? null;
  const isOver = stage === 'sealed' && set?.state === 'ended';
  const failed = rows.some(({ state }) => state === 'failed');
  if (refusal === null && stopped === null && !failed && !(isOver && sources.length > 0)) return null;
  return (
    <CardSection className={styles['stack']}>
      <Refusal error={refusal} />
      {stopped !== null && (
        <Note tone="bad" title={stopped.message} live>
          {stopped.remedy}
        </Note>
      )}
      {isOver && failed && (
        <Note tone="bad" title={GATHERED_TEXT.someFailed} live>
          {GATHERED_TEXT.someFailedEffect}
        </Note>
      )}
      {isOver && sources.length > 0 && (
        <Note tone="warn" title={GATHERED_TEXT.leftover(sources.length)}>
          {GATHERED_TEXT.leftoverEffect(sources)}
        </Note>
      )}
    </CardSection>
  );
}

interface ImportFooterProps {
  readonly current: SecretImport;
  readonly begin: Task<[], void>;
}

const pause = (id: string): void => void attempt(() => getConsole().requestGroups.pause({ id }));
const clear = (): void => void attempt(() => getConsole().secrets.clear());
const refresh = (id: string): void => void attempt(() => getConsole().requestGroups.refresh({ id }));

const leftOutNote = (count: number): string | null => (count === 0 ? null : FOOTER_TEXT.leftOut(count));

/** What can be done with the import now; one primary action. */
function ImportFooter({ current, begin }: ImportFooterProps): ReactNode {
  const { stage, rows, set, leftOut } = current;
  const start = (): void => void begin.run();
  if (stage === 'gathering') {
    const ready = rows.length - leftOut;
    return (
      <CardFooter note={leftOut > 0 ? FOOTER_TEXT.refused(leftOut, ready) : FOOTER_TEXT.approvals}>
        <Button onPress={clear}>{FOOTER_TEXT.clear}</Button>
        <Button kind="primary" isDisabled={ready === 0} isPending={begin.busy} onPress={start}>
          {leftOut > 0 && ready > 0
            ? FOOTER_TEXT.submitPart(ready, rows.length)
            : FOOTER_TEXT.submit(rows.length)}
        </Button>
      </CardFooter>
    );
  }
  if (set === null) return null;
  const { id } = set;
  if (set.state === 'running')
    return (
      <CardFooter note={FOOTER_TEXT.running}>
        <Button onPress={() => pause(id)}>{FOOTER_TEXT.pause}</Button>
      </CardFooter>
    );
  if (set.state !== 'ended')
    return (
      <CardFooter note={begin.busy ? <UnderWay /> : FOOTER_TEXT.rest}>
        <Button isDisabled={begin.busy} onPress={clear}>
          {FOOTER_TEXT.discard}
        </Button>
        <Button kind="primary" isPending={begin.busy} onPress={start}>
          {FOOTER_TEXT.resume}
        </Button>
      </CardFooter>
    );
  if (set.waiting > 0)
    return (
      <CardFooter note={FOOTER_TEXT.waiting}>
        <Button onPress={clear}>{FOOTER_TEXT.discard}</Button>
        <Button
          kind="primary"
          isPending={begin.busy}
          onPress={stage === 'sealed' ? () => refresh(id) : start}
        >
          {FOOTER_TEXT.refresh}
        </Button>
      </CardFooter>
    );
  return (
    <CardFooter note={stage === 'sealed' ? leftOutNote(leftOut) : FOOTER_TEXT.sealing}>
      <Button kind="primary" isDisabled={stage !== 'sealed'} onPress={clear}>
        {FOOTER_TEXT.done}
      </Button>
    </CardFooter>
  );
}
