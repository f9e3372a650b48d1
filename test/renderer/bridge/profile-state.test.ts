import { beforeEach, describe, expect, it } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { useAppState } from '#renderer/bridge/app-state.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { loadDetail, useDetail } from '#renderer/features/activities/detail-store.ts';
import { castVote } from '#renderer/features/activities/votes.tsx';
import { voteFlow } from '#renderer/features/activities/vote-list.tsx';
import { loadBatches, useBatches } from '#renderer/features/batch/batch-store.ts';
import { prepareExport, useExport } from '#renderer/features/export/export-store.ts';
import { FIRST_KEY, createFlow, loadKeys, prepareKey, useKeys } from '#renderer/features/keys/keys-store.ts';
import {
  prepareSigning,
  readEntered,
  setSigner,
  setTransaction,
  signingFlow,
  useSigning,
} from '#renderer/features/signing/signing-store.ts';
import { go, useNavigation } from '#renderer/navigation/navigation.ts';
import { showToast, useToasts } from '#renderer/ui/toasts.ts';
import { FakeConsole } from '../fake-console.ts';
import {
  activityRows,
  deskCredential,
  detailOf,
  laptopCredential,
  preview,
  privateKeys,
  workingSnapshot,
} from '../fake-data.ts';

let fake: FakeConsole;
const show = (changes: Partial<AppSnapshot>): void =>
  useAppState.setState({ state: 'ready', snapshot: { ...workingSnapshot, ...changes } }, true);
const toOther = (): void => show({ profileId: 'production' });

beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
  show({});
});

/** Has the double hold back a call's answer until the test lets it go. */
function holdBack(name: string, answer: unknown): () => void {
  let give: () => void = () => undefined;
  fake.overrides.set(name, () => new Promise((resolve) => (give = () => resolve(answer))));
  return () => give();
}

const sign = async (): Promise<void> => {
  setSigner(privateKeys[0]?.privateKeyId ?? '');
  setTransaction('02f8');
  await readEntered();
  await prepareSigning('local 02aa');
};

describe('the window in another profile', () => {
  it('shows no “Signed and verified” of the profile before', async () => {
    await sign();
    await signingFlow.review();
    expect(signingFlow.useFlow.getState().stage).toBe('ended');
    toOther();
    expect(signingFlow.useFlow.getState()).toEqual({ stage: 'idle' });
    expect(useSigning.getState()).toMatchObject({ text: '', signWith: null, reading: { state: 'empty' } });
  });

  it('is not told the outcome of a request that was under way in the profile before', async () => {
    await sign();
    const answer = holdBack('requests.review', { state: 'denied' });
    const reviewed = signingFlow.review();
    toOther();
    answer();
    expect(await reviewed).toBeNull();
    expect(signingFlow.useFlow.getState()).toEqual({ stage: 'idle' });
  });

  it('takes no preview that was asked for in the profile before', async () => {
    const answer = holdBack('requests.prepare', preview);
    const prepared = prepareKey({ ...FIRST_KEY, name: 'payouts' });
    toOther();
    answer();
    await prepared;
    expect(createFlow.useFlow.getState()).toEqual({ stage: 'idle' });
    expect(fake.calls.at(-1)).toMatchObject({ name: 'requests.discard', input: { previewId: preview.id } });
  });

  it('has the export of the profile before on no screen', async () => {
    await prepareExport({ kind: 'privateKey', privateKeyId: privateKeys[0]?.privateKeyId ?? '' });
    expect(useExport.getState().stage).toBe('ready');
    toOther();
    expect(useExport.getState()).toMatchObject({ stage: 'choose' });
  });

  it('takes no list of keys or batches that was asked for in the profile before', async () => {
    const keys = holdBack('keys.list', privateKeys);
    const sets = holdBack('requestGroups.list', []);
    const asked = [loadKeys(), loadBatches()];
    toOther();
    keys();
    sets();
    await Promise.all(asked);
    expect(useKeys.getState()).toEqual({ state: 'loading' });
    expect(useBatches.getState()).toEqual({ state: 'loading' });
  });

  it('shows no activity as another credential saw it, and takes no late answer to that one', async () => {
    const [row] = activityRows;
    if (!row) throw new Error('The double has activities.');
    const choose = (chosen: string): void =>
      show({
        credentials: workingSnapshot.credentials.map((each) => ({
          ...each,
          current: each.publicKey === chosen,
        })),
      });
    await loadDetail(row.id);
    choose(deskCredential.publicKey);
    expect(useDetail.getState()).toEqual({ state: 'none' });
    const seen = detailOf(row);
    const answer = holdBack('activities.get', { ...seen, activity: { ...seen.activity, canApprove: true } });
    const late = loadDetail(row.id);
    choose(laptopCredential.publicKey);
    fake.overrides.delete('activities.get');
    await loadDetail(row.id);
    answer();
    await late;
    expect(useDetail.getState()).toMatchObject({ detail: { activity: { canApprove: false } } });
  });

  it('shows no activity and no vote of the profile before, and goes to no record of it', async () => {
    const [row] = activityRows;
    if (!row) throw new Error('The double has activities.');
    go('activities', row.id);
    await loadDetail(row.id);
    await castVote('approve', { id: row.id, fingerprint: 'sha256:00' });
    showToast({ tone: 'bad', title: 'The vote failed' });
    toOther();
    expect(useDetail.getState()).toEqual({ state: 'none' });
    expect(voteFlow.useFlow.getState()).toEqual({ stage: 'idle' });
    expect(useNavigation.getState()).toMatchObject({ screen: 'activities', focus: null });
    expect(useToasts.getState().toasts).toEqual([]);
  });

  it('keeps what is there when something else changes', async () => {
    await sign();
    show({ theme: 'dark' });
    expect(signingFlow.useFlow.getState().stage).toBe('ready');
  });
});
