// Activities as signed evidence: what a stranger can check, and what nobody can change in it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVIDENCE_FILE, checkEvidence } from '#main/features/activities/evidence-file.ts';
import { type ChainedLine, GENESIS, chain } from '#main/journal/line.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { Vote } from '#protocol/activity.ts';
import { createPolicy } from '#protocol/catalogue/policies.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { writeSigned } from '#protocol/signed-file.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService, freshSigner } from '#test/fixtures/local-service.ts';
import { offlinePair } from '#test/fixtures/offline-pair.ts';
import { addMember } from '#test/fixtures/team.ts';
import { ALICE, BOB, ORGANIZATION, aliceKey, bobKey, voteOf, waitingActivity } from './fake-activity.ts';

const ALL = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null };
const signer = freshSigner();
const asked = waitingActivity(createPolicy, {
  ...{ policyName: 'Pay', effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
});
const [requested] = asked.votes;
if (requested === undefined) throw new Error('Nobody asked for it.');
/** The journal's line on a stamp. */
const lineOn = ({ message, publicKey }: Pick<Vote, 'message' | 'publicKey'>): ChainedLine =>
  chain(
    {
      ...{ profile: 'p', operation: 'create_policy', outcome: 'stamped', publicKey },
      digest: sha256Hex(toUtf8(message)),
    },
    ...([1, '2026-11-23T10:00:00.000Z', GENESIS] as const),
  );
const honest = {
  ...{ organizationId: ORGANIZATION, savedAt: '2026-11-23T10:00:00.000Z', isWhole: true, serviceKeys: null },
  people: [
    { userId: ALICE, userName: 'Alice', keys: [aliceKey.publicKey] },
    { userId: BOB, userName: 'Bob', keys: [bobKey.publicKey] },
  ],
  activities: [asked],
  journal: [lineOn(requested)],
};
type Content = typeof honest;
const bytesOf = (content: Content): Uint8Array => toUtf8(writeSigned(EVIDENCE_FILE, content, signer));
const checked = (changed: Partial<Content>, signers: readonly string[] = []) =>
  checkEvidence(bytesOf({ ...honest, ...changed }), signers);

describe('evidence', () => {
  it('says what was checked, and whose key has signed it', () => {
    expect(checked({})).toEqual({
      passed: true,
      detail: expect.stringMatching(
        `^1 activities, 1 stamps: .* 1 by keys of the users listed, 1 in .* Signed by ${signer.publicKey}; name`,
      ) as string,
    });
    expect(checked({}, [aliceKey.publicKey, signer.publicKey])).toMatchObject({ passed: true });
  });

  it('attack: a file that somebody else signed anew is refused where the signer is named', () => {
    expect(checked({}, [aliceKey.publicKey])).toEqual({
      passed: false,
      detail: `It is signed by ${signer.publicKey}, which isn’t one of the signers that were named`,
    });
  });

  it('attack: a stamp moved to another request, another person or another organization is found', () => {
    const moved = { ...requested, message: requested.message.replace('Pay', 'Pay Mallory') };
    const stolen = voteOf(ALICE, 'Alice', bobKey, requested.message);
    const cases: readonly [Partial<Content>, RegExp][] = [
      [{ activities: [{ ...asked, votes: [moved] }] }, /Activity .*: /],
      [{ activities: [{ ...asked, votes: [stolen] }] }, /stamped as another user/],
      [{ activities: [asked, asked] }, /twice/],
      [{ activities: [{ ...asked, organizationId: BOB }] }, /another organization/],
    ];
    for (const [changed, fault] of cases)
      expect(checked({ journal: [], ...changed })).toEqual({
        passed: false,
        detail: expect.stringMatching(fault) as string,
      });
  });

  it('attack: a line of the journal that was edited, or is on nothing here, is found', () => {
    const line = lineOn(requested);
    const edited = { ...line, time: '2026-11-20T10:00:00.000Z' };
    expect(checked({ journal: [edited] }).detail).toMatch(/isn’t what its hash says/);
    const other = lineOn({ ...requested, message: 'another' });
    expect(checked({ journal: [other] }).detail).toMatch(/is on no stamp in this file/);
    const foreign = lineOn({ ...requested, publicKey: bobKey.publicKey });
    expect(checked({ journal: [foreign] }).detail).toMatch(/is on no stamp in this file/);
  });

  it('refuses what is no such file, whatever it is, and each change of a byte', () => {
    const refused = (bytes: Uint8Array): boolean => {
      try {
        return !checkEvidence(bytes, []).passed;
      } catch (error) {
        return (error as { code: string }).code === 'SIGNED_FILE_INVALID';
      }
    };
    fc.assert(fc.property(fc.uint8Array(), refused));
    fc.assert(fc.property(fc.jsonValue(), (value) => refused(toUtf8(JSON.stringify(value)))));
    const whole = JSON.stringify(JSON.parse(new TextDecoder().decode(bytesOf(honest))));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.constantFrom('0', 'x', '"'),
        (at, other) =>
          whole[at] === other ? true : refused(toUtf8(whole.slice(0, at) + other + whole.slice(at + 1))),
      ),
    );
  });
});

