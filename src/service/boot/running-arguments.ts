import { parseIpAddress } from '#protocol/network/ip-address.ts';
import { startError } from './errors.ts';

/** The options of those who run the service: how it ends, and what it tells them. */
export const RUNNING_OPTIONS = {
  'drain-seconds': { type: 'string' },
  'metrics-listen': { type: 'string' },
} as const;

/** What was given of them. */
interface Given {
  readonly 'drain-seconds'?: string | undefined;
  readonly 'metrics-listen'?: string | undefined;
}

/** Where metrics are told. */
export interface MetricsListen {
  readonly host: string;
  readonly port: number;
}

/** How the service ends, and what it tells; what is left out stays as on the desktop. */
export interface RunningArguments {
  /** So long requests are still carried out after the signal to end, in milliseconds. */
  readonly leavingMs?: number;
  /** Nowhere when left out. */
  readonly metricsListen?: MetricsListen;
}

/** A balancer that hasn't looked for longer has forgotten the service. */
const MOST_SECONDS = 300;

/**
 * Reads how the service is run.
 * @throws AppError `ARGUMENTS_INVALID`
 */
export function readRunning(given: Given): RunningArguments {
  const seconds = given['drain-seconds'];
  const listen = given['metrics-listen'];
  return {
    ...(seconds === undefined ? {} : { leavingMs: readSeconds(seconds) * 1000 }),
    ...(listen === undefined ? {} : { metricsListen: readListen(listen) }),
  };
}

function readSeconds(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= MOST_SECONDS) return Number(text);
  throw startError('ARGUMENTS_INVALID.number', {
    ...{ name: 'drain-seconds', least: 0, most: MOST_SECONDS, text },
  });
}

/** `127.0.0.1:9464` or `[::1]:9464`. */
function readListen(text: string): MetricsListen {
  const [, v6, v4, port = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = v6 ?? v4 ?? '';
  const family = parseIpAddress(host) === undefined ? undefined : host.includes(':') ? 6 : 4;
  if (family === undefined || (family === 6) !== (v6 !== undefined) || Number(port) > 65_535)
    throw startError('ARGUMENTS_INVALID.metricsListen', { text });
  return { host, port: Number(port) };
}
