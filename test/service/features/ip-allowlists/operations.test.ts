import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, LocalService, wrongFields } from '#test/fixtures/local-service.ts';
import { addMember, resultOf, type Member } from '#test/fixtures/team.ts';

/** Tests come from loopback. */
const HERE = { cidr: '127.0.0.1/32' };
const ELSEWHERE = { cidr: '203.0.113.0/24' };

let service: LocalService;
let ann: Member;
beforeEach(async () => {
  service = await LocalService.start();
  ann = await addMember(service, 'Ann');
});
afterEach(async () => {
  await service.stop();
});

const set = (parameters: object) => service.submit('set_ip_allowlist', parameters);
const get = async (parameters: object = {}) =>
  (await service.query('get_ip_allowlist', parameters)).json['allowlist'];
const isLetIn = async (by: Member | undefined): Promise<boolean> => {
  const sent = await service.query('whoami', {}, by?.signer);
  if (sent.status !== 200) expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
  return sent.status === 200;
};
const rootKey = () => service.root.publicKey;

test('without an allowlist every address is let in', async () => {
  expect(await get()).toEqual({
    organizationId: service.ready.organizationId,
    rules: [],
    enabled: false,
    onEvaluationError: 'DENY',
  });
  expect(await isLetIn(ann)).toBe(true);
});

test('rules are shown normalised, and each call replaces all', async () => {
  const createdAt = new Date(service.now).toISOString();
  const sent = await set({
    enabled: true,
    rules: [{ cidr: '127.0.0.9/24', label: 'Office' }, { cidr: '2001:DB8:0:0::1/64' }],
    onEvaluationError: 'ALLOW',
  });
  expect(resultOf(sent, 'setIpAllowlistResult')).toEqual({});
  expect(await get()).toEqual({
    organizationId: service.ready.organizationId,
    rules: [
      { cidr: '127.0.0.0/24', label: 'Office', createdAt },
      { cidr: '2001:db8::/64', createdAt },
    ],
    enabled: true,
    onEvaluationError: 'ALLOW',
  });
  await set({ enabled: true, rules: [HERE] });
  expect(await get()).toMatchObject({ rules: [HERE], onEvaluationError: 'DENY' });
});

test('an enabled allowlist lets in its addresses alone; a disabled one lets in all', async () => {
  await set({ enabled: true, rules: [HERE] });
  expect(await isLetIn(ann)).toBe(true);
  await set({ enabled: false, rules: [ELSEWHERE] });
  expect(await isLetIn(ann)).toBe(true);
  await set({ enabled: true, rules: [ELSEWHERE] });
  expect(await isLetIn(ann)).toBe(false);
});

test('submit requests from elsewhere are refused before anything happens', async () => {
  await set({ publicKey: rootKey(), rules: [HERE] });
  await set({ enabled: true, rules: [ELSEWHERE] });
  const before = (await service.query('list_activities')).text;
  const sent = await service.submit('update_user_name', { userId: ann.userId, userName: 'X' }, ann.signer);
  expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
  expect((await service.query('list_activities')).text).toBe(before);
});

test('enabled without rules blocks everything', async () => {
  await set({ enabled: true, rules: [] });
  expect(await isLetIn(undefined)).toBe(false);
});

describe('the allowlist of an API key', () => {
  test('stands in the place of the organization’s, in both directions', async () => {
    await set({ publicKey: ann.signer.publicKey, rules: [ELSEWHERE] });
    expect(await isLetIn(ann)).toBe(true);
    await set({ enabled: true, rules: [HERE] });
    expect([await isLetIn(undefined), await isLetIn(ann)]).toEqual([true, false]);
    await set({ publicKey: rootKey(), rules: [HERE] });
    await set({ enabled: true, rules: [ELSEWHERE] });
    await set({ publicKey: ann.signer.publicKey, rules: [HERE] });
    expect([await isLetIn(undefined), await isLetIn(ann)]).toEqual([true, true]);
  });

  test('without rules, or removed, the organization’s counts again', async () => {
    await set({ publicKey: rootKey(), rules: [HERE] });
    await set({ enabled: true, rules: [ELSEWHERE] });
    await set({ publicKey: ann.signer.publicKey.toUpperCase(), rules: [HERE] });
    expect(await isLetIn(ann)).toBe(true);
    await set({ publicKey: ann.signer.publicKey, rules: [] });
    expect(await isLetIn(ann)).toBe(false);
    await set({ publicKey: ann.signer.publicKey, rules: [HERE] });
    const sent = await service.submit('remove_ip_allowlist', { publicKey: ann.signer.publicKey });
    expect(resultOf(sent, 'removeIpAllowlistResult')).toEqual({});
    expect(await isLetIn(ann)).toBe(false);
    expect(await get({ publicKey: ann.signer.publicKey })).toMatchObject({ rules: [] });
  });

  test('ends with the key', async () => {
    await set({ publicKey: ann.signer.publicKey, rules: [HERE] });
    await service.submit('delete_users', { userIds: [ann.userId] });
    const sent = await service.query('get_ip_allowlist', { publicKey: ann.signer.publicKey });
    expect([sent.status, codeOf(sent)]).toEqual([404, 'CREDENTIAL_NOT_FOUND']);
  });
});

test('removal of the organization’s allowlist opens it to all addresses; null means the organization’s', async () => {
  for (const parameters of [{}, { publicKey: null }]) {
    await set({ publicKey: rootKey(), rules: [HERE] });
    await set({ enabled: true, rules: [ELSEWHERE] });
    expect(await isLetIn(ann)).toBe(false);
    await service.submit('remove_ip_allowlist', parameters);
    expect(await isLetIn(ann)).toBe(true);
  }
});

test('forged source: no header of a request stands in for the address of its connection', async () => {
  await set({ enabled: true, rules: [ELSEWHERE] });
  const body = JSON.stringify({ organizationId: service.ready.organizationId });
  const sent = await service.post('query/whoami', body, service.root, {
    'x-forwarded-for': '203.0.113.7',
    'x-real-ip': '203.0.113.7',
    forwarded: 'for=203.0.113.7',
  });
  expect([sent.status, codeOf(sent)]).toEqual([403, 'FORBIDDEN']);
});

test.each([['127.0.0.1'], ['10.0.0.0/19'], ['2001:db8::/47'], ['127.0.0.256/32'], ['localhost/32']])(
  'a rule that is no block, or too large a one: %s',
  async (cidr) => {
    const sent = await set({ enabled: true, rules: [HERE, { cidr }] });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.rules']]);
    expect(await get()).toMatchObject({ rules: [] });
  },
);

test('a key that is not there has no allowlist to set', async () => {
  const sent = await set({ publicKey: `02${'00'.repeat(31)}01`, rules: [HERE] });
  expect([sent.status, codeOf(sent)]).toEqual([404, 'CREDENTIAL_NOT_FOUND']);
});
