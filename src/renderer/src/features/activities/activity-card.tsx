import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { NoMatches, type RowSearch, RowSearchField } from '../../ui/finding.tsx';
import { Card, CardFooter, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import {
  NO_FILTER,
  countActivities,
  filterActivities,
  isUnfiltered,
  loadOlder,
  refreshActivities,
  saveActivities,
  useActivities,
} from './activities-store.ts';
import styles from './activities.module.css';
import { ActivityHead, ActivityList } from './activity-list.tsx';
import { MarkedVotes, VotesNote } from './marked-votes.tsx';
import { useMarked } from './marks.ts';
import { ACTIVITY_TEXT } from './text.ts';

interface ActivityCardProps {
  readonly rows: readonly ActivityRow[] | null;
  readonly search: RowSearch<ActivityRow>;
  readonly selectedId: string | null;
  readonly nowMs: number;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** The list with its head and foot, or what stands in its place. */
export function ActivityCard({ rows, search, ...list }: ActivityCardProps): ReactNode {
  const { error, next, total } = useActivities();
  const older = useTask(loadOlder);
  const save = useTask(saveAndTell);
  const counting = useTask(countActivities);
  const marked = useMarked(search.found);
  const count = rows?.length ?? 0;
  const failure = error ?? save.error ?? counting.error;
  const isNarrowed = search.found.length < count;
  return (
    <Card label={ACTIVITY_TEXT.title.many}>
      <h2 className={styles['unseen']}>{ACTIVITY_TEXT.title.many}</h2>
      <RowSearchField label={ACTIVITY_TEXT.title.many} search={search} />
      {search.found.length === 0 && <ActivityHead />}
      {rows === null ? (
        <Waiting />
      ) : count === 0 ? (
        <Nothing />
      ) : search.found.length === 0 ? (
        <NoMatches isPart={search.isPart ?? false} onClear={() => search.setWords('')} />
      ) : (
        <ActivityList
          rows={search.found}
          {...list}
          // Few that match have no end to scroll to: older ones are asked for by the button.
          onEnd={next === null || isNarrowed ? undefined : () => void older.run()}
        />
      )}
      {rows !== null && failure !== null && (
        <CardSection>
          <Refusal error={failure} />
        </CardSection>
      )}
      <VotesNote />
      {marked.length > 0 && <MarkedVotes marked={marked} />}
      {count > 0 && marked.length === 0 && (
        <CardFooter
          note={
            isNarrowed
              ? ACTIVITY_TEXT.list.narrowed
              : ACTIVITY_TEXT.list.shown(
                  total === null || next === null
                    ? count.toLocaleString('en')
                    : ACTIVITY_TEXT.list.ofTotal(count.toLocaleString('en'), total),
                  error ? ACTIVITY_TEXT.list.notLive : ACTIVITY_TEXT.list.live,
                )
          }
        >
          {next !== null && total === null && (
            <Button small isPending={counting.busy} onPress={() => void counting.run()}>
              {ACTIVITY_TEXT.list.count}
            </Button>
          )}
          {next !== null && (
            <Button small isPending={older.busy} onPress={() => void older.run()}>
              {ACTIVITY_TEXT.list.older}
            </Button>
          )}
          <Button small isPending={save.busy} onPress={() => void save.run('csv')}>
            {ACTIVITY_TEXT.list.saveCsv}
          </Button>
          <Button small isPending={save.busy} onPress={() => void save.run('json')}>
            {ACTIVITY_TEXT.list.saveJson}
          </Button>
          <Button small isPending={save.busy} onPress={() => void save.run('evidence')}>
            {ACTIVITY_TEXT.list.saveEvidence}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

async function saveAndTell(form: Parameters<typeof saveActivities>[0]): Promise<void> {
  const { path, count, isWhole } = await saveActivities(form);
  if (path === null) return;
  const title = isWhole ? ACTIVITY_TEXT.list.saved(count) : ACTIVITY_TEXT.list.savedNewest(count);
  showToast({ tone: isWhole ? 'good' : 'plain', title, text: path });
}

function Waiting(): ReactNode {
  const error = useActivities((state) => state.error);
  if (error) return <FailedState error={error} onRetry={() => void refreshActivities()} />;
  return (
    <CardSection>
      <div aria-busy="true">
        <Skeleton lines={8} wide />
      </div>
    </CardSection>
  );
}

function Nothing(): ReactNode {
  const filters = useActivities();
  if (isUnfiltered(filters)) {
    return (
      <EmptyState
        icon={ListChecks}
        title={ACTIVITY_TEXT.list.emptyTitle}
        action={<Button onPress={() => go('sign')}>{ACTIVITY_TEXT.list.sign}</Button>}
      >
        {ACTIVITY_TEXT.list.empty}
      </EmptyState>
    );
  }
  if (filters.view === 'forMe' && filters.next === null) {
    return (
      <EmptyState
        icon={ListChecks}
        title={ACTIVITY_TEXT.list.noneForYouTitle}
        action={
          <Button onPress={() => void filterActivities(NO_FILTER)}>{ACTIVITY_TEXT.list.showAll}</Button>
        }
      >
        {ACTIVITY_TEXT.list.noneForYou}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ListChecks}
      title={ACTIVITY_TEXT.list.noMatchTitle}
      action={
        filters.next === null ? (
          <Button onPress={() => void filterActivities(NO_FILTER)}>{ACTIVITY_TEXT.list.showAll}</Button>
        ) : (
          <Button onPress={() => void loadOlder()}>{ACTIVITY_TEXT.list.more}</Button>
        )
      }
    >
      {filters.next === null ? ACTIVITY_TEXT.list.searchedAll : ACTIVITY_TEXT.list.searchedNewest}
    </EmptyState>
  );
}
