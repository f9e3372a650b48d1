// The tour's program, bundled and started by scripts/tour.mjs: prints what was signed and where the pictures are.
import { join, relative } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { launchConsole } from '../e2e/launch.ts';
import { createCredential, createPrivateKey, signTransaction, visitScreens } from './steps.ts';

const root = process.env['KEYOPS_ROOT'] ?? process.cwd();
const pictures = process.env['KEYOPS_TOUR'] ?? root;
const host = process.env['KEYOPS_TOUR_HOST'] === 'electron' ? 'electron' : 'chromium';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

say(`Tour in ${host === 'electron' ? 'Electron' : 'Chromium'}, on a screen and with a keyring of its own.`);
const launched = await launchConsole({ host });
try {
  const onScene = async (name: string, page: Page): Promise<void> => {
    const path = join(pictures, `${name}.png`);
    await page.screenshot({ path });
    say(`  ${relative(root, path)}`);
  };
  const stage = { ...launched, onScene };
  await createCredential(stage, 'ops-laptop');
  await createPrivateKey(stage, 'Treasury hot');
  const signed = await signTransaction(stage);
  await visitScreens(stage);
  say(`Signed by            ${signed.address}`);
  say(`Transaction hash     ${signed.hash}`);
  say(`Signed transaction   ${signed.transaction}`);
  say('Created, stamped, previewed, approved, signed, verified and journaled.');
} finally {
  await launched.close();
}
