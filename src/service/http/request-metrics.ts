import type { FastifyInstance } from 'fastify';
import type { MetricFamily, Sample } from './metrics-text.ts';

/** Upper bounds of how long requests take, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** What no route answers: a stranger's paths are one series, however many there are. */
const NO_ROUTE = 'none';

interface Durations {
  /** How many took at most so long, for each bound. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Counts the requests and connections of servers; what is kept grows with their routes, and with nothing that is sent. */
export class RequestMetrics {
  readonly #requests = new Map<
    string,
    { readonly labels: Readonly<Record<string, string>>; value: number }
  >();
  readonly #durations = new Map<
    string,
    { readonly labels: Readonly<Record<string, string>>; readonly taken: Durations }
  >();
  readonly #connections = new Map<string, number>();
  #rateLimited = 0;

  /** @param name tells the servers of the service apart */
  watch(server: FastifyInstance, name: string): void {
    this.#connections.set(name, 0);
    const add = (count: number): void =>
      void this.#connections.set(name, (this.#connections.get(name) ?? 0) + count);
    server.server.on('connection', (socket) => {
      add(1);
      socket.once('close', () => add(-1));
    });
    server.addHook('onResponse', (request, reply, done) => {
      const operation = request.routeOptions.url?.replace(/^\/(?:public\/)?v1\//, '') ?? NO_ROUTE;
      this.#note({ server: name, operation }, reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  }

  #note(of: { readonly server: string; readonly operation: string }, status: number, seconds: number): void {
    const key = `${of.server} ${of.operation}`;
    const labels = { ...of, status: String(status) };
    const known = this.#requests.get(`${key} ${status}`) ?? { labels, value: 0 };
    known.value += 1;
    this.#requests.set(`${key} ${status}`, known);
    if (status === 429) this.#rateLimited += 1;
    const { taken } = this.#durations.get(key) ?? {
      taken: { counts: BUCKETS.map(() => 0), sum: 0, count: 0 },
    };
    this.#durations.set(key, { labels: of, taken });
    for (const [index, bound] of BUCKETS.entries()) {
      if (seconds <= bound) taken.counts[index] = (taken.counts[index] ?? 0) + 1;
    }
    taken.sum += seconds;
    taken.count += 1;
  }

  /** What was counted since the start. */
  families(): readonly MetricFamily[] {
    return [
      {
        name: 'keyops_requests_total',
        help: 'Requests that were answered, by operation and HTTP status.',
        type: 'counter',
        samples: [...this.#requests.values()],
      },
      {
        name: 'keyops_request_duration_seconds',
        help: 'How long requests took, from their headers to the end of the answer.',
        type: 'histogram',
        samples: [...this.#durations.values()].flatMap(({ labels, taken }) => histogram(labels, taken)),
      },
      {
        name: 'keyops_rate_limit_refusals_total',
        help: 'Requests that were refused because their credential sent too many.',
        type: 'counter',
        samples: [{ value: this.#rateLimited }],
      },
      {
        name: 'keyops_connections',
        help: 'Open connections.',
        type: 'gauge',
        samples: [...this.#connections].map(([server, value]) => ({ labels: { server }, value })),
      },
    ];
  }
}

const histogram = (labels: Readonly<Record<string, string>>, { counts, sum, count }: Durations): Sample[] => [
  ...BUCKETS.map((bound, index) => ({
    suffix: '_bucket' as const,
    labels: { ...labels, le: String(bound) },
    value: counts[index] ?? 0,
  })),
  { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
  { suffix: '_sum', labels, value: sum },
  { suffix: '_count', labels, value: count },
];
