import { describe, expect, it } from 'vitest';
import { previewMakerOf } from '../../../src/main/flows/previews/maker-of.ts';
import type { PreviewContext, PreviewParts } from '../../../src/main/flows/previews/preview-maker.ts';
import type { Activity } from '../../../src/protocol/activity.ts';
import { approveActivity } from '../../../src/protocol/catalogue/approve-activity.ts';
import { createPrivateKeys } from '../../../src/protocol/catalogue/create-private-keys.ts';
import type { SubmitOperation } from '../../../src/protocol/catalogue/operation.ts';
import { rejectActivity } from '../../../src/protocol/catalogue/reject-activity.ts';
import { signTransaction } from '../../../src/protocol/catalogue/sign-transaction.ts';
import { updateUserName } from '../../../src/protocol/catalogue/update-user-name.ts';
import { BOB, waitingActivity } from '../activities/fake-activity.ts';

const keys = {
  privateKeys: [{ privateKeyName: 'payroll', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
};

/** Previews a vote against a service that lists these activities. */
const preview = (
  ballot: SubmitOperation,
  fingerprint: string,
  listed: readonly Activity[],
): Promise<PreviewParts> => {
  const ask = () => Promise.resolve({ activities: listed });
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
    expect(text(parts)).toBe(
      'Approve what Alice asks for: Create the P-256 key “payroll” inside the service.',
    );
    expect(parts.effect).toBe('write');
    expect(parts.warnings).toEqual([]);
    expect(parts.facts.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Asked by', 'With the key', 'Fingerprint', 'Name', 'Curve']),
    );
  });

  it('names a rejection, without the warnings of what will not happen', async () => {
    const parts = await preview(rejectActivity, activity.fingerprint, [activity]);
    expect(text(parts)).toMatch(/^Reject what Alice asks for: /);
    expect(parts.warnings).toEqual([]);
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

  it('attack: another activity put in the place of the one that was asked for is not taken', async () => {
    const other = waitingActivity(updateUserName, { userId: BOB, userName: 'Robert' });
    await expect(preview(approveActivity, activity.fingerprint, [other])).rejects.toMatchObject({
      code: 'ACTIVITY_NOT_WAITING',
    });
  });
});
