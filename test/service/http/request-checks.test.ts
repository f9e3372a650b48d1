import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATUS } from '../../../src/protocol/error.ts';
import type { Signer } from '../../../src/protocol/stamp.ts';
import { REQUEST_CHECKS, type RequestCheck } from '../../../src/service/http/request-checks.ts';
import { codeOf, freshSigner, LocalService, send, stampHeader } from '../../fixtures/local-service.ts';
import { addMember } from '../../fixtures/team.ts';

/** Those that a request to `update_user_name` can fail; each of the others has tests of its own. */
const FAILED = [
  'host',
  'page',
  'content type',
  'path',
  'stamp',
  'JSON',
  'credential',
  'rate',
  'source',
] as const;
const ORDER = [...FAILED, 'fields', 'time', 'votes', 'effect'] as const;
type Check = (typeof ORDER)[number];

let service: LocalService;
let slow: Signer;
const strangers = new Map<Check, Signer>();
beforeAll(async () => {
  service = await LocalService.start();
  const allow = (signer: Signer) =>
    service.submit('set_ip_allowlist', { publicKey: signer.publicKey, rules: [{ cidr: '127.0.0.1/32' }] });
  await allow(service.root);
  slow = (await addMember(service, 'Slow')).signer;
  strangers.set('source', (await addMember(service, 'Elsewhere')).signer);
  for (const check of ['fields', 'time', 'votes'] as const) {
    const { signer } = await addMember(service, check);
    await allow(signer);
    strangers.set(check, signer);
  }
  await service.submit('set_ip_allowlist', { enabled: true, rules: [{ cidr: '203.0.113.0/24' }] });
  // From here on every credential has one request.
  service.rateLimit = { perSecond: 1e-6, burst: 1 };
  await service.restart();
  await service.query('whoami', {}, slow);
});
afterAll(async () => {
  await service.stop();
});

/** Sends a request that fails the check and every one after it. */
async function failingFrom(check: Check) {
  const fails = (one: Check): boolean => ORDER.indexOf(one) >= ORDER.indexOf(check);
  const parameters = { userId: randomUUID(), userName: 'X', ...(fails('fields') ? { surplus: 1 } : {}) };
  const envelope = fails('time') ? { timestampMs: '0' } : {};
  const body = fails('JSON') ? 'no JSON' : service.submitBody('update_user_name', parameters, envelope);
  const signer = fails('credential')
    ? freshSigner()
    : fails('rate')
      ? slow
      : (strangers.get(check) ?? service.root);
  return send(
    `${service.ready.url}/public/v1/submit/${fails('path') ? 'nothing' : 'update_user_name'}`,
    body,
    {
      ...(fails('stamp') ? {} : stampHeader(body, signer)),
      ...(fails('host') ? { host: 'evil.example' } : {}),
      ...(fails('page') ? { origin: 'https://evil.example' } : {}),
      ...(fails('content type') ? { 'content-type': 'text/plain' } : {}),
    },
  );
}

test('the checks that are tried here stand in the order of the list', () => {
  const names: readonly string[] = REQUEST_CHECKS.map(({ name }) => name);
  expect(names.filter((name) => (ORDER as readonly string[]).includes(name))).toEqual(ORDER);
});

const messages: Readonly<Record<Check, RegExp>> = {
  host: /its own local address/,
  page: /web pages/,
  path: /no operation/,
  'content type': /content type/,
  stamp: /without a stamp/,
  JSON: /not JSON/,
  credential: /public key/,
  rate: /Too many requests/,
  source: /IP allowlist/,
  fields: /surplus/,
  time: /timestampMs/,
  votes: /request not authorized/,
  effect: /user/,
};

test.each(ORDER)(
  'a request that fails %s, and everything that is checked later, is refused for that',
  async (name) => {
    const check: RequestCheck | undefined = REQUEST_CHECKS.find((one) => one.name === name);
    const sent = await failingFrom(name);
    const refusals = (check?.refusals ?? []).map(([status, code]) => [STATUS[status].http, code]);
    expect(refusals).toContainEqual([sent.status, codeOf(sent)]);
    expect(sent.json.message).toMatch(messages[name]);
  },
);
