// Attacks on `keyops verify`: a journal beside evidence that isn't whole, and options that nothing is held against.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordJson } from '#main/features/activities/activity-record.ts';
import { EVIDENCE_FILE, type Evidence } from '#main/features/activities/evidence-file.ts';
import { createSealedHead } from '#main/journal/console-journal.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { ChainedLine } from '#main/journal/line.ts';
import { verifyFiles } from '#main/terminal/verify-files.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { writeSigned } from '#protocol/signed-file.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';
import { ALICE, ORGANIZATION, aliceKey, waitingActivity } from '../features/activities/fake-activity.ts';

const policy = { policyName: 'Pay', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' };
const asked = waitingActivity(createPolicy, policy);
/** Another one, which the last line of the journal is on. */
const later = waitingActivity(createPolicy, { ...policy, policyName: 'Later' }, { id: ALICE });
const savedAt = '2026-11-23T10:00:00.000Z';

let folder: string;
const path = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-verify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Verifies files of the folder; what was found of the evidence's journal stands in the last check of the evidence. */
async function verify(
  names: readonly string[],
  values: object = {},
): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const terminal = { say: (text: string) => said.push(text), json: () => undefined };
  const run = { args: names.map(path), values, terminal, clock: { now: () => 0 } };
  const code = await verifyFiles(run as unknown as Parameters<typeof verifyFiles>[0]);
  return { code, said: said.join('\n') };
}

describe('evidence beside a journal', () => {
  let lines: readonly ChainedLine[];
  /** Six lines, of which the first and the last are on stamps. */
  beforeEach(async () => {
    let head: string | undefined;
    const settings = {
      get: (name: string) => Promise.resolve(name === 'journal.head' ? head : undefined),
      set: (_: string, value: string) => Promise.resolve(void (head = value)),
    };
    const seal = createSealedHead(settings, memoryKeychain(), folder);
    const journal = await openJournal(path('journal.jsonl'), seal, fakeClock(), { seal });
    const digestOf = ({ votes: [vote] }: typeof asked): string => sha256Hex(toUtf8(vote?.message ?? ''));
    const entry = { profile: 'p', publicKey: aliceKey.publicKey, outcome: 'stamped' };
    await journal.append({ ...entry, operation: 'create_policy', digest: digestOf(asked) });
    for (let n = 0; n < 4; n += 1)
      await journal.append({ ...entry, operation: 'sign_transaction', digest: `d${n}` });
    await journal.append({ ...entry, operation: 'create_policy', digest: digestOf(later) });
    lines = (await journal.list(null, 100, 'all')).reverse();
    await journal.close();
    write({});
  });
  const write = (changed: Partial<Evidence>): void => {
    const content: Evidence = {
      ...{ organizationId: ORGANIZATION, savedAt, isWhole: true, serviceKeys: null, activities: [asked] },
      people: [{ userId: ALICE, userName: 'Alice', keys: [aliceKey.publicKey] }],
      journal: lines.slice(0, 1),
      journalEnd: endAt(5),
      ...changed,
    };
    writeFileSync(path('x.evidence.json'), writeSigned(EVIDENCE_FILE, content, aliceKey));
  };
  const endAt = (n: number): NonNullable<Evidence['journalEnd']> => {
    const { number = 0, hash = '' } = lines[n] ?? {};
    return { number, hash };
  };
  const found = () => verify(['x.evidence.json', 'journal.jsonl'], { signer: [aliceKey.publicKey] });

  it('passes with the journal that it names, and one that has grown since', async () => {
    expect(await found()).toMatchObject({
      code: 0,
      said: expect.stringContaining('journal’s end') as string,
    });
    write({ journalEnd: endAt(2) });
    expect((await found()).code).toBe(0);
  });

  it('attack: the journal lost its last lines', async () => {
    const text = readFileSync(path('journal.jsonl'), 'utf8');
    writeFileSync(path('journal.jsonl'), text.slice(0, text.indexOf('\n') + 1));
    expect(await found()).toMatchObject({
      code: 6,
      said: expect.stringMatching(/FAILED .*Line 6, with which/) as string,
    });
  });

  it('attack: an end that no journal ever had, or the hash of one under the number of another', async () => {
    write({ journalEnd: { number: 9_000, hash: 'ab'.repeat(32) } });
    expect((await found()).said).toMatch(
      /FAILED .*Line 9,000, with which its journal ended, is in no journal/,
    );
    write({ journalEnd: { ...endAt(4), number: 6 } });
    expect((await found()).code).toBe(6);
  });

  it('attack: the evidence left out the line on its signer’s stamp, whatever end it names', async () => {
    for (const journalEnd of [endAt(0), endAt(5), null, undefined]) {
      write({ journal: [], journalEnd });
      expect(await found()).toMatchObject({
        code: 6,
        said: expect.stringMatching(/FAILED .*left out the lines on 1 of its signer’s stamps/) as string,
      });
    }
  });

  it('takes a line that was written behind the end for no omission', async () => {
    const activities = [asked, later];
    write({ activities, journalEnd: endAt(4) });
    expect((await found()).code).toBe(0);
    write({ activities });
    expect((await found()).code).toBe(6);
    write({ activities, journal: lines.filter((_, at) => at === 0 || at === 5) });
    expect((await found()).code).toBe(0);
  });
});

describe('options of keyops verify', () => {
  it('attack: a key or digest is named for files that it isn’t held against', async () => {
    const recorded = [{ activity: asked, fault: undefined }];
    const place = { organizationId: ORGANIZATION, savedAt };
    writeFileSync(
      path('x.activities.json'),
      await recordJson({ isWhole: true, activities: recorded }, place),
    );
    const given: readonly object[] = [
      { signer: ['02'.repeat(33)] },
      { 'service-key': [`04${'11'.repeat(64)}`] },
      { digest: 'ab'.repeat(32) },
    ];
    for (const values of given)
      await expect(verify(['x.activities.json'], values)).rejects.toMatchObject({ code: 'ARGUMENTS_WRONG' });
    expect((await verify(['x.activities.json'])).code).toBe(0);
  });
});
