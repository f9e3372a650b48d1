import type { ReactNode } from 'react';
import type { Timestamp } from '#protocol/activity.ts';
import { formatDay, formatMinute } from '../../format/time.ts';
import { createdMs } from '../signers/key-facts.ts';

/** A time of the service in this machine's time zone; nothing where it is no time. */
export function Timestamp({ at, exact }: { at: Timestamp; exact?: boolean }): ReactNode {
  const ms = createdMs({ createdAt: at });
  if (ms === null) return null;
  return <time dateTime={new Date(ms).toISOString()}>{exact ? formatMinute(ms) : formatDay(ms)}</time>;
}
