import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { contextError } from '../../context/errors.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { consoleError } from '../../platform/errors.ts';
import { hasOfflineMark, setOfflineMark } from '../../platform/offline/offline-choice.ts';
import {
  type ClockShown,
  type LocalActionParts,
  describeClock,
  describeOfflineStart,
} from '../local-actions/module.ts';

/** How far the clock may drift from one that nobody sets, before it counts as moved. In ms. */
const JUMP_MS = 5_000;
/** How often it is looked whether it moved. Every approval and stamp looks as well. */
const LOOK_MS = 2_000;
/** How far a time that was typed may be from the clock: whoever types one writes down a minute. */
export const TYPED_MS = 90_000;

/** The clock of an offline console, which the operator confirms before anything is approved or stamped. */
export interface ClockCheck {
  /** Whether the operator has to confirm it now. */
  isNeeded(): boolean;
  /** What it shows now, for somebody who compares it. */
  shown(): ClockShown & { readonly atMs: number };
  /**
   * Takes it that somebody confirmed what was shown, outside of a window. Its line is in the journal when this resolves.
   * @throws AppError `CLOCK_UNCONFIRMED` where the clock moved meanwhile, `JOURNAL_UNWRITABLE`
   */
  confirm(shown: ClockShown & { readonly atMs: number }): Promise<void>;
}

export interface OfflineStateParts {
  readonly clockCheck: ClockCheck;
}

/** A moment on both clocks: what was set, and what nobody sets. */
interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

/** A time as the card has it, in this computer's time zone. */
export function showClock(ms: number): ClockShown {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longOffset' }).formatToParts(ms);
  const offset = zone.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return {
    date: new Intl.DateTimeFormat('en-GB', date).format(ms),
    time: new Intl.DateTimeFormat('en-GB', time).format(ms),
    zone: timeZone === offset ? timeZone : `${timeZone}, ${offset}`,
    utc: `${new Date(ms).toISOString().slice(0, 16)}Z`,
  };
}

/** The state of having no network: its clock, and how it is entered and left. */
export const offlineState = defineModule({
  start: (
    needs: LocalActionParts &
      Pick<
        ConsoleContext,
        | 'clock'
        | 'steadyMs'
        | 'offline'
        | 'runtime'
        | 'ports'
        | 'journal'
        | 'dataFolder'
        | 'announce'
        | 'onJournalFault'
      >,
  ): ModuleParts<'offlineState', OfflineStateParts> => {
    const { clock, offline, runtime, ports, local, journal, announce } = needs;
    const moment = (): Moment => ({ wallMs: clock.now(), steadyMs: needs.steadyMs() });
    let confirmed: Moment | null = null;
    let shownAt: Moment | null = null;

    const hasMoved = (since: Moment): boolean => {
      const now = moment();
      return Math.abs(now.wallMs - since.wallMs - (now.steadyMs - since.steadyMs)) > JUMP_MS;
    };
    const append = async (operation: string, subject: string, outcome: string): Promise<void> => {
      const digest = sha256Hex(toUtf8(subject));
      await journal.append({ profile: '', publicKey: '', operation, digest, subject, outcome });
    };
    /** Takes the confirmation back where the clock moved since. */
    const look = (): void => {
      if (confirmed === null || !hasMoved(confirmed)) return;
      const since = confirmed;
      confirmed = null;
      runtime.clockConfirmedMs = null;
      const expectedMs = since.wallMs + (needs.steadyMs() - since.steadyMs);
      const subject = `from ${showClock(expectedMs).utc} to ${showClock(clock.now()).utc}`;
      append('clock_moved', subject, 'confirm the clock again').catch(needs.onJournalFault);
      announce();
    };
    const take = (at: Moment): void => {
      if (hasMoved(at)) throw contextError('CLOCK_UNCONFIRMED');
      confirmed = at;
      runtime.clockConfirmedMs = clock.now();
      announce();
    };

    runtime.startsOffline = hasOfflineMark(needs.dataFolder);
    let stop = (): void => undefined;
    if (offline !== null) {
      ports.requireClock.answerWith(() => {
        look();
        if (confirmed === null) throw contextError('CLOCK_UNCONFIRMED');
      });
      const again = (): void => {
        look();
        stop = clock.after(LOOK_MS, again);
      };
      again();
    }
    return {
      parts: {
        clockCheck: {
          isNeeded: () => {
            look();
            return offline !== null && confirmed === null;
          },
          shown: () => {
            shownAt = moment();
            return { ...showClock(shownAt.wallMs), atMs: shownAt.wallMs };
          },
          confirm: async ({ atMs, utc, zone }) => {
            // What was shown last, and nothing that somebody made up.
            if (shownAt?.wallMs !== atMs || hasMoved(shownAt)) throw contextError('CLOCK_UNCONFIRMED');
            await append('confirm_clock', `${utc} (${zone})`, 'approved');
            take(shownAt);
          },
        },
      },
      handlers: {
        offlineState: {
          confirmClock: async () => {
            if (offline === null) return undefined;
            const at = moment();
            await local.approve(describeClock(showClock(at.wallMs)));
            take(at);
            return undefined;
          },
          setNextStart: async ({ isOffline }) => {
            if (offline?.by === 'administrator')
              throw consoleError('OFFLINE_FIXED', { path: offline.file ?? '' });
            await local.approve(describeOfflineStart(isOffline));
            setOfflineMark(needs.dataFolder, isOffline);
            runtime.startsOffline = isOffline;
            announce();
            return undefined;
          },
        },
      },
      close: () => stop(),
    };
  },
});
