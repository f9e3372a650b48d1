import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { _electron } from 'playwright-core';
import { type Figure, atMost, median } from './figure.ts';
import { processTree, residentMegabytes } from './memory.ts';

const ROUNDS = 7;

interface Start {
  readonly milliseconds: number;
  readonly megabytes: number;
  readonly processes: string[];
}

/** From the launch until the page says it can be used; the selector is what an operator would act on first. */
async function startOnce(app: string, selector: string): Promise<Start> {
  const data = mkdtempSync(join(tmpdir(), 'keyops-start-'));
  const began = performance.now();
  const electron = await _electron.launch({
    executablePath: join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '', 'electron'),
    args: ['--no-sandbox', app],
    env: { ...environment(), KEYOPS_DATA: data, KEYOPS_KEYCHAIN: `KeyOps bench ${data}` },
  });
  const page = await electron.firstWindow();
  await page.locator(selector).first().waitFor({ state: 'visible' });
  const milliseconds = performance.now() - began;
  const tree = processTree(electron.process().pid ?? 0)
    .map(({ pid, kind }) => ({ kind, megabytes: residentMegabytes(pid) }))
    .filter(({ megabytes }) => megabytes > 0);
  await electron.close();
  rmSync(data, { recursive: true, force: true });
  return {
    milliseconds,
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
  const ratios: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await startOnce(empty, 'button');
    const ours = await startOnce(root, 'button');
    ratios.push(ours.milliseconds / bare.milliseconds);
    memory.push(ours.megabytes / bare.megabytes);
    process.stdout.write(
      `  start: empty ${bare.milliseconds.toFixed(0)} ms, console ${ours.milliseconds.toFixed(0)} ms; memory: empty ${bare.megabytes.toFixed(0)} MB, console ${ours.processes.join(', ')}\n`,
    );
  }
  return [
    atMost(1.5, 'console start to interactive window against an empty Electron window', median(ratios)),
    atMost(1.5, 'resident memory of all console processes against an empty Electron window', median(memory)),
  ];
}
