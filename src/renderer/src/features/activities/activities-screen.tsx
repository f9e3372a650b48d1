import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useAppSnapshot, useCredentials } from '../../bridge/app-state.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Below } from '../../ui/below.tsx';
import { Drawer, useMedia } from '../../ui/dialogs.tsx';
import { ScreenLayout } from '../../ui/layout.tsx';
import { useFiltersKnown } from '../filters/saved-filters.tsx';
import { leaveActivities, refreshActivities, useActivities } from './activities-store.ts';
import styles from './activities.module.css';
import { ActivityCard } from './activity-card.tsx';
import { useActivitySearch } from './activity-search.ts';
import { ActivityTools, resetPeople } from './activity-tools.tsx';
import { DetailCard } from './detail-card.tsx';
import { detailBeside, loadDetail, useDetail } from './detail-store.ts';
import { ACTIVITY_TEXT } from './text.ts';

/** What happened and what waits: the list, live, and one activity in full beside it. */
export function ActivitiesScreen(): ReactNode {
  const { profileId } = useAppSnapshot();
  return <ProfileActivities key={profileId} />;
}

function ProfileActivities(): ReactNode {
  const rows = useActivities((state) => state.rows);
  const search = useActivitySearch();
  const areFiltersKnown = useFiltersKnown('activities');
  const detail = useDetail();
  const asked = useNavigation((state) => state.focus);
  const isNarrow = useMedia('(width < 1100px)');
  const [chosen, setChosen] = useState<string | null>(asked);
  const [isOpen, setOpen] = useState(asked !== null);
  const [credential] = useCredentials();
  const viewer = credential?.publicKey;
  const nowMs = useLive(refreshActivities, viewer);
  const { waitingForMe } = useAppSnapshot();
  useSubtitle(waitingForMe > 0 ? ACTIVITY_TEXT.waitingForYou(waitingForMe) : '');
  useEffect(() => resetPeople, []);
  // Rows say what waits for whoever looks.
  useEffect(() => leaveActivities, [viewer]);

  // Beside a list there is always one in full: the first until another is chosen. It stays when newer ones come, since somebody reads it.
  const [first, setFirst] = useState<string | null>(null);
  const newest = search.found[0]?.id ?? null;
  const isThere = search.found.some(({ id }) => id === first);
  if (rows !== null && !isThere && first !== newest) setFirst(newest);
  const selectedId = chosen ?? (isNarrow ? null : isThere || rows === null ? first : newest);
  const selected = rows?.find((row) => row.id === selectedId);
  // A row that goes and comes back as it was, as it does for another credential, says nothing new of its activity.
  const [face, setFace] = useState('');
  const now = selected ? `${selected.id} ${selected.status} ${selected.votes}` : face;
  if (now !== face) setFace(now);
  useEffect(() => {
    if (selectedId !== null) void loadDetail(selectedId);
  }, [selectedId, face, viewer]);

  const retry = useCallback((id: string) => void loadDetail(id), []);
  const open = useCallback((id: string) => {
    setChosen(id);
    setOpen(true);
  }, []);
  const shown = detailBeside(detail, selectedId);
  return (
    <ScreenLayout layout="list">
      <div className={styles['side']}>
        <ActivityTools />
        <Below isKnown={areFiltersKnown}>
          <ActivityCard
            rows={rows}
            search={search}
            selectedId={selectedId}
            nowMs={nowMs}
            onSelect={setChosen}
            onOpen={open}
          />
        </Below>
      </div>
      {isNarrow ? (
        <Drawer
          isOpen={isOpen && selectedId !== null}
          onClose={() => setOpen(false)}
          label={ACTIVITY_TEXT.title.one}
        >
          <DetailCard shown={shown} nowMs={nowMs} onRetry={retry} onClose={() => setOpen(false)} />
        </Drawer>
      ) : (
        <DetailCard shown={shown} nowMs={nowMs} onRetry={retry} />
      )}
    </ScreenLayout>
  );
}

/** How often the list asks for news, in ms. */
const EVERY_MS = 5000;

const isWatched = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Runs a refresh at once and then every five seconds while somebody watches: window visible and focused.
 * @param viewer who looks: for another one it begins anew
 * @returns the time of the last round, in ms since the epoch, for ages
 */
function useLive(refresh: () => Promise<void>, viewer: string | undefined): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    let isUnderWay = false;
    const round = (): void => {
      setNowMs(Date.now());
      if (isUnderWay) return;
      isUnderWay = true;
      void refresh().finally(() => (isUnderWay = false));
    };
    const watched = (): void => {
      if (isWatched()) round();
    };
    round();
    const timer = setInterval(watched, EVERY_MS);
    window.addEventListener('focus', watched);
    document.addEventListener('visibilitychange', watched);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', watched);
      document.removeEventListener('visibilitychange', watched);
    };
  }, [refresh, viewer]);
  return nowMs;
}