describe('evidence that the console saves', () => {
  let service: LocalService;
  let world: Awaited<ReturnType<typeof runOnWorld>>;
  beforeAll(async () => {
    service = await LocalService.start();
    world = await runOnWorld(service);
    await addMember(service, 'Mia');
  });
  afterAll(async () => {
    await world.stop();
    await service.stop();
  });
  const save = async (decision: 'approve' | 'deny'): Promise<{ view: ApprovalView; code: string }> => {
    const [view, code] = await Promise.all([
      decideNext(world.running, decision),
      world.running.call('activities.save', { ...ALL, form: 'evidence' }).then(
        () => '',
        (error: unknown) => (error as { code: string }).code,
      ),
    ]);
    return { view, code };
  };

  it('is nothing before it is approved', async () => {
    const before = world.running.host.saved.length;
    const { view, code } = await save('deny');
    expect(code).toBe('ACTION_DENIED');
    expect(world.running.host.saved.length).toBe(before);
    expect(view.preview.sentence[0]?.value).toMatch(/^Sign a file with \d+ activities as evidence\.$/);
  });

  it('has the stamps, whose keys these are and the journal’s lines, and keyops verifies it elsewhere', async () => {
    const prepared = await world.running.call<{ id: string }>('requests.prepare', {
      operation: 'create_wallet',
      parameters: {
        ...{ walletName: 'Proven', accounts: [] },
      },
    });
    await Promise.all([
      decideNext(world.running, 'approve'),
      world.running.call('requests.review', { previewId: prepared.id }),
    ]);
    expect((await save('approve')).code).toBe('');
    const { name = '', text = '' } = world.running.host.saved.at(-1) ?? {};
    expect(name).toMatch(/^activities-\d{4}-\d{2}-\d{2}\.evidence\.json$/);
    const { content } = JSON.parse(text) as { content: Content };
    expect(content.people.map(({ userName }) => userName)).toContain('Mia');
    expect(content.people.flatMap(({ keys }) => keys)).toContain(world.publicKey);
    // What this console has stamped is in its journal; what came from elsewhere is not.
    expect(content.journal.map(({ publicKey }) => publicKey)).toEqual([world.publicKey]);
    expect(content.serviceKeys).not.toBeNull();

    const pair = await offlinePair(service);
    const folder = mkdtempSync(join(tmpdir(), 'keyops-evidence-'));
    const file = join(folder, name);
    writeFileSync(file, text);
    const ran = await pair.offline.run(['verify', file, '--signer', world.publicKey]);
    expect([ran.exit, ran.out]).toEqual([0, expect.stringMatching(/^ok .* 1 in the signer’s journal/)]);
    expect((await pair.offline.run(['verify', file, '--signer', service.root.publicKey])).exit).toBe(6);
    writeFileSync(file, text.replace('Proven', 'Forged'));
    expect((await pair.offline.run(['verify', file])).exit).toBe(6);
    pair.remove();
    rmSync(folder, { recursive: true });
  });
});
