import { describe, expect, it } from 'vitest';
import { previewMakerOf } from '#main/features/previews/operation-views.ts';
import type { PreviewContext, PreviewParts } from '#main/features/previews/preview-maker.ts';
import type { Activity } from '#protocol/activity.ts';
import { approveActivity, rejectActivity } from '#protocol/catalogue/activities.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { stampLogin } from '#protocol/catalogue/sessions.ts';
import { importWallet } from '#protocol/catalogue/wallets.ts';
import { updateUserName } from '#protocol/catalogue/users.ts';
import { ALICE, aliceKey, BOB, waitingActivity } from '../activities/fake-activity.ts';

const keys = {
  privateKeys: [{ privateKeyName: 'payroll', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
};

const organization = {
  users: [
    { userId: ALICE, userName: 'Alice', apiKeys: [] },
    {
      userId: BOB,
      userName: 'Bob',
      apiKeys: [{ apiKeyName: 'desk', credential: { publicKey: aliceKey.publicKey } }],
    },
  ],
  rootQuorum: { threshold: 2, userIds: [ALICE, BOB] },
  policies: [],
};

/** Previews a vote against a service that lists these activities. */
const preview = (
  ballot: SubmitOperation,
  fingerprint: string,
  listed: readonly Activity[],
): Promise<PreviewParts> => {
  const answers: Readonly<Record<string, object>> = {
    list_activities: { activities: listed },
    list_users: { users: organization.users },
    list_policies: { policies: organization.policies },
    get_organization_configs: { configs: { features: [], quorum: organization.rootQuorum } },
    get_policy_evaluations: { policyEvaluations: [] },
    whoami: { userId: BOB },
  };
  const ask = ({ path }: { path: string }) => Promise.resolve(answers[path]);
  const context: PreviewContext = {
    operation: ballot,
    listPrivateKeys: () => Promise.resolve([]),
    listAccounts: () => Promise.resolve([]),
    self: () => Promise.reject(new Error('Nobody asks who stamps a vote.')),
    ask: ask as unknown as PreviewContext['ask'],
  };
  return previewMakerOf(ballot)({ fingerprint }, context);
};
const text = (parts: PreviewParts): string => parts.sentence.map(({ value }) => value).join('');

describe('the preview of a vote', () => {
  const activity = waitingActivity(createPrivateKeys, keys);

  it('says the other person’s request, read again here, with the effect of that request', async () => {
    const parts = await preview(approveActivity, activity.fingerprint, [activity]);
    expect(text(parts)).toBe('Approve Alice’s request: Create the P-256 key “payroll” inside the service.');
    expect(parts.effect).toBe('write');
    expect(parts.warnings).toEqual([]);
    expect(parts.facts.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'Requested by',
        'Requested',
        'Requester’s key',
        'Fingerprint',
        'Name',
        'Curve',
      ]),
    );
  });

  it('names a rejection, without the warnings of what will not happen', async () => {
    const parts = await preview(rejectActivity, activity.fingerprint, [activity]);
    expect(text(parts)).toMatch(/^Reject Alice’s request: /);
    expect(parts.warnings).toEqual([]);
    // Two of two are required, and one of them rejects it.
    expect(parts.vote).toMatchObject({ approves: false, effect: { decides: true }, required: 2 });
  });

  it('names the key that made the request, the rule it is under, and what the vote does', async () => {
    const { facts, vote } = await preview(approveActivity, activity.fingerprint, [activity]);
    expect(facts).toContainEqual({
      label: 'Requested by',
      value: 'Alice',
      kind: 'text',
      note: 'with “desk”',
    });
    expect(facts.find(({ label }) => label === 'Policy')?.note).toBe('requires 2 approvals of 2 users');
    expect(vote?.effect).toMatchObject({ title: 'Your vote completes this request', decides: true });
  });

  it('warns where the service does not ask for this vote', async () => {
    const parts = await preview(approveActivity, activity.fingerprint, [{ ...activity, canApprove: false }]);
    expect(parts.warnings.map(({ code }) => code)).toEqual(['VOTE_WITHOUT_SAY']);
  });

  it('calls what it cannot read a blind approval, and shows the stamped parameters', async () => {
    const unreadable = waitingActivity(signTransaction, {
      signWith: 'treasury',
      unsignedTransaction: 'zz',
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
    const parts = await preview(approveActivity, unreadable.fingerprint, [unreadable]);
    expect(parts.warnings.map(({ code, severity }) => [code, severity])).toEqual([['BLIND_VOTE', 'danger']]);
    expect(parts.facts.find(({ label }) => label === 'Parameters')?.value).toContain('"zz"');
    expect(parts.effect).toBe('sign');
  });

  it('attack: an activity whose intent changed since it was stamped cannot be voted on, either way', async () => {
    const renamed = waitingActivity(updateUserName, { userId: BOB, userName: 'Robert' });
    const changed = { ...renamed, intent: { [updateUserName.intent]: { userId: BOB, userName: 'Bob' } } };
    for (const ballot of [approveActivity, rejectActivity])
      await expect(preview(ballot, changed.fingerprint, [changed])).rejects.toMatchObject({
        code: 'VOTE_REQUEST_CHANGED',
      });
  });

  it('attack: a request that its parameters make destructive is completed by a vote that asks nobody', async () => {
    const login = waitingActivity(stampLogin, {
      publicKey: aliceKey.publicKey,
      expirationSeconds: '900',
      invalidateExisting: true,
    });
    expect(await preview(approveActivity, login.fingerprint, [login])).toMatchObject({ effect: 'destroy' });
  });

  it('attack: a request of a type that nobody here knows is completed by a vote that asks nobody', async () => {
    const exporting = { ...updateUserName, type: 'ACTIVITY_TYPE_EXPORT_EVERYTHING', intent: 'exportIntent' };
    const unknown = waitingActivity(exporting, { walletId: 'treasury' });
    expect(await preview(approveActivity, unknown.fingerprint, [unknown])).toMatchObject({
      verifiesUser: true,
    });
    // A vote against it lets nothing happen.
    expect(await preview(rejectActivity, unknown.fingerprint, [unknown])).not.toHaveProperty('verifiesUser');
  });

  it('asks for the person to approve an import, and not to reject one', async () => {
    const asked = waitingActivity(importWallet, {
      userId: BOB,
      walletName: 'treasury',
      encryptedBundle: '{}',
      accounts: [],
    });
    expect(await preview(approveActivity, asked.fingerprint, [asked])).toMatchObject({ verifiesUser: true });
    expect(await preview(rejectActivity, asked.fingerprint, [asked])).not.toHaveProperty('verifiesUser');
  });

  it('attack: another activity put in the place of the one that was asked for is not taken', async () => {
    const other = waitingActivity(updateUserName, { userId: BOB, userName: 'Robert' });
    await expect(preview(approveActivity, activity.fingerprint, [other])).rejects.toMatchObject({
      code: 'ACTIVITY_NOT_WAITING',
    });
  });
});
