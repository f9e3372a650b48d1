import { useEffect, useState } from 'react';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { getConsole } from '../bridge/console.ts';

/** So many activities the service gives at once. */
const PAGE = 100;
/** So many pages are searched, the newest: the screen has filters for all of them. */
const PAGES = 10;

/** The newest activities, or a page of those before one. @param before its ID @returns the ID that the next page is before; null at the end */
export const activitiesBefore = (
  before: string | null,
): Promise<{ rows: readonly ActivityRow[]; next: string | null }> => {
  const everything = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null };
  return getConsole().activities.list({ ...everything, before, limit: PAGE });
};

/**
 * The activities before the newest page, one page after the other for as long as something is looked for: a plan of few
 * requests a second has others to send.
 * @param before the ID that ends the newest page; null if there are no earlier ones, or nothing is looked for
 */
export function useEarlierActivities(before: string | null): readonly ActivityRow[] {
  const [earlier, setEarlier] = useState<readonly ActivityRow[]>([]);
  useEffect(() => {
    const asking = { isOver: false };
    const ask = async (): Promise<void> => {
      const found: ActivityRow[] = [];
      let next = before;
      for (let page = 1; page < PAGES && next !== null; page += 1) {
        const answer = await activitiesBefore(next);
        if (asking.isOver) return;
        found.push(...answer.rows);
        setEarlier([...found]);
        next = answer.next;
      }
    };
    // What can't be asked for isn't found; the rest is.
    void ask().catch(() => undefined);
    return () => {
      asking.isOver = true;
    };
  }, [before]);
  return earlier;
}
