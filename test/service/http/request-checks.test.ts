import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATUS } from '#protocol/status.ts';
import type { Signer } from '#protocol/stamp.ts';
import { BODY_LIMIT } from '#service/http/server.ts';
import { REQUEST_CHECKS } from '#service/http/request-checks.ts';
import { codeOf, freshSigner, LocalService, send, stampHeader } from '../../fixtures/local-service.ts';
import { OidcIssuer } from '../../fixtures/oidc-issuer.ts';
import { addMember, setQuorum } from '../../fixtures/team.ts';

const ORDER = REQUEST_CHECKS.map(({ name }) => name);
type Check = (typeof ORDER)[number];

let service: LocalService;
let slow: Signer;
let oidcToken = '';
/** Who asks when a request fails from this check on; every credential has one request. */
const askers = new Map<Check, Signer>();

beforeAll(async () => {
  service = await LocalService.start();
  const allow = ({ publicKey }: Signer) =>
    service.submit('set_ip_allowlist', { publicKey, rules: [{ cidr: '127.0.0.1/32' }] });
  await allow(service.root);
  slow = (await addMember(service, 'Slow')).signer;
  askers.set('source', (await addMember(service, 'Elsewhere')).signer);
  const sessionProfileId = await narrowProfile();
  for (const check of ['fields', 'time', 'session'] as const) {
    const { signer } = await addMember(service, check);
    const session = freshSigner();
    await service.submit('stamp_login', { publicKey: session.publicKey, sessionProfileId }, signer);
    await allow(session);
    askers.set(check, session);
  }
  const quorum = [service.ready.rootUserId];
  for (const check of ['votes', 'issuer', 'effect'] as const) {
    const { signer, userId } = await addMember(service, check);
    await allow(signer);
    if (check !== 'votes') quorum.push(userId);
    askers.set(check, signer);
  }
  await setQuorum(service, 1, quorum);
  await service.submit('set_ip_allowlist', { enabled: true, rules: [{ cidr: '203.0.113.0/24' }] });
  const gone = await OidcIssuer.start();
  oidcToken = await gone.token({ sub: 'ada', aud: 'a-client' }, service.now);
  await gone.stop();
  // From here on every credential has one request.
  service.rateLimit = { perSecond: 1e-6, burst: 1 };
  await service.restart();
  await service.query('whoami', {}, slow);
});
afterAll(async () => {
  await service.stop();
});

/** A profile whose sessions may sign, and nothing else. */
async function narrowProfile(): Promise<string> {
  const scope = "activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'";
  const sent = await service.submit('create_session_profile', { sessionProfileName: 'Signing', scope });
  const result = sent.json.activity?.result?.['createSessionProfileResult'];
  return (result as { sessionProfileId: string }).sessionProfileId;
}

/** Sends a request that fails the check and every one after it. */
async function failingFrom(check: Check) {
  const fails = (one: Check): boolean => ORDER.indexOf(one) >= ORDER.indexOf(check);
  const provider = fails('issuer')
    ? { oidcToken }
    : { oidcClaims: { iss: 'https://accounts.example.com', sub: 'ada', aud: 'a-client' } };
  // Nobody has this id: that is what fails last.
  const parameters = {
    userId: randomUUID(),
    oauthProviders: [{ providerName: 'Issuer', ...provider }],
    ...(fails('fields') ? { surplus: 1 } : {}),
  };
  const envelope = fails('time') ? { timestampMs: '0' } : {};
  const whole = service.submitBody('create_oauth_providers', parameters, envelope);
  const broken = fails('JSON') ? 'no JSON' : whole;
  const body = fails('size') ? broken.padEnd(BODY_LIMIT + 1) : broken;
  const signer = fails('credential')
    ? freshSigner()
    : fails('rate')
      ? slow
      : (askers.get(check) ?? service.root);
  return send(
    `${service.ready.url}/public/v1/submit/${fails('path') ? 'nothing' : 'create_oauth_providers'}`,
    body,
    {
      ...(fails('stamp') ? {} : stampHeader(body, signer)),
      ...(fails('host') ? { host: 'evil.example' } : {}),
      ...(fails('page') ? { origin: 'https://evil.example' } : {}),
    },
  );
}

const messages: Readonly<Record<Check, RegExp>> = {
  host: /its own address/,
  page: /web pages/,
  size: /larger than/,
  path: /no operation/,
  stamp: /without a stamp/,
  JSON: /not JSON/,
  credential: /public key/,
  rate: /Too many requests/,
  source: /IP allowlist/,
  fields: /surplus/,
  time: /timestampMs/,
  session: /scope of the session/,
  votes: /^request not authorized$/,
  issuer: /not at hand/,
  effect: /user/,
};

test.each(REQUEST_CHECKS.map((check) => [check.name, check] as const))(
  'a request that fails %s, and everything that is checked later, is refused for that',
  async (name, check) => {
    const sent = await failingFrom(name);
    const refusals = check.refusals.map(([status, code]) => [
      'http' in check ? check.http : STATUS[status].http,
      code,
    ]);
    expect(refusals).toContainEqual([sent.status, codeOf(sent)]);
    expect(sent.json.message).toMatch(messages[name]);
  },
);
