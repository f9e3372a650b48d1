import { type ReactNode, useEffect, useState } from 'react';
import type { OfflineItem, OfflineKind, OfflineState } from '#preload/contract/offline.ts';
import { useAppSnapshot, useIsOffline } from '../../bridge/app-state.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, ScreenLayout } from '../../ui/layout.tsx';
import { FailedState, LoadingCard } from '../../ui/states.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { AnswerCard } from './answer-card.tsx';
import { CarryCard } from './carry-card.tsx';
import { MakeCard } from './make-request.tsx';
import styles from './offline.module.css';
import {
  followOpenFiles,
  isCarried,
  loadOpenFiles,
  showOpenFile,
  useOpenFiles,
  useShown,
} from './offline-store.ts';
import { OpenList } from './open-list.tsx';
import { OutgoingCard } from './outgoing-card.tsx';
import { ReceiveCard } from './receive-card.tsx';
import { ReviewCard, SummaryCard } from './request-cards.tsx';
import { SeriesCard, seriesOf } from './series-card.tsx';
import { OFFLINE_TEXT } from './text.ts';

/** Requests by file: received, reviewed, approved and returned on one computer, made and carried on another. */
export function OfflineScreen(): ReactNode {
  const { profileId } = useAppSnapshot();
  const known = useOpenFiles();
  const focus = useNavigation((state) => state.focus);
  const { id } = useShown();
  useEffect(() => followOpenFiles(), [profileId]);
  useEffect(() => {
    if (focus !== null) showOpenFile(focus);
  }, [focus]);
  const count = known.state === 'ready' ? known.items.length : 0;
  useSubtitle(count === 0 ? '' : OFFLINE_TEXT.count(count));
  if (known.state === 'loading')
    return (
      <ScreenLayout>
        <LoadingCard label={OFFLINE_TEXT.list.title} />
      </ScreenLayout>
    );
  if (known.state === 'failed')
    return (
      <ScreenLayout>
        <Card label={OFFLINE_TEXT.list.title}>
          <FailedState error={known.error} onRetry={() => void loadOpenFiles()} />
        </Card>
      </ScreenLayout>
    );
  const item = known.items.find((each) => each.id === id);
  const answer = known.answers.find((each) => each.id === id);
  if (answer !== undefined)
    return (
      <ScreenLayout>
        <AnswerCard answer={answer} />
      </ScreenLayout>
    );
  if (item !== undefined) return <ItemView key={item.id} item={item} />;
  return <ListView {...known} />;
}

function ListView({ items, answers }: OfflineState): ReactNode {
  const [series, setSeries] = useState<OfflineKind | null>(null);
  // A file that is closed meanwhile leaves the series.
  const isShown = series !== null && seriesOf(items, series).length > 1;
  return (
    <ScreenLayout layout="list">
      <div className={styles['screen']}>
        <Steps names={OFFLINE_TEXT.steps} at={0} />
        <ReceiveCard />
        <OpenList items={items} answers={answers} onSeries={setSeries} />
      </div>
      <div className={styles['side']}>
        {isShown ? <SeriesCard items={items} kind={series} onDone={() => setSeries(null)} /> : <MakeCard />}
      </div>
    </ScreenLayout>
  );
}

/** One request, at the step where it is. */
function ItemView({ item }: { item: OfflineItem }): ReactNode {
  const [isReviewing, setReviewing] = useState(false);
  const isOffline = useIsOffline();
  const { id, request, stamp, answer } = item;
  const back = (): void => showOpenFile(null);
  if (isCarried(item))
    return (
      <ScreenLayout layout="list">
        <div className={styles['screen']}>
          <StepsAndBack
            names={OFFLINE_TEXT.carrySteps}
            at={stamp === null ? Number(request.savedTo !== null) : answer === null ? 2 : 3}
          />
          <SummaryCard item={item} title={item.summary} />
        </div>
        <div className={styles['side']}>
          <CarryCard item={item} />
          {answer === null ? (
            <OutgoingCard id={id} kind="request" file={request} />
          ) : (
            <OutgoingCard id={id} kind="answer" file={answer} onDone={back} />
          )}
        </div>
      </ScreenLayout>
    );
  if (stamp === null)
    return (
      <ScreenLayout>
        <StepsAndBack names={OFFLINE_TEXT.steps} at={isReviewing ? 2 : 1} />
        <ReviewCard item={item} onReviewing={setReviewing} />
      </ScreenLayout>
    );
  return (
    <ScreenLayout layout="list">
      <div className={styles['screen']}>
        <StepsAndBack names={OFFLINE_TEXT.steps} at={3} />
        <SummaryCard item={item} title={OFFLINE_TEXT.stamped.title} />
      </div>
      <div className={styles['side']}>
        {/* With a network, whoever stamped can send: a key ceremony wants the answer as a file. */}
        {!isOffline && <CarryCard item={item} />}
        {answer !== null && <OutgoingCard id={id} kind="answer" file={answer} />}
        {item.isMadeHere && <OutgoingCard id={id} kind="request" file={request} />}
        <OutgoingCard id={id} kind="stamp" file={stamp} onDone={back} />
      </div>
    </ScreenLayout>
  );
}

interface StepsProps {
  readonly names: readonly string[];
  readonly at: number;
}

const StepsAndBack = (props: StepsProps): ReactNode => (
  <Steps {...props}>
    <Button small onPress={() => showOpenFile(null)}>
      {OFFLINE_TEXT.back}
    </Button>
  </Steps>
);

/** The steps of a round on this computer. */
const Steps = ({ names, at, children }: StepsProps & { readonly children?: ReactNode }): ReactNode => (
  <StepList
    label={OFFLINE_TEXT.stepsLabel}
    steps={names.map((name, index) => ({ name, isDone: index < at }))}
    at={at}
  >
    {children}
  </StepList>
);
