// Attacks on saved activities: more requests, votes or people than there were, or another request than was stamped.
import { describe, expect, it } from 'vitest';
import { recordJson, checkRecord } from '#main/features/activities/activity-record.ts';
import { checkEvidence } from '#main/features/activities/check-evidence.ts';
import { EVIDENCE_FILE } from '#main/features/activities/evidence-file.ts';
import { type Activity, type Vote, fingerprintOf } from '#protocol/activity.ts';
import { approveActivity } from '#protocol/catalogue/activities.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { writeSigned } from '#protocol/signed-file.ts';
import { freshSigner } from '#test/fixtures/local-service.ts';
import {
  ALICE,
  BOB,
  ORGANIZATION,
  aliceKey,
  bobKey,
  bodyOf,
  voteOf,
  waitingActivity,
} from './fake-activity.ts';

const signer = freshSigner();
const policy = { policyName: 'Pay', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' };
const asked = waitingActivity(createPolicy, policy);
const [requested] = asked.votes;
if (requested === undefined) throw new Error('Nobody asked for it.');
const savedAt = '2026-11-23T10:00:00.000Z';
const place = { organizationId: ORGANIZATION, savedAt };
const people = [
  { userId: ALICE, userName: 'Alice', keys: [aliceKey.publicKey] },
  { userId: BOB, userName: 'Bob', keys: [bobKey.publicKey] },
];

/** The verdict on a record of activities; evidence of them has to have the same. */
async function verdict(...activities: readonly Activity[]): Promise<ReturnType<typeof checkRecord>> {
  const recorded = activities.map((activity) => ({ activity, fault: undefined }));
  const found = checkRecord(await recordJson({ isWhole: true, activities: recorded }, place));
  const content = { ...place, isWhole: true, serviceKeys: null, people, journal: [], journalEnd: null };
  const evidence = writeSigned(EVIDENCE_FILE, { ...content, activities: [...activities] }, signer);
  const signed = checkEvidence(toUtf8(evidence), { signers: [], serviceKeys: [] });
  expect(signed.passed).toBe(found.passed);
  if (!found.passed) expect(signed.detail).toBe(found.detail);
  return found;
}
const withVotes = (...votes: readonly Vote[]): Activity => ({ ...asked, votes: [requested, ...votes] });

/** Bob's approval, stamped and cast at a time. */
const ballot = (timestampMs = 1_763_717_400_000, key = bobKey): Vote => ({
  ...voteOf(
    BOB,
    'Bob',
    key,
    bodyOf(approveActivity, { fingerprint: asked.fingerprint }).replace(
      /"timestampMs":"\d+"/,
      `"timestampMs":"${timestampMs}"`,
    ),
  ),
  createdAt: new Date(timestampMs).toISOString(),
});
const HOUR = 60 * 60_000;
const START = Date.parse('2026-11-21T09:30:00.000Z');

describe('saved activities', () => {
  it('attack: one stamped request is told as ten activities', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => ({
      ...asked,
      id: `01990000-0000-7000-8000-00000000000${n}`,
    }));
    expect((await verdict(...ten)).detail).toBe('One stamped request is in it as two activities');
  });

  it('attack: one approval is told three times', async () => {
    const again = { ...ballot(), id: 'b' };
    expect((await verdict(withVotes(ballot(), again))).detail).toMatch(/One stamp is in it as two votes/);
    // A second signature over the same bytes, and the key in another form.
    const anew = {
      ...ballot(),
      publicKey: `0x${bobKey.publicKey.toUpperCase()}`,
      createdAt: new Date(START + 30 * HOUR).toISOString(),
    };
    expect((await verdict(withVotes(ballot(), anew))).detail).toMatch(/One stamp is in it as two votes/);
  });

  it('attack: a vote that was stamped twice counts twice', async () => {
    const votes = [ballot(START + HOUR), ballot(START + 2 * HOUR)];
    expect((await verdict(withVotes(...votes))).detail).toMatch(/voted the same way twice/);
  });

  it('takes an approval that expired and was given again, and says so', async () => {
    const { passed, detail } = await verdict(withVotes(ballot(START + 23 * HOUR), ballot(START + 24 * HOUR)));
    expect([passed, detail]).toEqual([
      true,
      expect.stringContaining('1 stamp repeats a vote of the same user'),
    ]);
    expect((await verdict(withVotes(ballot()))).detail).not.toContain('repeat');
  });

  it('attack: a user with two keys is told as two: it is said that one user voted', async () => {
    const { detail } = await verdict(withVotes(ballot(), ballot(START, freshSigner())));
    expect(detail).toContain('1 stamp repeats a vote of the same user, with another key or a day later');
  });

  it('takes the same body from another user, which is a further approval', async () => {
    expect((await verdict(withVotes(voteOf(BOB, 'Bob', bobKey, requested.message)))).passed).toBe(true);
  });

  it('attack: a vote shows another user than whose it is', async () => {
    const vote = { ...ballot(), user: { userId: ALICE, userName: 'Alice' } };
    expect((await verdict(withVotes(vote))).detail).toMatch(/shows another user/);
  });

  it('attack: a second intent stands beside the stamped one', async () => {
    const signTransactionIntentV2 = { unsignedTransaction: 'ff' };
    for (const intent of [
      { signTransactionIntentV2, ...asked.intent },
      { ...asked.intent, signTransactionIntentV2 },
    ])
      expect((await verdict({ ...asked, intent })).detail).toMatch(
        /It shows 2 requests, and one was stamped/,
      );
    expect(
      (await verdict({ ...asked, intent: { ...asked.intent, signTransactionIntentV2: null } })).passed,
    ).toBe(true);
  });

  it('attack: another intent stands under a type that the catalogue doesn’t know', async () => {
    const type = 'ACTIVITY_TYPE_SEND_MONEY';
    const message = JSON.stringify({
      ...(JSON.parse(requested.message) as object),
      type,
      parameters: { amount: '1' },
    });
    const unknown = (amount: string): Activity => ({
      ...{
        ...asked,
        type,
        intent: { sendMoneyIntent: { amount } },
        fingerprint: fingerprintOf(toUtf8(message)),
      },
      votes: [voteOf(ALICE, 'Alice', aliceKey, message)],
    });
    expect((await verdict(unknown('1'))).passed).toBe(true);
    expect((await verdict(unknown('1000000'))).detail).toMatch(
      /another request than the one that was stamped/,
    );
    expect((await verdict({ ...unknown('1'), intent: {} })).passed).toBe(false);
  });
});
