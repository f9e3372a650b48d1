import { decryptCredentialBundle, encryptSecretToBundle, generateP256KeyPair } from '@turnkey/crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Activity } from '#protocol/activity.ts';
import { fromHex } from '#protocol/encoding.ts';
import { portableSigner } from '#protocol/stamp.ts';
import { codeOf, freshSigner, resultOf, type LocalService, type Sent } from '../../fixtures/local-service.ts';
import {
  answerTo,
  standingApprovals,
  verdictOn,
  type Model,
  type ModelActivity,
  type ModelKey,
} from './model.ts';

type Step = fc.AsyncCommand<Model, LocalService>;

const suite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
const SESSION_KINDS = ['login', 'read-write'] as const;
/** Where the model may not go: an eleventh expiring key would push out another. */
const MOST_KEYS = 9;

/** A command from a description, what it needs, and what it does. */
function step(
  name: string,
  run: (model: Model, service: LocalService) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Step {
  return { toString: () => name, check, run };
}

const pick = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

/** Whether the answer is the refusal of a key that is not let in; checks that it is the right one. */
function isKeptOut(model: Model, key: ModelKey, sent: Sent): boolean {
  const verdict = verdictOn(model, key);
  if (verdict === 'in') return false;
  expect([sent.status, codeOf(sent)]).toEqual(answerTo(verdict));
  return true;
}

const activityOf = (sent: Sent): Activity => {
  expect([sent.status, sent.json.message]).toEqual([200, undefined]);
  if (sent.json.activity === undefined) throw new Error('no activity');
  return sent.json.activity;
};

const wait = (seconds: number): Step =>
  step(`wait ${seconds} s`, (model, service) => {
    model.now += seconds * 1000;
    service.now = model.now;
    return Promise.resolve();
  });

const rename = (keyNo: number, user: number, newName: string): Step =>
  step(`key ${keyNo} asks to rename ${user} to ${newName}`, async (model, service) => {
    const key = pick(model.keys, keyNo);
    const userId = pick(model.userIds, user);
    const sent = await service.submit('update_user_name', { userId, userName: newName }, key.signer);
    if (isKeptOut(model, key, sent)) return;
    const activity = activityOf(sent);
    expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const votes = [{ user: key.user, approves: true, at: model.now }];
    model.activities.push({ activity, votes, status: activity.status, user: user % 3, newName });
  });

const vote = (keyNo: number, activityNo: number, approves: boolean): Step =>
  step(
    `key ${keyNo} ${approves ? 'approves' : 'rejects'} ${activityNo}`,
    async (model, service) => {
      const key = pick(model.keys, keyNo);
      const target = pick(model.activities, activityNo);
      const path = approves ? 'approve_activity' : 'reject_activity';
      const sent = await service.submit(path, { fingerprint: target.activity.fingerprint }, key.signer);
      if (isKeptOut(model, key, sent)) return;
      const refused = cast(model, target, key.user, approves);
      expect([sent.status, sent.json.message]).toEqual([
        refused ?? 200,
        refused === undefined ? undefined : sent.json.message,
      ]);
      if (refused === undefined) expect(sent.json.activity?.status).toBe(target.status);
    },
    ({ activities }) => activities.length > 0,
  );

/** Votes in the model. @returns the HTTP status of the refusal, or undefined */
function cast(model: Model, target: ModelActivity, user: number, approves: boolean): number | undefined {
  const open = target.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
  const standing = standingApprovals(target, model.now);
  const rejected = (who: number): boolean => target.votes.some((one) => one.user === who && !one.approves);
  const before = target.votes.filter((one) => one.user === user && one.approves === approves);
  if (!open) return before.length > 0 ? undefined : 400;
  if (approves ? standing.has(user) : rejected(user)) return undefined;
  if (approves && rejected(user)) return 403;
  target.votes.push({ user, approves, at: model.now });
  // The rule, stated anew: enough approvals that still count carry it out; it is over when two rejected, for two could
  // have allowed it and the one who is left cannot.
  const approvers = [...standingApprovals(target, model.now)].filter((who) => !rejected(who));
  const rejecters = [0, 1, 2].filter(rejected);
  if (approves && approvers.length >= model.threshold) {
    target.status = 'ACTIVITY_STATUS_COMPLETED';
    model.names[target.user] = target.newName;
  } else if (rejecters.length >= 2) target.status = 'ACTIVITY_STATUS_REJECTED';
  return undefined;
}

const login = (keyNo: number, seconds: number, kind: 0 | 1, invalidateExisting: boolean): Step =>
  step(
    `key ${keyNo} opens a ${SESSION_KINDS[kind]} session of ${seconds} s${invalidateExisting ? ' alone' : ''}`,
    async (model, service) => {
      const key = pick(model.keys, keyNo);
      const { signer, sent } = await open(service, key, kind, {
        expirationSeconds: String(seconds),
        invalidateExisting,
      });
      if (isKeptOut(model, key, sent)) return;
      activityOf(sent);
      for (const other of model.keys) {
        if (invalidateExisting && other.user === key.user && other.kind === SESSION_KINDS[kind])
          other.ended = true;
      }
      const session = { user: key.user, kind: SESSION_KINDS[kind], ended: false };
      model.keys.push({ ...session, signer: signer(sent), expiresAt: model.now + seconds * 1000 });
    },
    (model) => {
      const { user } = pick(model.keys, keyNo);
      return model.keys.filter((one) => one.user === user && !one.ended).length < MOST_KEYS;
    },
  );

async function open(service: LocalService, key: ModelKey, kind: 0 | 1, options: object) {
  if (kind === 0) {
    const signer = freshSigner();
    const sent = await service.submit('stamp_login', { publicKey: signer.publicKey, ...options }, key.signer);
    return { sent, signer: () => signer };
  }
  const target = generateP256KeyPair();
  const parameters = { targetPublicKey: target.publicKeyUncompressed, ...options };
  const sent = await service.submit('create_read_write_session', parameters, key.signer);
  const signer = (answer: Sent) => {
    const bundle = resultOf(answer)['credentialBundle'] as string;
    return portableSigner('API_KEY_CURVE_P256', fromHex(decryptCredentialBundle(bundle, target.privateKey)));
  };
  return { sent, signer };
}

const allow = (allowlist: Model['allowlist']): Step =>
  step(`the allowlist becomes ${allowlist}`, async (model, service) => {
    const cidr = allowlist === 'here' ? '127.0.0.1/32' : '203.0.113.0/24';
    const rules = { enabled: true, rules: [{ cidr }] };
    const sent =
      allowlist === 'none'
        ? await service.submit('set_ip_allowlist', { enabled: false })
        : await service.submit('set_ip_allowlist', rules);
    expect(activityOf(sent).status).toBe('ACTIVITY_STATUS_COMPLETED');
    model.allowlist = allowlist;
  });

const importSecret = (keyNo: number, name: string): Step =>
  step(`key ${keyNo} imports the secret ${name}`, async (model, service) => {
    const key = pick(model.keys, keyNo);
    const begun = await service.submit(
      'init_import_secrets',
      { encryptionSuite: suite, numSecrets: 1 },
      key.signer,
    );
    if (isKeptOut(model, key, begun)) return;
    const [ingressTargetBundle = ''] = resultOf(begun)['enclaveTargetMessages'] as string[];
    const { secretPayload, targetPublicKey } = await encryptSecretToBundle({
      plaintext: `the value of ${name}`,
      ingressTargetBundle,
      organizationId: service.ready.organizationId,
      dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
    });
    const secrets = [{ name, secretPayload, targetPublicKey, encryptionSuite: suite }];
    const sent = await service.submit('import_secrets', { secrets }, key.signer);
    const taken = model.secrets.some((secret) => secret.name === name);
    expect(sent.status).toBe(taken ? 400 : 200);
    if (taken) return;
    const [id = ''] = resultOf(sent)['secretIds'] as string[];
    model.secrets.push({ id, name });
  });

const deleteSecret = (keyNo: number, secretNo: number): Step =>
  step(
    `key ${keyNo} deletes the secret ${secretNo}`,
    async (model, service) => {
      const key = pick(model.keys, keyNo);
      const secret = pick(model.secrets, secretNo);
      const sent = await service.submit('delete_secrets', { secretIds: [secret.id] }, key.signer);
      if (isKeptOut(model, key, sent)) return;
      activityOf(sent);
      model.secrets.splice(model.secrets.indexOf(secret), 1);
    },
    ({ secrets }) => secrets.length > 0,
  );

const restart: Step = step('the service restarts', async (_, service) => {
  await service.restart();
});

/** After which everything that can be asked is what the model says. */
const look: Step = step('look', async (model, service) => {
  await checkAgainst(model, service);
});

/** Holds the whole service against the model. */
export async function checkAgainst(model: Model, service: LocalService): Promise<void> {
  for (const key of model.keys) {
    const sent = await service.query('whoami', {}, key.signer);
    if (!isKeptOut(model, key, sent)) expect(sent.json['userId']).toBe(model.userIds[key.user]);
  }
  const { users } = (await service.query('list_users')).json as {
    users: { userId: string; userName: string }[];
  };
  expect(new Map(users.map(({ userId, userName }) => [userId, userName]))).toEqual(
    new Map(model.userIds.map((id, index) => [id, model.names[index]])),
  );
  const page = { paginationOptions: { limit: '100' } };
  const listed = (await service.query('list_secrets', page)).json['secrets'] as {
    secretId: string;
    name: string;
  }[];
  expect(listed.map(({ secretId, name }) => ({ id: secretId, name }))).toEqual(model.secrets);
  for (const { activity, status } of model.activities) {
    const { json } = await service.query('get_activity', { activityId: activity.id });
    expect(json.activity?.status).toBe(status);
  }
}

const number = fc.nat(11);
const seconds = fc.constantFrom(1, 60, 3600, 50_000, 86_400);
const shortName = fc.constantFrom('a', 'b', 'c', 'd');

/** Everything that can happen, as often as it is worth. */
export const steps = [
  seconds.map(wait),
  fc.tuple(number, fc.nat(2), shortName).map((of) => rename(...of)),
  fc.tuple(number, number, fc.boolean()).map((of) => vote(...of)),
  fc.tuple(number, number, fc.constant(true)).map((of) => vote(...of)),
  fc.tuple(number, seconds, fc.constantFrom(0 as const, 1 as const), fc.boolean()).map((of) => login(...of)),
  fc.constantFrom<Model['allowlist']>('none', 'here', 'elsewhere').map(allow),
  fc.tuple(number, shortName).map((of) => importSecret(...of)),
  fc.tuple(number, number).map((of) => deleteSecret(...of)),
  fc.constant(restart),
  fc.constant(look),
];
