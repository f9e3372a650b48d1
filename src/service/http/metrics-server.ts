import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import { METRICS_TYPE, type MetricFamily, metricsText } from './metrics-text.ts';

/** How long a count of the database's rows is told again, in milliseconds: other programs of the machine may ask, too. */
const FRESH_MS = 5000;

/** What is measured beside requests. */
export interface Measured {
  readonly version: string;
  readonly requests: { families(): readonly MetricFamily[] };
  /** How many requests have no answer yet. */
  readonly underWay: () => number;
  readonly isReady: () => Promise<boolean>;
  /** How many deliveries are in each state, by its name; asked for at most every five seconds. */
  readonly deliveries: () => Promise<Readonly<Record<string, number>>>;
  /** When the certificate is over, in milliseconds since the epoch; undefined without TLS. */
  readonly certificateEndsAt: () => number | undefined;
  /** Milliseconds of a clock that nobody can set. */
  readonly steadyMs: () => number;
}

/** Adds `GET /metrics`, to a server that strangers don't reach. */
export function addMetricsRoute(server: FastifyInstance, measured: Measured): void {
  let known:
    { readonly at: number; readonly deliveries: Promise<Readonly<Record<string, number>>> } | undefined;
  const deliveries = (): Promise<Readonly<Record<string, number>>> => {
    const now = measured.steadyMs();
    if (known === undefined || now - known.at >= FRESH_MS) {
      // A database that doesn't answer is told by keyops_ready; the rest is told anyway.
      known = { at: now, deliveries: measured.deliveries().catch(() => ({})) };
    }
    return known.deliveries;
  };
  server.get('/metrics', async (_, reply) => {
    const isReady = await measured.isReady();
    const text = metricsText([
      ...measured.requests.families(),
      ...stateFamilies(measured, isReady, isReady ? await deliveries() : {}),
      ...processFamilies(),
    ]);
    return await reply.type(METRICS_TYPE).header('Cache-Control', 'no-store').send(text);
  });
}

const gauge = (name: string, help: string, value: number | undefined): MetricFamily => ({
  ...{ name, help, type: 'gauge' },
  samples: value === undefined ? [] : [{ value }],
});

function stateFamilies(
  { version, underWay, certificateEndsAt }: Measured,
  isReady: boolean,
  deliveries: Readonly<Record<string, number>>,
): MetricFamily[] {
  const endsAt = certificateEndsAt();
  return [
    {
      ...{ name: 'keyops_build_info', help: 'The version of the program.', type: 'gauge' },
      samples: [{ labels: { version }, value: 1 }],
    },
    gauge('keyops_ready', 'Whether requests can be carried out, as /readyz says.', isReady ? 1 : 0),
    gauge('keyops_requests_under_way', 'Requests that have no answer yet.', underWay()),
    {
      name: 'keyops_webhook_deliveries',
      help: 'Webhook deliveries that wait for an attempt (pending), and that were given up (dead).',
      type: 'gauge',
      samples: Object.entries(deliveries).map(([state, value]) => ({ labels: { state }, value })),
    },
    gauge(
      'keyops_tls_certificate_end_timestamp_seconds',
      'When the TLS certificate is over.',
      endsAt === undefined ? undefined : endsAt / 1000,
    ),
  ];
}

/** By the names that Prometheus' own clients use. */
function processFamilies(): MetricFamily[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of the program’s own objects.', heapUsed),
    {
      ...{ name: 'process_cpu_seconds_total', help: 'Time on the processor.', type: 'counter' },
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_uptime_seconds', 'Time since the start of the process.', process.uptime()),
  ];
}
