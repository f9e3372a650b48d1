// Evidence that a console saves, as another computer checks it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '#main/features/activities/evidence-file.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { offlinePair } from '#test/fixtures/offline-pair.ts';
import { addMember } from '#test/fixtures/team.ts';

const ALL = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null };

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
    const account = {
      ...{ curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" },
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    };
    const asks = { walletName: 'With proofs', accounts: [account] };
    await service.post(
      'submit/create_wallet',
      service.submitBody('create_wallet', asks, { generateAppProofs: true }),
    );
    expect((await save('approve')).code).toBe('');
    const { name = '', text = '' } = world.running.host.saved.at(-1) ?? {};
    expect(name).toMatch(/^activities-\d{4}-\d{2}-\d{2}\.evidence\.json$/);
    const { content } = JSON.parse(text) as { content: Evidence };
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
    expect([ran.exit, ran.out]).toEqual([0, expect.stringMatching(/^ok .* 1 is in the signer’s journal/)]);
    // The other requests asked for no proofs.
    expect(ran.out).toContain('That 1 was allowed and done, with just these approvals, and the addresses');
    expect(ran.out).toContain('which nobody compared');
    const serviceKey = service.ready.keys.enclaveQuorum;
    const compared = await pair.offline.run(['verify', file, '--service-key', serviceKey]);
    expect([compared.exit, compared.out]).toEqual([0, expect.stringContaining('key that was named')]);
    const { sessionNotarizer } = service.ready.keys;
    expect((await pair.offline.run(['verify', file, '--service-key', sessionNotarizer])).exit).toBe(6);
    expect((await pair.offline.run(['verify', file, '--service-key', 'abc'])).err).toContain('65 bytes');
    expect((await pair.offline.run(['verify', file, '--signer', service.root.publicKey])).exit).toBe(6);
    const journal = join(folder, 'journal.jsonl');
    const lines = readFileSync(join(world.dataFolder, 'journal.jsonl'), 'utf8');
    writeFileSync(journal, lines);
    const beside = await pair.offline.run(['verify', file, journal]);
    expect([beside.exit, beside.out]).toEqual([0, expect.stringContaining('is in a journal that was named')]);
    // attack: a journal that lacks the line, whole in itself
    writeFileSync(
      journal,
      lines.slice(0, lines.indexOf(content.journal[0]?.hash ?? '')).replace(/[^\n]*$/, ''),
    );
    const lacking = await pair.offline.run(['verify', file, journal]);
    expect(lacking.out).toContain('1 of its journal’s lines are in no journal');
    expect(lacking.exit).toBe(6);
    writeFileSync(file, text.replace('Proven', 'Forged'));
    expect((await pair.offline.run(['verify', file])).exit).toBe(6);
    pair.remove();
    rmSync(folder, { recursive: true });
  });
});
