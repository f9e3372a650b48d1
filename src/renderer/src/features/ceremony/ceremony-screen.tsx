import { type ReactNode, useEffect } from 'react';
import type { KeyCeremoniesState, KeyCeremony } from '#preload/contract/key-ceremonies.ts';
import { useAppSnapshot, useIsOffline } from '../../bridge/app-state.ts';
import { useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { BeginCard, OpenCard } from './begin-card.tsx';
import styles from './ceremony.module.css';
import {
  followCeremonies,
  loadCeremonies,
  showCeremony,
  useCeremonies,
  useShownCeremony,
} from './ceremony-store.ts';
import { RegisterCard } from './register-card.tsx';
import { StepCard } from './step-card.tsx';
import { CEREMONY_TEXT } from './text.ts';
import { TranscriptCard } from './transcript-card.tsx';

const TEXT = CEREMONY_TEXT;

/** A key ceremony: begun and gone on with on one computer, registered on another one. */
export function CeremonyScreen(): ReactNode {
  const { profileId } = useAppSnapshot();
  const known = useCeremonies();
  const { id } = useShownCeremony();
  useEffect(() => followCeremonies(), [profileId]);
  const shown = known.state === 'ready' ? known.ceremonies.find((each) => each.id === id) : undefined;
  useSubtitle(shown?.title ?? '');
  if (known.state === 'loading')
    return (
      <ScreenLayout>
        <LoadingCard label={TEXT.list.title} />
      </ScreenLayout>
    );
  if (known.state === 'failed')
    return (
      <ScreenLayout>
        <Card label={TEXT.list.title}>
          <FailedState error={known.error} onRetry={() => void loadCeremonies()} />
        </Card>
      </ScreenLayout>
    );
  if (shown === undefined) return <ListView {...known} />;
  return (
    <ScreenLayout layout="list">
      <div className={styles['column']}>
        <StepsAndBack ceremony={shown} />
        <Standing {...shown} />
        <StepCard ceremony={shown} writing={known.writing} trying={known.trying} />
      </div>
      <div className={styles['column']}>
        <TranscriptCard ceremony={shown} />
      </div>
    </ScreenLayout>
  );
}

/** What can be begun here: an offline console makes keys, one with a network registers them. */
function ListView({ ceremonies }: Pick<KeyCeremoniesState, 'ceremonies'>): ReactNode {
  const isOffline = useIsOffline();
  return (
    <ScreenLayout layout="list">
      <div className={styles['column']}>
        {isOffline ? <BeginCard /> : <RegisterCard />}
        {ceremonies.length > 0 && <CeremonyList ceremonies={ceremonies} />}
      </div>
      <div className={styles['column']}>
        <OpenCard />
        {isOffline ? <RegisterCard /> : <BeginCard />}
      </div>
    </ScreenLayout>
  );
}

const CeremonyList = ({ ceremonies }: { ceremonies: readonly KeyCeremony[] }): ReactNode => (
  <Card label={TEXT.list.title}>
    <CardHeader title={TEXT.list.title} />
    <CardSection flush>
      <ul className={styles['list']}>
        {ceremonies.map((each) => (
          <li key={each.id} className={styles['entry']}>
            <div className={styles['words']}>
              <b>{each.title}</b>
              <div className={styles['faint']}>
                {each.people.join(', ')} · {TEXT.list.entries(each.entries.length)} · {stateText(each)}
              </div>
            </div>
            <Button
              small
              aria-label={`${TEXT.list.open} ${each.title}`}
              onPress={() => showCeremony(each.id)}
            >
              {TEXT.list.open}
            </Button>
          </li>
        ))}
      </ul>
    </CardSection>
  </Card>
);

function stateText({ standing, open }: KeyCeremony): string {
  if (standing.state === 'refused') return TEXT.list.refused;
  return open.length === 0 ? TEXT.list.done : TEXT.list.missing(open.length);
}

const STEPS = ['credential', 'backup', 'trial', 'export', 'enroll', 'approve'] as const;

/** The steps of the ceremony; those with nothing left are done. */
const StepsAndBack = ({ ceremony: { open } }: { ceremony: KeyCeremony }): ReactNode => {
  const isOpen = (step: (typeof STEPS)[number]): boolean => open.some((each) => each.step === step);
  const steps = STEPS.map((step) => ({ name: TEXT.steps.names[step], isDone: !isOpen(step) }));
  return (
    <StepList label={TEXT.steps.label} steps={steps} at={STEPS.findIndex(isOpen)}>
      <Button small onPress={() => showCeremony(null)}>
        {TEXT.back}
      </Button>
    </StepList>
  );
};

/** What has to be known of the transcript before anybody goes on. */
function Standing({ standing }: Pick<KeyCeremony, 'standing'>): ReactNode {
  switch (standing.state) {
    case 'newest':
      return null;
    case 'interrupted':
      return (
        <Note tone="warn" title={TEXT.standing.interrupted}>
          {TEXT.standing.interruptedEffect}
        </Note>
      );
    case 'foreign':
      return <Note title={TEXT.standing.foreign}>{TEXT.standing.foreignEffect}</Note>;
    case 'refused':
      return (
        <Note tone="bad" title={standing.message} live>
          {standing.remedy}
        </Note>
      );
  }
}
