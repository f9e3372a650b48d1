import type { ReactNode } from 'react';
import type { CeremonyShares, KeyCeremony } from '#preload/contract/key-ceremonies.ts';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { BackupStep } from './backup-step.tsx';
import styles from './ceremony.module.css';
import { CredentialStep } from './credential-step.tsx';
import { ApproveStep, EnrollStep, ExportStep } from './later-steps.tsx';
import { ShareCard } from './share-card.tsx';
import { CEREMONY_TEXT } from './text.ts';
import { TrialStep } from './trial-step.tsx';

const TEXT = CEREMONY_TEXT.end;

interface StepCardProps {
  readonly ceremony: KeyCeremony;
  readonly writing: CeremonyShares | null;
  readonly trying: CeremonyShares | null;
}

/** What is to be done next, one step at a time. */
export function StepCard({ ceremony, writing, trying }: StepCardProps): ReactNode {
  const { id, people, next, backup, standing } = ceremony;
  if (writing?.id === id && writing.count !== null)
    return <ShareCard key={writing.done} shares={writing} count={writing.count} />;
  if (standing.state === 'refused') return null;
  if (next === null) return <EndCard ceremony={ceremony} />;
  const name = next.of ?? '';
  const of = { id, name };
  const key = `${next.step} ${name}`;
  switch (next.step) {
    case 'credential':
      return <CredentialStep key={key} {...of} />;
    case 'backup':
      return <BackupStep key={key} {...of} />;
    case 'trial':
      return <TrialStep key={key} {...of} backup={backup} trying={trying} />;
    case 'export':
      return <ExportStep key={key} id={id} people={people} />;
    case 'enroll':
      return <EnrollStep key={key} {...of} people={people} />;
    case 'approve':
      return <ApproveStep key={key} {...of} />;
  }
}

/** The end, or where it goes on. */
function EndCard({ ceremony: { open, digest } }: { ceremony: KeyCeremony }): ReactNode {
  const isComplete = open.length === 0;
  const title = isComplete ? TEXT.complete : TEXT.waiting;
  return (
    <Card label={title}>
      <CardHeader title={title} />
      <CardSection className={styles['stack']}>
        <Note tone={isComplete ? 'good' : 'plain'} title={title} live>
          {isComplete ? TEXT.completeEffect : TEXT.waitingEffect}
        </Note>
        {isComplete ? (
          <div>
            <b>{TEXT.verify}</b>
            <pre className={styles['command']} tabIndex={0}>
              {`keyops verify FILE.keyops-transcript --digest ${digest}`}
            </pre>
          </div>
        ) : (
          <div>
            <b>{TEXT.missing}</b>
            <ul className={styles['missing']}>
              {open.map(({ step, of }) => (
                <li key={`${step} ${of ?? ''}`}>
                  {CEREMONY_TEXT.steps.names[step]}
                  {of === null ? '' : `: ${of}`}
                </li>
              ))}
            </ul>
          </div>
        )}
      </CardSection>
    </Card>
  );
}
