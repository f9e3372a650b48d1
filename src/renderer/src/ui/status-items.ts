import type { Health } from '../../../preload/contract/health.ts';
import { formatClock } from './time.ts';

/** One statement of the status line; `fault` says what is wrong and what to do. */
export interface StatusItem {
  readonly id: keyof Health;
  readonly tone: 'ok' | 'wait' | 'bad';
  readonly words: string;
  readonly fault: { readonly message: string; readonly remedy: string } | null;
}

/** How far clocks may differ before requests are in danger of being refused (ms). */
const CLOCK_LIMIT_MS = 60_000;

/** What the status line says, in its order. */
export function statusItems({ keychain, service, journal, clock }: Health): readonly StatusItem[] {
  return [keychainItem(keychain), serviceItem(service), journalItem(journal), clockItem(clock.offsetMs)];
}

function keychainItem({ state, message, remedy }: Health['keychain']): StatusItem {
  if (state === 'ready') return { id: 'keychain', tone: 'ok', words: 'Keychain unlocked', fault: null };
  const words = state === 'locked' ? 'Keychain locked' : 'No keychain';
  return { id: 'keychain', tone: 'bad', words, fault: { message, remedy } };
}

function serviceItem({ state, message, remedy, sinceMs }: Health['service']): StatusItem {
  switch (state) {
    case 'ready':
      return { id: 'service', tone: 'ok', words: 'Service on this machine', fault: null };
    // A hosted profile may name a service on this machine as well: the host says which one it is.
    case 'reachable':
      return { id: 'service', tone: 'ok', words: message, fault: null };
    case 'unknown':
      return { id: 'service', tone: 'wait', words: `${message}: not contacted yet`, fault: null };
    case 'unreachable': {
      const since = sinceMs === undefined ? '' : ` since ${formatClock(sinceMs)}`;
      return {
        id: 'service',
        tone: 'bad',
        words: `Service unreachable${since}`,
        fault: { message: `${message} has not answered${since}`, remedy },
      };
    }
    case 'waiting':
      return { id: 'service', tone: 'wait', words: 'Service waits for a credential', fault: null };
    case 'starting':
      return { id: 'service', tone: 'wait', words: 'Service is starting', fault: null };
    case 'failed':
      return { id: 'service', tone: 'bad', words: 'Service failed', fault: { message, remedy } };
  }
}

function journalItem({ state, lines, message, remedy }: Health['journal']): StatusItem {
  const count = `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}`;
  if (state === 'checking')
    return { id: 'journal', tone: 'wait', words: 'Journal is being checked', fault: null };
  if (state === 'intact')
    return { id: 'journal', tone: 'ok', words: `Journal: ${count}, chain intact`, fault: null };
  return { id: 'journal', tone: 'bad', words: 'Journal was changed', fault: { message, remedy } };
}

function clockItem(offsetMs: number | null): StatusItem {
  if (offsetMs === null) return { id: 'clock', tone: 'wait', words: 'Clock not compared yet', fault: null };
  const apart = formatOffset(Math.abs(offsetMs));
  if (Math.abs(offsetMs) <= CLOCK_LIMIT_MS) {
    return { id: 'clock', tone: 'ok', words: `Clock within ${apart}`, fault: null };
  }
  return {
    id: 'clock',
    tone: 'bad',
    words: `Clock is ${apart} off`,
    fault: {
      message: `This machine's clock and the service's are ${apart} apart`,
      remedy:
        "Requests may be refused as too old. Set this machine's clock (usually: switch on network time).",
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
