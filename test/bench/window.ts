import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type ElectronApplication, _electron } from 'playwright-core';
import { goWithoutUnlocking } from '../fixtures/add-profile.ts';
import { type Figure, atMost, median, withoutGoal } from './figure.ts';
import { processTree, residentMegabytes } from './memory.ts';

/** One start takes up to half as long again as the next on a machine that does nothing else. */
const ROUNDS = 21;
/** What an operator who returns acts on first. */
const SHELL = 'nav[aria-label="Screens"]';
export const SERVICE_UP = 'Local service';

interface Start {
  readonly data: string;
  readonly milliseconds: number;
  /** When its state was there, in ms. */
  readonly known: number;
  readonly megabytes: number;
  readonly processes: string[];
}

/** Launches a program, with a keychain of its own for that folder. */
export const launch = (app: string, data: string): Promise<ElectronApplication> =>
  _electron.launch({
    executablePath: join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '', 'electron'),
    args: ['--no-sandbox', app],
    env: { ...environment(), KEYOPS_DATA: data, KEYOPS_KEYCHAIN: keychainOf(data) },
  });
/** The name that the keychain's items of a folder have. */
export const keychainOf = (data: string): string => `KeyOps bench ${data}`;
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'keyops-start-'));

/** A folder that an operator worked with: a credential, a service with its database, and a journal. */
export async function usedFolder(app: string): Promise<string> {
  const data = newFolder();
  await goWithoutUnlocking(data);
  const electron = await launch(app, data);
  const page = await electron.firstWindow();
  await page.getByRole('button', { name: 'Create an API key' }).press('Enter');
  await page.getByLabel('Label').fill('bench');
  await page.keyboard.press('Enter');
  await page.getByText('API key saved in the keychain').waitFor();
  await page.keyboard.press('Enter');
  await page.locator(SHELL).waitFor();
  await page.locator('footer').getByText(SERVICE_UP, { exact: true }).waitFor();
  await electron.close();
  return data;
}

/** The status line, which says how the console is. */
const STATE = 'footer';

/**
 * From the launch until the page says it can be used; the selector is what an operator would act on first.
 * @param last what is there when the program has told its state; the same where it has none
 */
async function startOnce(app: string, selector: string, data: string, last = selector): Promise<Start> {
  const began = performance.now();
  const electron = await launch(app, data);
  const page = await electron.firstWindow();
  await page.locator(selector).first().waitFor({ state: 'visible' });
  const milliseconds = performance.now() - began;
  await page.locator(last).first().waitFor({ state: 'visible' });
  const known = performance.now() - began;
  const tree = processTree(electron.process().pid ?? 0)
    .map(({ pid, kind }) => ({ kind, megabytes: residentMegabytes(pid) }))
    .filter(({ megabytes }) => megabytes > 0);
  await electron.close();
  return {
    data,
    milliseconds,
    known,
    megabytes: tree.reduce((sum, each) => sum + each.megabytes, 0),
    processes: tree.map(({ kind, megabytes }) => `${kind} ${megabytes.toFixed(0)} MB`),
  };
}

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** The console's start and memory against an Electron program that shows one empty window. */
export async function benchWindow(root: string, bundle: string): Promise<Figure[]> {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) {
    process.stdout.write('  left out: no Electron runtime (ELECTRON_OVERRIDE_DIST_PATH)\n');
    return [];
  }
  const empty = join(bundle, 'empty');
  mkdirSync(empty, { recursive: true });
  writeFileSync(join(empty, 'package.json'), '{"name":"empty","version":"0.0.0","main":"main.cjs"}');
  writeFileSync(join(empty, 'page.html'), '<!doctype html><title>empty</title><button>Ready</button>');
  writeFileSync(
    join(empty, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron');
     app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadFile(require('node:path').join(__dirname, 'page.html')));`,
  );
  const used = await usedFolder(root);
  const ratios: number[] = [];
  const returning: number[] = [];
  const known: number[] = [];
  const memory: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await startOnce(empty, 'button', newFolder());
      const fresh = await startOnce(root, 'button', newFolder());
      const again = await startOnce(root, SHELL, used, STATE);
      rmSync(bare.data, { recursive: true, force: true });
      rmSync(fresh.data, { recursive: true, force: true });
      ratios.push(fresh.milliseconds / bare.milliseconds);
      returning.push(again.milliseconds / bare.milliseconds);
      known.push(again.known / bare.milliseconds);
      memory.push(again.megabytes / bare.megabytes);
      process.stdout.write(
        `  start: empty ${bare.milliseconds.toFixed(0)} ms, fresh ${fresh.milliseconds.toFixed(0)} ms, returning ${again.milliseconds.toFixed(0)} ms (state ${again.known.toFixed(0)} ms); memory: empty ${bare.megabytes.toFixed(0)} MB, returning ${again.processes.join(', ')}\n`,
      );
    }
  } finally {
    rmSync(used, { recursive: true, force: true });
  }
  return [
    atMost(
      1.5,
      'console start to interactive window, fresh folder, against an empty Electron window',
      median(ratios),
    ),
    atMost(1.5, 'the same for an operator who returns', median(returning)),
    withoutGoal('the same until the console has told its state', median(known)),
    atMost(1.5, 'resident memory of all console processes against an empty Electron window', median(memory)),
  ];
}
