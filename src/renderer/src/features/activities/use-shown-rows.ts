import type { ActivityRow } from '../../../../preload/contract/activities.ts';
import { useProfile } from '../../bridge/session.ts';
import { useActivities } from './activities-store.ts';

/** The rows of the view: "mine" are those that the current credential's user asked for. Null until they are known. */
export function useShownRows(): readonly ActivityRow[] | null {
  const { rows, view } = useActivities();
  const profile = useProfile();
  if (view !== 'mine' || rows === null) return rows;
  return rows.filter((row) => row.who === profile?.username || row.who === profile?.userId);
}
