import { Clock, type LucideIcon, RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppSnapshot, Health } from '#preload/contract/app.ts';
import { getConsole } from '../bridge/console.ts';
import { useTask } from '../bridge/use-task.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Refusal } from './notes.tsx';
import styles from './status.module.css';
import { UI_TEXT } from './text.ts';
import { formatClock } from '../format/time.ts';

const recheck = (): Promise<void> => getConsole().app.recheck();

/** Has the privileged side try again what failed. */
export function RecheckButton({ autoFocus, plain }: { autoFocus?: boolean; plain?: boolean }): ReactNode {
  const task = useTask(recheck);
  return (
    <>
      <Refusal error={task.error} />
      <Button
        kind={plain ? 'plain' : 'primary'}
        icon={RotateCw}
        isPending={task.busy}
        onPress={() => void task.run()}
        autoFocus={autoFocus ?? false}
      >
        {UI_TEXT.checkAgain}
      </Button>
    </>
  );
}

const confirmClock = (): Promise<void> => getConsole().offlineState.confirmClock();

/** Offline: has the operator compare the clock, on the approval surface. */
export function ConfirmClockButton({ plain }: { plain?: boolean }): ReactNode {
  const task = useTask(confirmClock);
  return (
    <>
      <Refusal error={task.error} />
      <Button
        kind={plain ? 'plain' : 'primary'}
        icon={Clock}
        isPending={task.busy}
        onPress={() => void task.run()}
      >
        {UI_TEXT.confirmClock}
      </Button>
    </>
  );
}

/** A dot beside words that say the same. */
export function StatusDot({ tone }: { tone: 'ok' | 'wait' | 'bad' }): ReactNode {
  return <span className={classNames(styles['dot'], styles[tone])} aria-hidden />;
}

/** One statement of the status line; `fault` says what is wrong and what to do. */
export interface StatusItem {
  readonly id: keyof Health;
  readonly tone: 'ok' | 'wait' | 'bad';
  readonly words: string;
  /** Drawn in place of the dot, for what is neither well nor wrong. */
  readonly icon?: LucideIcon;
  readonly fault: {
    readonly message: string;
    readonly remedy: string;
    /** What mends it; checking again when left out. */
    readonly fix?: 'clock';
  } | null;
}

/** How far clocks may differ before requests are in danger of being refused (ms). */
const CLOCK_LIMIT_MS = 60_000;

/** What the status line says, in its order. */
export function statusItems(
  { keychain, service, journal, clock, disk }: Health,
  offline: AppSnapshot['offline'] = null,
): readonly StatusItem[] {
  const disks: StatusItem[] =
    disk === null ? [] : [{ id: 'disk', tone: 'bad', words: disk.message, fault: disk }];
  if (offline === null)
    return [
      ...disks,
      keychainItem(keychain),
      serviceItem(service),
      journalItem(journal),
      clockItem(clock.offsetMs),
    ];
  const { words, message, remedy } = UI_TEXT.status.offline.clock;
  return [
    ...disks,
    keychainItem(keychain),
    { id: 'service', tone: 'ok', words: UI_TEXT.status.offline.network, icon: WifiOff, fault: null },
    journalItem(journal),
    offline.clockConfirmedMs === null
      ? { id: 'clock', tone: 'bad', words, fault: { message, remedy, fix: 'clock' } }
      : {
          id: 'clock',
          tone: 'ok',
          words: UI_TEXT.status.offline.confirmed(formatClock(offline.clockConfirmedMs)),
          fault: null,
        },
  ];
}

function keychainItem({ state, message, remedy }: Health['keychain']): StatusItem {
  if (state === 'ready')
    return { id: 'keychain', tone: 'ok', words: UI_TEXT.status.keychain.ready, fault: null };
  const words = state === 'locked' ? UI_TEXT.status.keychain.locked : UI_TEXT.status.keychain.none;
  return { id: 'keychain', tone: 'bad', words, fault: { message, remedy } };
}

function serviceItem({ state, message, remedy, sinceMs }: Health['service']): StatusItem {
  switch (state) {
    case 'ready':
      return { id: 'service', tone: 'ok', words: UI_TEXT.status.service.local, fault: null };
    // A hosted profile may name a service on this machine as well: the host says which one it is.
    case 'reachable':
      return { id: 'service', tone: 'ok', words: message, fault: null };
    case 'unknown':
      return { id: 'service', tone: 'wait', words: UI_TEXT.status.service.unknown(message), fault: null };
    case 'unreachable': {
      const since = sinceMs === undefined ? '' : UI_TEXT.status.service.since(formatClock(sinceMs));
      return {
        id: 'service',
        tone: 'bad',
        words: UI_TEXT.status.service.unreachable(since),
        fault: { message: UI_TEXT.status.service.silent(message, since), remedy },
      };
    }
    case 'waiting':
      return { id: 'service', tone: 'wait', words: UI_TEXT.status.service.waiting, fault: null };
    case 'starting':
      return { id: 'service', tone: 'wait', words: UI_TEXT.status.service.starting, fault: null };
    case 'failed':
      return { id: 'service', tone: 'bad', words: UI_TEXT.status.service.failed, fault: { message, remedy } };
  }
}

function journalItem({ state, lines, message, remedy }: Health['journal']): StatusItem {
  const count = UI_TEXT.status.journal.lines(lines);
  if (state === 'checking')
    return { id: 'journal', tone: 'wait', words: UI_TEXT.status.journal.checking, fault: null };
  if (state === 'intact')
    return { id: 'journal', tone: 'ok', words: UI_TEXT.status.journal.intact(count), fault: null };
  return { id: 'journal', tone: 'bad', words: UI_TEXT.status.journal.changed, fault: { message, remedy } };
}

function clockItem(offsetMs: number | null): StatusItem {
  if (offsetMs === null)
    return { id: 'clock', tone: 'wait', words: UI_TEXT.status.clock.unknown, fault: null };
  const apart = formatOffset(Math.abs(offsetMs));
  if (Math.abs(offsetMs) <= CLOCK_LIMIT_MS) {
    return { id: 'clock', tone: 'ok', words: UI_TEXT.status.clock.within(apart), fault: null };
  }
  return {
    id: 'clock',
    tone: 'bad',
    words: UI_TEXT.status.clock.off(apart),
    fault: {
      message: UI_TEXT.status.clock.fault(apart),
      remedy: UI_TEXT.status.clock.remedy,
    },
  };
}

/** A length of time, for example `0.2 s`, `4 min` or `1 h 2 min`; takes ms. */
function formatOffset(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  if (minutes >= 2) return `${minutes} min`;
  return `${(Math.ceil(ms / 100) / 10).toLocaleString('en')} s`;
}
