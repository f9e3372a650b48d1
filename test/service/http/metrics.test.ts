import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Measured, addMetricsRoute } from '#service/http/metrics-server.ts';
import { RateLimited } from '#service/http/rate-limit.ts';
import { RequestMetrics } from '#service/http/request-metrics.ts';
import { createServer, listen } from '#service/http/server.ts';

let server: FastifyInstance;
let metrics: FastifyInstance;
let requests: RequestMetrics;
let url: string;
let metricsUrl: string;
let now: number;
let counted: number;
let measured: { isReady: boolean; deliveries: Measured['deliveries'] };
beforeEach(async () => {
  [now, counted] = [0, 0];
  const options = { logger: pino({ level: 'silent' }), now: () => 0 };
  server = createServer(options);
  requests = new RequestMetrics();
  requests.watch(server, 'api');
  server.post('/public/v1/query/whoami', () => '{}');
  server.post('/public/v1/submit/limited', () => {
    throw new RateLimited(1, 1);
  });
  url = await listen(server, 0);
  measured = {
    isReady: true,
    deliveries: () => {
      counted += 1;
      return Promise.resolve({ pending: counted, dead: 7 });
    },
  };
  metrics = createServer(options);
  addMetricsRoute(metrics, {
    ...{ version: '1.2.3', requests, underWay: () => 2, steadyMs: () => now },
    isReady: () => Promise.resolve(measured.isReady),
    deliveries: () => measured.deliveries(),
    certificateEndsAt: () => 2_000_500,
  });
  metricsUrl = await listen(metrics, 0);
});
afterEach(async () => {
  server.server.closeAllConnections();
  metrics.server.closeAllConnections();
  await server.close();
  await metrics.close();
});

const scrape = async (): Promise<string> => {
  const response = await fetch(`${metricsUrl}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return await response.text();
};
const ask = async (path: string, method = 'POST'): Promise<void> => {
  await (await fetch(`${url}${path}`, { method })).arrayBuffer();
};

test('requests by operation and status, how long they took, and refusals for the rate', async () => {
  for (let count = 0; count < 3; count += 1) await ask('/public/v1/query/whoami');
  await ask('/public/v1/submit/limited');
  const lines = (await scrape()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'keyops_requests_total{server="api",operation="query/whoami",status="200"} 3',
      'keyops_requests_total{server="api",operation="submit/limited",status="429"} 1',
      'keyops_rate_limit_refusals_total 1',
      'keyops_request_duration_seconds_bucket{server="api",operation="query/whoami",le="+Inf"} 3',
      'keyops_request_duration_seconds_count{server="api",operation="query/whoami"} 3',
      'keyops_build_info{version="1.2.3"} 1',
      'keyops_requests_under_way 2',
      'keyops_webhook_deliveries{state="pending"} 1',
      'keyops_webhook_deliveries{state="dead"} 7',
      'keyops_ready 1',
      'keyops_tls_certificate_end_timestamp_seconds 2000.5',
    ]),
  );
  const buckets = lines.flatMap((line) => /_bucket\{.*whoami.*\} (\d+)$/.exec(line)?.[1] ?? []).map(Number);
  expect(buckets).toHaveLength(12);
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(lines.join('\n')).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
  expect(lines.join('\n')).toMatch(/^keyops_connections\{server="api"\} \d+$/m);
});

test('cardinality: a stranger’s paths, methods and hosts make one series, however many they are', async () => {
  await ask('/none');
  const before = (await scrape()).split('\n').length;
  for (let count = 0; count < 200; count += 1)
    await ask(`/public/v1/query/p${count}"}\n?q=${count}`, ['GET', 'PUT', 'DELETE', 'POST'][count % 4]);
  const text = await scrape();
  expect(text.split('\n')).toHaveLength(before);
  expect(text).toContain('keyops_requests_total{server="api",operation="none",status="404"} 201');
});

test('a flood of scrapes counts the deliveries once in five seconds', async () => {
  await Promise.all(Array.from({ length: 50 }, scrape));
  expect(counted).toBe(1);
  now = 5000;
  expect(await scrape()).toContain('state="pending"} 2');
  expect(counted).toBe(2);
});

test('a database that doesn’t answer is told as not ready, and isn’t asked; the rest is told', async () => {
  measured.isReady = false;
  const text = await scrape();
  expect(text).toContain('keyops_ready 0');
  expect(text).not.toContain('keyops_webhook_deliveries');
  expect(counted).toBe(0);
  measured = { isReady: true, deliveries: () => Promise.reject(new Error('no')) };
  expect(await scrape()).toContain('process_cpu_seconds_total');
});
