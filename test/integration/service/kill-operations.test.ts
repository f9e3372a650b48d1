import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue, operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { Signer } from '#protocol/stamp.ts';
import { freshSigner, send, stampHeader, type Sent } from '../../fixtures/local-service.ts';
import { OidcIssuer } from '../../fixtures/oidc-issuer.ts';
import { startServiceProcess, type RunningProcess } from '../../fixtures/running-service.ts';
import { seededRandom } from '../../fixtures/seeded-random.ts';
import { WebhookReceiver } from '../../fixtures/webhook-receiver.ts';
import { checkLedger } from './kill-ledger.ts';
import { Known, textsOf } from './kill-known.ts';
import { BALLOTS, type Make } from './kill-making.ts';
import { makers } from './kill-requests.ts';

const ROUNDS = 25;
const CLIENTS = 6;

const root = freshSigner();
const storageKey = randomBytes(32);
const random = seededRandom(20_260_106);
const known = new Known(random);
const began = Date.now();
const delivered = new Set<string>();
const makerOf: Readonly<Record<string, Make>> = makers;
const paths = Object.keys(makers);
let folder: string;
let receiver: WebhookReceiver;
let idle: WebhookReceiver;
let issuer: OidcIssuer;
let sequence = 0;
let turn = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-kill-all-'));
  receiver = await WebhookReceiver.start();
  idle = await WebhookReceiver.start();
  issuer = await OidcIssuer.start();
  receiver.answer = (response, n) => {
    const { id } = JSON.parse(receiver.received[n]?.body.toString() ?? '{}') as { id: string };
    delivered.add(id);
    response.writeHead(204).end();
  };
});
afterAll(async () => {
  await Promise.all([receiver.stop(), idle.stop(), issuer.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

interface Request {
  readonly path: string;
  readonly body: string;
  readonly signer: Signer;
  answer?: Sent;
}

const start = () =>
  startServiceProcess({
    data: join(folder, 'data'),
    rootPublicKey: root.publicKey,
    storageKey,
    extraArguments: ['--allow-private-webhooks', '--allow-loopback-issuers', '--rate-limit', '99999'],
  });
const database = () => join(folder, 'data/service.sqlite');

function requestOf({ ready }: RunningProcess, path: string, parameters: object, signer: Signer): Request {
  const operation = operationByPath(path);
  if (operation?.kind !== 'submit') throw new Error(`${path} is no submit operation`);
  sequence += 1;
  const envelope = { timestampMs: String(began - sequence), organizationId: ready.organizationId };
  return { path, signer, body: JSON.stringify({ type: operation.type, ...envelope, parameters }) };
}

const isVote = ({ path }: Request): boolean => BALLOTS.some((ballot) => ballot === path);

const post = ({ ready }: RunningProcess, { path, body, signer }: Request): Promise<Sent> =>
  send(`${ready.url}/public/v1/submit/${path}`, body, stampHeader(body, signer));

const contextOf = ({ ready }: RunningProcess) => ({ known, ready, issuer, webhookUrl: idle.url });

/** The next thing that somebody does: root anything, Ann what policies let her, Bob what root then votes on. */
async function next(service: RunningProcess, team: readonly Signer[]): Promise<Request> {
  const waiting = random() < 0.3 ? known.waiting.shift() : undefined;
  if (waiting !== undefined) {
    const path = random() < 0.7 ? 'approve_activity' : 'reject_activity';
    return requestOf(service, path, { fingerprint: waiting.fingerprint }, root);
  }
  for (;;) {
    // In turn, so that each operation is under way in many of the rounds.
    const path = paths[(turn += 1) % paths.length] ?? '';
    const parameters = await makerOf[path]?.(contextOf(service));
    if (parameters === undefined) continue;
    // Sessions are of whoever asks, and importing is for whom it was begun: those are root's.
    const alone = /import|session|login|oauth$|quorum|feature/.test(path);
    const signer = alone ? root : (team[Math.floor(random() * team.length)] ?? root);
    return requestOf(service, path, parameters, signer);
  }
}

async function loadUntilKilled(service: RunningProcess, team: readonly Signer[]): Promise<Request[]> {
  const sent: Request[] = [];
  const load = new AbortController();
  const client = async (): Promise<void> => {
    while (!load.signal.aborted) {
      const request = await next(service, team);
      sent.push(request);
      try {
        request.answer = await post(service, request);
      } catch (error) {
        // Only the kill may cut a request short.
        if (!killed(load)) throw error;
        return;
      }
      const { activity } = request.answer.json;
      if (activity === undefined) continue;
      known.learn(activity);
      if (activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED') known.waiting.push(activity);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await delay(20 + random() * 330);
  load.abort();
  await service.end('SIGKILL');
  await Promise.all(clients);
  return sent;
}

/** A call, because the clients wait between two looks at it. */
const killed = (load: AbortController): boolean => load.signal.aborted;

/** Users with keys that the ledger does not count among those of the load. */
async function makeTeam(service: RunningProcess): Promise<Signer[]> {
  const signers = [freshSigner('API_KEY_CURVE_ED25519'), freshSigner('API_KEY_CURVE_ED25519')];
  const users = signers.map(({ publicKey }, index) => ({
    userName: index === 0 ? 'Ann' : 'Bob',
    apiKeys: [{ apiKeyName: 'key', publicKey, curveType: 'API_KEY_CURVE_ED25519' }],
    ...{ authenticators: [], oauthProviders: [], userTags: [] },
  }));
  const made = await post(service, requestOf(service, 'create_users', { users }, root));
  const [ann] = textsOf(made.json.activity?.result, 'userIds');
  const policy = { policyName: 'Ann', effect: 'EFFECT_ALLOW', notes: '' };
  const consensus = `approvers.any(user, user.id == '${ann ?? ''}')`;
  expect(
    (await post(service, requestOf(service, 'create_policy', { ...policy, consensus }, root))).status,
  ).toBe(200);
  return [root, ...signers];
}

/** Does everything that can be done a few times over, so that there is something to work on. @returns what was acknowledged */
async function everyOperation(service: RunningProcess): Promise<Set<string>> {
  const done = new Set<string>();
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [path, make] of Object.entries(makers)) {
      const parameters = await make(contextOf(service));
      if (parameters === undefined) continue;
      const { json } = await post(service, requestOf(service, path, parameters, root));
      if (json.activity === undefined) continue;
      known.learn(json.activity);
      done.add(path);
    }
  }
  return done;
}

test('there is a request for every operation of the catalogue', () => {
  const submits = catalogue.filter(({ kind }) => kind === 'submit').map(({ path }) => path);
  expect([...paths, ...BALLOTS].sort()).toEqual(submits.sort());
});

test(`all operations killed at ${ROUNDS} random instants: each is there whole, once, or not at all, and is told of`, async () => {
  const done = new Set<string>();
  const acknowledged = new Set<string>();
  const refusals: string[] = [];
  let cutShort = 0;
  let service = await start();
  const hooks = { url: receiver.url, name: 'Hooks', subscriptions: [{ eventType: 'ACTIVITY_UPDATES' }] };
  expect((await post(service, requestOf(service, 'create_webhook_endpoint', hooks, root))).status).toBe(200);
  const team = await makeTeam(service);
  for (const path of await everyOperation(service)) done.add(path);
  // On a busy machine few requests fit between two kills: there are more rounds until every kind of vote was one of them.
  const enough = (round: number): boolean =>
    round >= ROUNDS && (BALLOTS.every((path) => done.has(path)) || round >= 4 * ROUNDS);
  for (let round = 0; !enough(round); round += 1) {
    const sent = await loadUntilKilled(service, team);
    service = await start();
    const found = checkLedger(database());
    const kept = ({ id }: { readonly id: string }) => found.get(id)?.status;
    for (const request of sent) {
      const { activity } = request.answer?.json ?? {};
      if (request.answer !== undefined && activity === undefined) {
        expect([400, 404, 403]).toContain(request.answer.status);
        refusals.push(`${request.path} ${request.answer.text}`);
        continue;
      }
      if (activity !== undefined) {
        acknowledged.add(activity.id);
        done.add(request.path);
        // Lost: acknowledged, and not there any more, or as less than it was.
        expect(kept(activity)).toBeDefined();
        if (activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED')
          expect(kept(activity)).toBe(activity.status);
      } else cutShort += 1;
      // A vote too: the same one again changes nothing, and one that was cut short is cast or finds that others were faster.
      const again = await post(service, request);
      expect(again.status, again.text).toBeLessThan(500);
      if (activity !== undefined) expect(again.json.activity?.id).toBe(activity.id);
      if (activity !== undefined && isVote(request)) expect(again.json.activity?.status).toBe(kept(activity));
      if (activity?.status === 'ACTIVITY_STATUS_COMPLETED')
        expect(again.json.activity?.result).toEqual(activity.result);
      if (again.json.activity !== undefined) acknowledged.add(again.json.activity.id);
    }
    // Done twice: what was sent again left everything as the activities say.
    checkLedger(database());
  }
  const pending = (): number => {
    const open = new DatabaseSync(database(), { readOnly: true, timeout: 5000 });
    const row = open
      .prepare(
        `SELECT count(*) AS n FROM webhook_delivery JOIN webhook_endpoint ON webhook_endpoint.id = endpoint_id
         WHERE state = 'pending' AND webhook_endpoint.name = 'Hooks'`,
      )
      .get() as { n: number };
    open.close();
    return row.n;
  };
  while (pending() !== 0) await delay(50);
  await service.end();
  expect([...acknowledged].filter((id) => !delivered.has(id))).toEqual([]);
  expect(cutShort).toBeGreaterThan(ROUNDS / 2);
  // The load was real: hardly anything is refused, and every kind of request was acknowledged.
  expect(refusals.length, refusals.slice(0, 5).join('\n')).toBeLessThan(acknowledged.size / 4);
  expect([...done].sort()).toEqual([...paths, ...BALLOTS].sort());
});
