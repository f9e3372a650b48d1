import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { denyPending } from '#main/bridge/deny-pending.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { type FakeClock, fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { type RunningConsole, runConsole } from '#test/fixtures/running-console.ts';

const CURVE = 'API_KEY_CURVE_P256';

describe('files that the window names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-files-'));
  const path = join(folder, 'secrets.env');
  const keyPath = join(folder, 'ops.hex');
  let running: RunningConsole;
  beforeAll(async () => {
    writeFileSync(path, 'API_TOKEN=abc\n');
    writeFileSync(keyPath, '11'.repeat(32));
    running = await runConsole({ dataFolder: join(folder, 'data'), keychain: memoryKeychain() });
  });
  afterAll(async () => {
    await running.console.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => (running.host.picked = null));

  /** A call as a script in the window makes it: whatever it likes, and no press before it. */
  const script = (name: string, input: unknown) => running.console.dispatch('console', name, input);
  const withFile = (file: unknown): (readonly [string, unknown])[] => [
    ['credentials.importFrom', { label: 'Taken', curve: CURVE, source: { kind: 'file', file } }],
    ['secrets.addFile', { file }],
    ['batches.read', { file, operation: null }],
    ['keyImports.read', { kind: 'privateKey', source: { file } }],
    ['interfaces.importAbi', { chainId: '1', address: `0x${'11'.repeat(20)}`, name: 'Vault', file }],
    ['interfaces.useDescriptorFolder', { file }],
  ];

  it.each(withFile('5e1f0a8c-3f5a-4bb9-a7a4-3f0ab5d40e1b').concat(withFile(keyPath.slice(-64))))(
    'attack: %s of a handle that the page made up, or of a path: %j',
    async (name, input) => {
      expect(await script(name, input)).toMatchObject({ ok: false, code: 'FILE_NOT_GIVEN' });
    },
  );

  it.each(withFile('x').map(([name]) => name))('attack: %s by a path beside the handle', async (name) => {
    const source = { kind: 'file', path: keyPath };
    const input = {
      label: 'Taken',
      curve: CURVE,
      kind: 'privateKey',
      name: 'x',
      chainId: '1',
      address: '0x',
    };
    const answer = await script(name, { ...input, path, source, operation: null });
    expect(answer).toMatchObject({ ok: false, code: 'INPUT_INVALID' });
  });

  it('attack: a script names a path. Without a press nothing is asked, and nothing is read', async () => {
    expect(await script('files.name', { path })).toMatchObject({ ok: false });
    expect(running.host.approvalShown).toBe(false);
  });

  it('names a path that was typed on the approval surface, and reads nothing when it is denied', async () => {
    const asked = running.call('files.name', { path });
    await running.host.until(() => running.host.approvalShown);
    const current = await running.console.dispatch('approval', 'approval.current', undefined);
    const shown = (current as unknown as { value: Pick<ApprovalView, 'preview'> }).value;
    expect(shown.preview.sentence.map(({ value }) => value).join('')).toContain(path);
    const decision = { previewId: shown.preview.id, decision: 'deny' };
    await running.console.dispatch('approval', 'approval.decide', decision);
    await expect(asked).rejects.toMatchObject({ code: 'ACTION_DENIED' });
    expect(running.host.approvalShown).toBe(false);
  });

  it('reads what the operator chose in the dialog', async () => {
    running.host.picked = keyPath;
    const given = await running.call<{ file: string; name: string }>('files.pick', { kind: 'file' });
    expect(given.name).toBe(keyPath);
    expect(given.file).not.toContain('ops');
    const source = { kind: 'file', file: given.file };
    const imported = running.call('credentials.importFrom', { label: 'Brought', curve: CURVE, source });
    const { preview } = await decideNext(running, 'approve');
    expect(preview.facts).toContainEqual({ label: 'Source', value: keyPath, kind: 'text' });
    expect(await imported).toMatchObject({ label: 'Brought' });
  });

  it('reads what was dropped, and no file that a script made', () => {
    expect(running.console.handOver(keyPath)).toMatchObject({ ok: true, value: { name: keyPath } });
    expect(running.console.handOver('')).toMatchObject({ ok: false, code: 'FILE_NOT_GIVEN' });
  });

  it.each(['\\\\attacker\\share\\keys.env', '//attacker/share/keys.env'])(
    'goes to no other computer, however it is handed over: %s',
    async (unc) => {
      expect(running.console.handOver(unc)).toMatchObject({ ok: false, code: 'FILE_ON_NETWORK' });
      running.host.picked = unc;
      await expect(running.call('files.pick', { kind: 'file' })).rejects.toMatchObject({
        code: 'FILE_ON_NETWORK',
      });
      await expect(running.call('files.name', { path: unc })).rejects.toMatchObject({
        code: 'FILE_ON_NETWORK',
      });
      expect(running.host.approvalShown).toBe(false);
    },
  );

  it('takes nothing while it is locked', async () => {
    await running.call('app.lock');
    expect(running.console.handOver(keyPath)).toMatchObject({ ok: false, code: 'CONSOLE_LOCKED' });
    await running.call('app.unlock');
  });
});

describe('the camera', () => {
  let running: RunningConsole;
  let clock: FakeClock;
  let folder: string;
  beforeEach(async () => {
    clock = fakeClock();
    folder = mkdtempSync(join(tmpdir(), 'keyops-camera-'));
    running = await runConsole({ dataFolder: folder, keychain: memoryKeychain(), clock });
  });
  afterEach(async () => {
    await running.console.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const call = (name: string) => running.console.dispatch('console', name, undefined);
  const closings = () => running.host.news.filter(({ name }) => name === 'camera.closed').length;

  it('is opened by a press, and closed when the window is done', async () => {
    running.host.press();
    expect(await call('camera.open')).toMatchObject({ ok: true });
    expect(running.host.cameraOpen).toBe(true);
    expect(await call('camera.close')).toMatchObject({ ok: true });
    expect(running.host.cameraOpen).toBe(false);
  });

  it('attack: a script opens it without a press, twice after one, or long after one', async () => {
    expect(await call('camera.open')).toMatchObject({ ok: false, code: 'CAMERA_REFUSED' });
    running.host.press();
    await call('camera.open');
    await call('camera.close');
    expect(await call('camera.open')).toMatchObject({ ok: false, code: 'CAMERA_REFUSED' });
    running.host.press();
    clock.forward(5_001);
    expect(await call('camera.open')).toMatchObject({ ok: false, code: 'CAMERA_REFUSED' });
    expect(running.host.cameraOpen).toBe(false);
  });

  it('attack: it stays open over a lock, and is opened while the console is locked', async () => {
    running.host.press();
    await call('camera.open');
    await call('app.lock');
    expect([running.host.cameraOpen, closings()]).toEqual([false, 1]);
    running.host.press();
    expect(await call('camera.open')).toMatchObject({ ok: false, code: 'CONSOLE_LOCKED' });
    expect(running.host.cameraOpen).toBe(false);
  });

  it('attack: it looks on while an approval is shown', async () => {
    running.host.press();
    await call('camera.open');
    running.host.press();
    const asked = running.console.dispatch('console', 'files.name', { path: join(tmpdir(), 'any.env') });
    await running.host.until(() => running.host.approvalShown);
    expect([running.host.cameraOpen, closings()]).toEqual([false, 1]);
    running.host.press();
    expect(await call('camera.open')).toMatchObject({ ok: false, code: 'CAMERA_REFUSED' });
    await denyPending((surface, name, input) => running.console.dispatch(surface, name, input));
    expect(await asked).toMatchObject({ ok: false });
  });
});
