import { describe, expect, it } from 'vitest';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import type { GroupText } from '#main/features/request-groups/group-purpose.ts';
import { describeVotes } from '#main/features/votes/describe-votes.ts';
import type { Activity } from '#protocol/activity.ts';
import { approveActivity, rejectActivity } from '#protocol/catalogue/activities.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { type PrivateKey, createPrivateKeys, importPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { deletePolicy } from '#protocol/catalogue/policies.ts';
import { addressOf, transferParameters } from '#test/fixtures/batch-files.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { ALICE, BOB, waitingActivity } from '../activities/fake-activity.ts';

const KEY: Pick<PrivateKey, 'privateKeyId' | 'publicKey' | 'addresses'> = {
  ...{ privateKeyId: '01a1ff07-2512-7000-94f8-bc561132a1b1', publicKey: '02aa' },
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: `0x${'77'.repeat(20)}` }],
};

/** A service that lists these activities, of an organization where two of two decide. */
function readsOf(listed: readonly Activity[]): PreviewReads {
  const answers: Readonly<Record<string, object>> = {
    list_activities: { activities: listed },
    list_users: { users: [ALICE, BOB].map((userId) => ({ userId, userName: userId, apiKeys: [] })) },
    list_policies: { policies: [] },
    get_organization_configs: { configs: { features: [], quorum: { threshold: 2, userIds: [ALICE, BOB] } } },
    get_policy_evaluations: { policyEvaluations: [] },
    whoami: { userId: BOB },
  };
  return {
    listPrivateKeys: () => Promise.resolve([KEY]),
    listAccounts: () => Promise.resolve([]),
    self: () => Promise.reject(new Error('Nobody asks who stamps a vote.')),
    ask: ({ path }: { path: string }) => Promise.resolve(answers[path]),
  } as unknown as PreviewReads;
}

async function wordsOf(
  ballot: typeof approveActivity | typeof rejectActivity,
  listed: readonly Activity[],
  as: SubmitOperation = ballot,
): Promise<GroupText> {
  const description = describeVotes(readsOf(listed), fakeClock(), { ballot, total: listed.length });
  for (const [position, { fingerprint }] of listed.entries())
    await description.add(as, { fingerprint }, { position, line: null });
  return description.end();
}
const said = ({ sentence }: Pick<GroupText, 'sentence'>): string =>
  sentence.map(({ value }) => value).join('');
const keyNamed = (privateKeyName: string): Activity =>
  waitingActivity(createPrivateKeys, {
    privateKeys: [{ privateKeyName, curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
  });
const payment = (nonce: number): Activity =>
  waitingActivity(
    signTransaction,
    transferParameters({ signWith: KEY.privateKeyId, nonce, to: addressOf(nonce), wei: 10n ** 17n }),
  );

describe('votes on many requests in words', () => {
  it('adds up what the approved requests send, and spells each out with how it stands', async () => {
    const words = await wordsOf(approveActivity, [payment(1), payment(2), keyNamed('payroll')]);
    expect(said(words)).toBe('Approve 3 requests, which send 0.2 ETH.');
    expect([words.act, words.effect]).toEqual(['approve_set', 'sign']);
    expect(words.facts.filter(({ label }) => label === 'Operation')).toMatchObject([
      { value: 'Sign a transaction', note: '2 requests' },
      { value: 'Create private keys', note: '1 request' },
    ]);
    const [page] = words.batch?.all() ?? [];
    const lines = page?.list === 'lines' ? page.lines : [];
    expect(lines).toHaveLength(3);
    // The request itself comes first, then how it stands, then who asked.
    const labels = lines[2]?.facts.map(({ label }) => label) ?? [];
    expect(labels.indexOf('Name')).toBeLessThan(labels.indexOf('Your vote'));
    expect(labels.indexOf('Your vote')).toBeLessThan(labels.indexOf('Requested by'));
    expect(lines[2]?.facts).toContainEqual({ label: 'Votes so far', value: '1 of 2 approved', kind: 'text' });
  });

  it('adds nothing up of what is rejected, whatever it would do', async () => {
    const words = await wordsOf(rejectActivity, [
      payment(1),
      waitingActivity(deletePolicy, { policyId: BOB }),
    ]);
    expect(said(words)).toBe('Reject 2 requests.');
    expect([words.act, words.effect, words.verifiesUser]).toEqual(['reject_set', 'write', undefined]);
    expect(words.batch?.outline.totals).toEqual([]);
    expect(words.batch?.outline.recipients.total).toBe(0);
    expect(words.warnings.map(({ severity }) => severity)).toEqual(['caution']);
  });

  it('gives time to read each of them', async () => {
    expect((await wordsOf(approveActivity, [keyNamed('one')])).readingMs).toBe(0);
    const many = await wordsOf(
      approveActivity,
      Array.from({ length: 25 }, (_, index) => keyNamed(`k${index}`)),
    );
    expect(many.readingMs).toBe(240_000);
  });

  it('attack: a key import hides among harmless requests, and nobody is asked who is there', async () => {
    const hidden = waitingActivity(importPrivateKey, {
      userId: BOB,
      privateKeyName: 'mine',
      encryptedBundle: '{}',
      curve: 'CURVE_P256',
      addressFormats: [],
    });
    const words = await wordsOf(approveActivity, [keyNamed('one'), hidden, keyNamed('two')]);
    expect(words.verifiesUser).toBe(true);
  });

  it('attack: a deletion hides among harmless requests', async () => {
    const hidden = waitingActivity(deletePolicy, { policyId: BOB });
    const words = await wordsOf(approveActivity, [keyNamed('one'), hidden]);
    expect(words.effect).toBe('destroy');
    expect(words.warnings.find(({ code }) => code === 'BATCH_DESTROYS')?.severity).toBe('danger');
  });

  it('attack: a request of a type that this console does not know hides among others', async () => {
    const unknown = { ...createPrivateKeys, type: 'ACTIVITY_TYPE_GIVE_ALL_AWAY' };
    const words = await wordsOf(approveActivity, [keyNamed('one'), waitingActivity(unknown, { to: 'me' })]);
    expect(words.warnings.find(({ code }) => code === 'BLIND_VOTE')).toBeDefined();
    expect(words.verifiesUser).toBe(true);
  });

  it('attack: the same payment is asked for twice, its parameters in another order', async () => {
    const parameters = transferParameters({ signWith: KEY.privateKeyId, nonce: 4 });
    const turned = Object.fromEntries(Object.entries(parameters).toReversed());
    const words = await wordsOf(approveActivity, [
      waitingActivity(signTransaction, parameters),
      waitingActivity(signTransaction, turned),
    ]);
    expect(words.warnings.find(({ code }) => code === 'BATCH_REPEATS')?.severity).toBe('danger');
  });

  it('attack: an approval is put into a stored set of rejections', async () => {
    await expect(wordsOf(rejectActivity, [keyNamed('one')], approveActivity)).rejects.toMatchObject({
      code: 'VOTES_CHANGED',
    });
  });
});
