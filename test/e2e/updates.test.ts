// A whole update in the window, in a build that was made for the test's own release server.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PACKAGE, type ReleaseServer, startReleaseServer } from '../fixtures/release-server.ts';
import { axeFaults } from '../renderer/axe.ts';
import { confirm } from '../tour/decide.ts';
import { createCredential } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

const root = resolve(import.meta.dirname, '../..');
/** What is no part of a clean checkout. */
const MADE = ['node_modules', 'out', 'dist', 'artifacts', '.git'];
const DIGEST = createHash('sha512').update(PACKAGE).digest('hex');
const NEWER = '99.0.0';

describeIn('chromium', 'an update in the window', (host) => {
  let server: ReleaseServer;
  let program: string;
  let launched: Launched;

  beforeAll(async () => {
    server = await startReleaseServer();
    program = mkdtempSync(join(tmpdir(), 'keyops-updatable-'));
    cpSync(root, program, {
      recursive: true,
      filter: (path) => !(resolve(path, '..') === root && MADE.includes(basename(path))),
    });
    symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'));
    const { address, publicKeys } = server.source;
    writeFileSync(join(program, 'resources/release-source.json'), JSON.stringify({ address, publicKeys }));
    const builder = join(program, 'node_modules/electron-vite/bin/electron-vite.js');
    const built = spawnSync(process.execPath, [builder, 'build', '--logLevel', 'warn'], { cwd: program });
    if (built.status !== 0) throw new Error(built.stderr.toString());
  });
  afterAll(async () => {
    await server.close();
    rmSync(program, { recursive: true, force: true });
  });
  beforeEach(async () => {
    server.asked.length = 0;
    launched = await launchConsole({ host, program });
    await createCredential({ ...launched, onScene: () => Promise.resolve() }, 'ops-laptop');
    await launched.page.getByRole('button', { name: 'Settings', exact: true }).click();
  });
  afterEach(() => launched.close());

  const card = () => launched.page.getByRole('region', { name: 'Updates' });
  const kept = (): string[] => {
    const folder = join(launched.dataFolder, 'updates');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const turnOn = async (): Promise<void> => {
    await card().getByText('When I ask', { exact: true }).click();
    const surface = await launched.waitForApproval();
    await surface.getByText(server.source.address, { exact: false }).first().waitFor();
    await confirm(surface);
    await card().getByText('Not checked since the console started').waitFor();
  };

  it('is off, then found, downloaded, verified, and handed to an administrator', async () => {
    server.publish(NEWER);
    await card().getByText(server.source.address).waitFor();
    // Nothing was asked for before the operator turned it on, and nothing by turning it on.
    expect(await card().getByRole('button', { name: 'Check now' }).count()).toBe(0);
    await turnOn();
    expect(server.asked).toEqual([]);

    await card().getByRole('button', { name: 'Check now' }).click();
    await card().getByText(`Version ${NEWER} is available (0.3 MB)`).waitFor();
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/releases/release.json',
      '/releases/release.json.sig',
    ]);
    expect(kept()).toEqual([]);

    await card().getByRole('button', { name: 'Download update' }).click();
    await card().getByText(`Version ${NEWER} is downloaded and verified`).waitFor();
    expect(await axeFaults(launched.page)).toEqual([]);
    const [name = ''] = kept();
    const path = join(launched.dataFolder, 'updates', name);
    expect(createHash('sha512').update(readFileSync(path)).digest('hex')).toBe(DIGEST);

    await card().getByRole('button', { name: 'Install update' }).click();
    const surface = await launched.waitForApproval();
    await surface.getByText('New version').first().waitFor();
    await keepPicture(host, surface, 'update-approval');
    await confirm(surface);
    // What it tells to do: the command, with the digest that was verified, for who may install.
    const command = card().locator('code', { hasText: 'sha512sum --check' });
    await command.waitFor();
    expect(await command.textContent()).toContain(DIGEST);
    expect(await command.textContent()).toContain(path);
    await card().getByText('An administrator runs it in a terminal.', { exact: false }).waitFor();
    await command.scrollIntoViewIfNeeded();
    await keepPicture(host, launched.page, 'update-handed-over');
    expect(launched.problems).toEqual([]);
  });

  it.each([
    ['a list that a stranger signed', { byStranger: true }, 'isn’t signed by a key'],
    [
      'a list that was changed after it was signed',
      { forged: (list: string) => `${list} ` },
      'isn’t signed by a key',
    ],
  ])('attack: %s is offered to nobody', async (_, changes, word) => {
    server.publish(NEWER, changes);
    await turnOn();
    await card().getByRole('button', { name: 'Check now' }).click();
    await card().getByText('Update failed').waitFor();
    await card().getByText(word, { exact: false }).last().waitFor();
    expect(await card().getByRole('button', { name: 'Download update' }).count()).toBe(0);
    expect(kept()).toEqual([]);
  });

  it('attack: another package of the same size in the place of the signed one is not kept', async () => {
    server.publish(NEWER);
    server.answer(`keyops-console-${NEWER}.deb`, (response) =>
      response.writeHead(200).end(Buffer.alloc(PACKAGE.length, 'other')),
    );
    await turnOn();
    await card().getByRole('button', { name: 'Check now' }).click();
    await card().getByRole('button', { name: 'Download update' }).click();
    await card().getByText('Update failed').waitFor();
    expect(await card().getByRole('button', { name: 'Install update' }).count()).toBe(0);
    expect(kept().filter((name) => name.endsWith('.deb'))).toEqual([]);
  });
});
