import { useEffect, useState } from 'react';

/** How often the list asks for news, in ms. */
const EVERY_MS = 5000;

const isWatched = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Runs a refresh at once and then every five seconds while somebody watches: window visible and focused.
 * @returns the time of the last round, in ms since the epoch, for ages
 */
export function useLive(refresh: () => Promise<void>): number {
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
  }, [refresh]);
  return nowMs;
}
