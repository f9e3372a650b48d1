import type { Clock } from '../../platform/clock.ts';
import type { RuntimeState } from '../../context/runtime-state.ts';
import type { Host } from '../../platform/host.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { watchActivities } from './watch-activities.ts';
import type { ActivityWatch } from './watch-activities.ts';

/** Starts watching for the window: the count is part of the console's state, notices go to the window and to the desktop. */
export function startWatch(parts: {
  readonly host: Host;
  readonly sessions: ContextResolver;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly volatile: RuntimeState;
  readonly announce: () => void;
  readonly onFault: (error: unknown) => void;
}): ActivityWatch {
  const { host, volatile, announce } = parts;
  return watchActivities({
    sessions: parts.sessions,
    clock: parts.clock,
    everyMs: parts.everyMs,
    userIdOf: (publicKey) => volatile.identities.get(publicKey)?.userId,
    onWaiting: (count) => {
      if (volatile.waitingForMe === count) return;
      volatile.waitingForMe = count;
      announce();
    },
    onNotice: (notice) => {
      host.send('console', 'activities.noticed', notice);
      host.notify(notice.title, notice.text, () =>
        host.send('console', 'activities.opened', { activityId: notice.activityId }),
      );
    },
    onFault: parts.onFault,
  });
}
