import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityRow } from '#preload/contract/activities.ts';
import type { BatchRead } from '#preload/contract/batches.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { VotesCast } from '#preload/contract/votes.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { stateWords } from '#renderer/features/batch/batch-text.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import { type RunningConsole, keychainMissing, ownPlace } from '../../fixtures/running-console.ts';
import { type Voters, keyNamed, startVoters } from '../../fixtures/voters.ts';

const missing = await keychainMissing();

describe.skipIf(missing !== null)(`votes in numbers (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let voters: Voters;
  let running: RunningConsole;

  beforeAll(async () => {
    if (place === undefined) return;
    voters = await startVoters(place);
    ({ running } = voters);
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const waiting = async (): Promise<ActivityRow[]> => {
    const { rows } = await running.call<{ rows: ActivityRow[] }>('activities.list', {
      ...{ status: [], types: [], userId: null, waitsForMe: true, sinceMs: null, before: null },
      limit: 100,
    });
    return rows;
  };
  const cast = (approves: boolean, fingerprints: readonly string[]): Promise<VotesCast> =>
    running.call('votes.cast', { approves, fingerprints });
  const askFor = async (names: readonly string[]): Promise<string[]> => {
    const fingerprints: string[] = [];
    for (const name of names)
      fingerprints.push((await voters.asCarol('create_private_keys', keyNamed(name))).fingerprint);
    return fingerprints;
  };
  const keyNames = async (): Promise<string[]> =>
    (await running.call<PrivateKey[]>('keys.list')).map(({ privateKeyName }) => privateKeyName).sort();
  const journalNumber = async (): Promise<number> => {
    const [line] = await running.call<JournalLine[]>('journal.list', { before: null, limit: 1 });
    return line?.number ?? 0;
  };
  const leftSets = (): Promise<RequestGroup[]> => running.call('requestGroups.list');

  it('approves 25 requests under one approval that spells out each, and every vote counts', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `payroll-${String(index + 1).padStart(2, '0')}`);
    const fingerprints = await askFor(names);
    await voters.use(voters.desk);
    const underWay = cast(true, fingerprints);
    const { preview } = await decideNext(running, 'approve');
    expect(await underWay).toEqual({
      ...{ decision: 'approve', counted: 25, failed: [], unanswered: 0, stopped: null },
    });
    expect(preview.operation).toBe('approve_set');
    expect(preview.sentence.map(({ value }) => value).join('')).toBe('Approve 25 requests.');
    expect(preview.facts[0]).toMatchObject({ label: 'Requests', value: '25' });
    expect(preview.warnings.map(({ code, title }) => [code, title])).toEqual([
      ['BATCH_NOT_PAYMENTS', 'You vote on 25 requests'],
    ]);
    // One page that is read to its end.
    expect(preview.batch?.lines).toEqual({ total: 25, pages: 1 });
    const [page] = preview.batch?.pages ?? [];
    const [first] = page?.list === 'lines' ? page.lines : [];
    expect(first?.sentence.map(({ value }) => value).join('')).toContain('“payroll-01”');
    expect(first?.facts.find(({ label }) => label === 'Your vote')?.value).toBe(
      'Your vote completes this request',
    );
    expect(await keyNames()).toEqual(names);
    expect(await waiting()).toEqual([]);
    expect(await leftSets()).toEqual([]);
  });

  it('rejects many, and asks nobody to prove that they are here for what does not happen', async () => {
    await voters.use(voters.laptop);
    const fingerprints = await askFor(['unwanted-1', 'unwanted-2']);
    await voters.use(voters.desk);
    const underWay = cast(false, fingerprints);
    const { preview } = await decideNext(running, 'approve');
    expect([preview.operation, preview.effect, preview.verifiesUser]).toEqual([
      'reject_set',
      'write',
      undefined,
    ]);
    expect(preview.batch?.totals).toEqual([]);
    expect(await underWay).toMatchObject({ counted: 2, failed: [], unanswered: 0 });
    expect((await keyNames()).filter((name) => name.startsWith('unwanted'))).toEqual([]);
  });

  it('stamps nothing where it is turned down, and leaves no set behind', async () => {
    const fingerprints = await askFor(['turned-down']);
    const before = await journalNumber();
    const underWay = cast(true, fingerprints);
    await decideNext(running, 'deny');
    expect(await underWay).toMatchObject({ decision: 'deny', counted: 0, unanswered: 0 });
    expect(await leftSets()).toEqual([]);
    const lines = await running.call<JournalLine[]>('journal.list', { before: null, limit: 50 });
    const since = lines.filter(({ number }) => number > before);
    expect(since.filter(({ operation }) => operation === 'approve_activity')).toEqual([]);
  });

  it('attack: a request is exchanged for another one between the choice and the review', async () => {
    const [gone = '', still = ''] = await askFor(['decided-meanwhile', 'still-there']);
    await voters.use(voters.laptop);
    await voters.ask('approve_activity', { fingerprint: gone });
    await voters.use(voters.desk);
    await expect(cast(true, [still, gone])).rejects.toMatchObject({
      code: 'VOTE_GONE',
      message: 'Request 2 of the 2 selected ones no longer waits for votes. Nothing was stamped.',
    });
    expect((await waiting()).map(({ fingerprint }) => fingerprint)).toContain(still);
    expect(await leftSets()).toEqual([]);
  });

  it('attack: one request stands twice among many, to be counted as two that were read', async () => {
    const [one = ''] = await askFor(['twice']);
    await expect(cast(true, [one, one])).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('attack: two requests ask for the same thing, so that it is done twice', async () => {
    const fingerprints = await askFor(['the-same', 'the-same']);
    const underWay = cast(true, fingerprints);
    const { preview } = await decideNext(running, 'deny');
    await underWay;
    expect(preview.warnings.map(({ code, severity }) => [code, severity])).toContainEqual([
      'BATCH_REPEATS',
      'danger',
    ]);
  });

  it('attack: an export hides among harmless requests', async () => {
    const [key] = await running.call<PrivateKey[]>('keys.list');
    const fingerprints = await askFor(['harmless-1', 'harmless-2']);
    const hidden = await voters.asCarol('export_private_key', {
      privateKeyId: key?.privateKeyId,
      targetPublicKey: `04${'11'.repeat(64)}`,
    });
    const underWay = cast(true, [...fingerprints, hidden.fingerprint]);
    const { preview } = await decideNext(running, 'deny');
    await underWay;
    // As grave as the gravest: the approval asks who is there, and the band names it.
    expect(preview.effect).toBe('export');
    expect(preview.warnings.map(({ code }) => code)).toContain('BATCH_EXPORTS');
  });

  it('a batch of 25 requests waits for 25 approvals, and ends with the last of them', async () => {
    await voters.use(voters.laptop);
    const names = Array.from({ length: 25 }, (_, index) => `batch-${String(index + 1).padStart(2, '0')}`);
    const path = join(place?.dataFolder ?? '', 'keys.jsonl');
    const lines = names.map((name) => ({ operation: 'create_private_keys', parameters: keyNamed(name) }));
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const given = await running.call<BatchRead>('batches.read', { path, operation: null });
    if (given.state !== 'prepared') throw new Error(JSON.stringify(given));
    const { id } = given.set;
    const group = async (): Promise<RequestGroup> => {
      const found = (await leftSets()).find((each) => each.id === id);
      if (found === undefined) throw new Error('The batch is gone.');
      return found;
    };
    const underWay = running.call('requestGroups.run', { id });
    await decideNext(running, 'approve');
    await underWay;
    await running.host.until(() =>
      running.host.news.some(({ name, payload }) => {
        const changed = payload as RequestGroup;
        return name === 'requestGroups.changed' && changed.id === id && changed.state === 'ended';
      }),
    );
    expect(await group()).toMatchObject({ state: 'ended', total: 25, done: 0, failed: 0, waiting: 25 });
    expect(stateWords(await group())).toBe('Waiting for 25 approvals');
    expect((await keyNames()).filter((name) => names.includes(name))).toEqual([]);

    await voters.use(voters.desk);
    const asked = (await waiting()).filter(({ title }) => names.some((name) => title.includes(name)));
    expect(asked).toHaveLength(25);
    const [last = '', ...others] = asked.map(({ fingerprint }) => fingerprint);
    const vote = async (fingerprints: readonly string[]): Promise<void> => {
      const voting = cast(true, fingerprints);
      await decideNext(running, 'approve');
      expect(await voting).toMatchObject({ counted: fingerprints.length, failed: [] });
    };
    await vote(others);
    expect(stateWords(await running.call<RequestGroup>('requestGroups.refresh', { id }))).toBe(
      'Waiting for 1 approval',
    );
    await vote([last]);
    const ended = await running.call<RequestGroup>('requestGroups.refresh', { id });
    expect(ended).toMatchObject({ state: 'ended', done: 25, waiting: 0 });
    expect(stateWords(ended)).toBe('Ended');
    expect((await keyNames()).filter((name) => names.includes(name))).toEqual(names);
  });

  it('attack: who may only ask doesn’t hide what others wait for behind 18 MB of requests', async () => {
    const { ask, asCarol, use, desk, laptop } = voters;
    await use(laptop);
    const mine = await ask('create_private_keys', keyNamed('shared'));
    if (mine.state !== 'waiting') throw new Error('It waits for a second vote.');
    for (let count = 0; count < 9; count += 1) {
      await asCarol('sign_raw_payload', {
        ...{ signWith: 'no key', payload: 'a'.repeat(1_000_000), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
        hashFunction: 'HASH_FUNCTION_SHA256',
      });
    }
    await use(desk);
    expect((await waiting()).map(({ id }) => id).indexOf(mine.activityId)).toBe(9);
    const again = await running.prepare('create_private_keys', keyNamed('shared'));
    expect(again.pending.map(({ activityId }) => activityId)).toEqual([mine.activityId]);
    const vote = await ask('approve_activity', { fingerprint: mine.fingerprint });
    expect(vote).toMatchObject({ state: 'completed', activityId: mine.activityId });
  });
});
