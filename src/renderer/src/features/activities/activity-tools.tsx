import { type ReactNode, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { ActivityFilter } from '#preload/contract/saved-filters.ts';
import { onOtherProfile, profileTurn, useAppSnapshot, useCredentials } from '../../bridge/app-state.ts';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { Below } from '../../ui/below.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import { setListWords, useListWords } from '../filters/list-words.ts';
import { useFiltersKnown, useSavedFilters } from '../filters/saved-filters.tsx';
import { NO_FILTER, type Span, type View, filterActivities, useActivities } from './activities-store.ts';
import styles from './activities.module.css';
import { KNOWN_STATUSES, stateFace, typeWords } from './activity-text.ts';
import { ACTIVITY_TEXT } from './text.ts';

type Person = Awaited<ReturnType<ConsoleApi['activities']['people']>>[number];

/** The users of the organization, for the filter by who asked. */
const usePeople = create<{ readonly people: readonly Person[] }>(() => ({ people: [] }));

/** Asks for the users. Without an answer the filter offers anybody only; the list beside it says why. */
async function loadPeople(): Promise<void> {
  const isItsProfile = profileTurn();
  try {
    const people = await getConsole().activities.people();
    if (isItsProfile()) usePeople.setState({ people });
  } catch {
    if (isItsProfile()) usePeople.setState({ people: [] });
  }
}

/** Forgets them: another profile has other users. */
export const resetPeople = (): void => usePeople.setState({ people: [] });

onOtherProfile(resetPeople);

const VIEWS: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'all', label: ACTIVITY_TEXT.tools.all },
  { id: 'forMe', label: ACTIVITY_TEXT.tools.waiting },
  { id: 'mine', label: ACTIVITY_TEXT.tools.mine },
  { id: 'failed', label: ACTIVITY_TEXT.tools.failed },
];
const SPANS: readonly Option<Span>[] = [
  { id: 'any', label: ACTIVITY_TEXT.tools.anyTime },
  { id: 'hour', label: ACTIVITY_TEXT.tools.hour },
  { id: 'day', label: ACTIVITY_TEXT.tools.day },
  { id: 'week', label: ACTIVITY_TEXT.tools.week },
  { id: 'month', label: ACTIVITY_TEXT.tools.month },
];
const ANY = 'any';
const orNull = (id: string): string | null => (id === ANY ? null : id);
/** What is offered, with what is chosen in any case: a saved filter may name what isn't there any more. */
const withChosen = (offered: readonly string[], chosen: string | null): readonly string[] =>
  chosen === null || offered.includes(chosen) ? offered : [...offered, chosen];

/** Everybody who may have asked. */
function askersOf(people: readonly Person[], userId: string | null): readonly Option[] {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const ids = withChosen([...names.keys()], userId);
  return [
    { id: ANY, label: ACTIVITY_TEXT.tools.anybody },
    ...ids.map((id) => ({ id, label: names.get(id) ?? id })),
  ];
}

/** Which activities are listed. */
export function ActivityTools(): ReactNode {
  const { view, status, type, userId, span, types } = useActivities();
  const { waitingForMe } = useAppSnapshot();
  const people = usePeople((state) => state.people);
  const [credential] = useCredentials();
  // Another credential may be told who there is.
  useEffect(() => void loadPeople(), [credential?.publicKey]);
  const words = useListWords('activities');
  const { menu, chips } = useSavedFilters<ActivityFilter>({
    label: ACTIVITY_TEXT.title.many,
    current: { list: 'activities', words, view, status, type, userId, span },
    none: { list: 'activities', words: '', ...NO_FILTER },
    pick: ({ list, words: typed, ...choices }) => {
      setListWords(list, typed);
      void filterActivities(choices);
    },
    isAlwaysSaved: true,
  });
  const known = withChosen(types, type);
  const askers = useMemo(() => askersOf(people, userId), [people, userId]);
  const views = VIEWS.map((each) =>
    each.id === 'forMe' && waitingForMe > 0 ? { ...each, label: `${each.label} (${waitingForMe})` } : each,
  );
  return (
    <div className={styles['tools']}>
      <div className={styles['views']}>
        <Segmented
          label={ACTIVITY_TEXT.tools.label}
          options={views}
          value={view}
          onChange={(id) => void filterActivities({ view: id })}
        />
        {menu}
      </div>
      {chips}
      <Below isKnown={useFiltersKnown('activities')}>
        <div className={styles['filters']}>
          <Select
            label={ACTIVITY_TEXT.tools.state}
            hideLabel
            options={[
              { id: ANY, label: ACTIVITY_TEXT.tools.anyState },
              ...withChosen(KNOWN_STATUSES, status).map((id) => ({ id, label: stateFace(id).word })),
            ]}
            // These views say the state themselves.
            isDisabled={view === 'forMe' || view === 'failed'}
            value={status ?? ANY}
            onChange={(id) => void filterActivities({ status: orNull(id) })}
          />
          <Select
            label={ACTIVITY_TEXT.tools.operation}
            hideLabel
            options={[
              { id: ANY, label: ACTIVITY_TEXT.tools.anyOperation },
              // Words are for what was seen: those of a made-up type could be “Any operation”.
              ...known.map((id) => ({ id, label: types.includes(id) ? typeWords(id) : id })),
            ]}
            value={type ?? ANY}
            onChange={(id) => void filterActivities({ type: orNull(id) })}
          />
          <Select
            label={ACTIVITY_TEXT.tools.by}
            hideLabel
            options={askers}
            isDisabled={view === 'mine'}
            value={userId ?? ANY}
            onChange={(id) => void filterActivities({ userId: orNull(id) })}
          />
          <Select
            label={ACTIVITY_TEXT.tools.time}
            hideLabel
            options={SPANS}
            value={span}
            onChange={(id) => void filterActivities({ span: id })}
          />
        </div>
      </Below>
    </div>
  );
}
