import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Credential } from '#preload/contract/credentials.ts';
import { addProfile } from '../fixtures/add-profile.ts';
import { LocalService } from '../fixtures/local-service.ts';
import { type Stage, approve } from '../tour/steps.ts';
import { callBridge } from './bridge-calls.ts';
import { keepPicture } from './guide-pictures.ts';
import { type HostKind, type Launched, launchConsole } from './launch.ts';

const CURVE = 'API_KEY_CURVE_P256';

/** Two consoles of one service, one of them offline, and a stick between them. */
export interface OfflinePair {
  readonly service: LocalService;
  readonly offline: Launched;
  readonly online: Launched;
  /** What is removed with them: the data folders, and the stick. */
  readonly root: string;
  /** Gives a console a credential, an API key of that user's. @returns its public key, in hex */
  enroll(launched: Launched, label: string, userId: string): Promise<string>;
  /** Has the offline console's operator confirm its clock. @param picture the name of the approval's picture in the guide */
  confirmClock(picture?: string): Promise<void>;
  readonly goToOffline: (page: Page) => Promise<void>;
  /** Opens a file or folder on the screen Offline, by its path. */
  readonly open: (launched: Launched, path: string) => Promise<void>;
  /** The file of that kind on the stick that was not there before. */
  readonly newest: (kind: 'request' | 'stamp' | 'answer') => Promise<string>;
  /** @param picture the name of the approval's picture in the guide */
  stageOf(launched: Launched, picture?: string): Stage;
  close(): Promise<void>;
}

/** Has the host save into a folder, in place of its dialog. */
export const saveInto = async ({ electron }: Launched, folder: string): Promise<void> => {
  await electron?.evaluate(({ dialog }, to) => {
    const showSaveDialog = (_window: unknown, { defaultPath = '' }: { defaultPath?: string }) =>
      Promise.resolve({
        canceled: false,
        filePath: `${to}/${defaultPath.slice(defaultPath.lastIndexOf('/') + 1)}`,
      });
    Object.assign(dialog, { showSaveDialog });
  }, folder);
};

/** Starts both, without credentials. @param switches more of Chromium's switches for each, for Electron */
export async function launchPair(
  host: HostKind,
  switches: { readonly offline?: readonly string[]; readonly online?: readonly string[] } = {},
): Promise<OfflinePair> {
  const service = await LocalService.start();
  service.now = Date.now();
  const root = await mkdtemp(join(tmpdir(), 'keyops-round-'));
  const stick = join(root, 'stick');
  await mkdir(stick);
  const start = async (name: 'offline' | 'online'): Promise<Launched> => {
    const dataFolder = join(root, name);
    await addProfile(dataFolder, service.ready);
    const launched = await launchConsole({
      ...{ host, dataFolder, isOffline: name === 'offline', switches: switches[name] ?? [] },
      keychainService: `KeyOps test ${randomUUID()}`,
    });
    await saveInto(launched, stick);
    return launched;
  };
  const offline = await start('offline');
  const online = await start('online');
  const stageOf = (launched: Launched, picture?: string): Stage => ({
    ...launched,
    onScene: async (_name, page) => {
      if (picture !== undefined) await keepPicture(host, page, picture);
    },
  });
  const goToOffline = (page: Page): Promise<void> =>
    page
      .getByRole('navigation')
      .getByRole('button', { name: /^Offline/ })
      .click();
  const taken = new Set<string>();
  return {
    ...{ service, offline, online, root, stageOf, goToOffline },
    enroll: async ({ page }, label, userId) => {
      const made = await callBridge(page, 'credentials.create', { label, curve: CURVE });
      if (!made.ok) throw new Error(`${made.code}: ${made.message}`);
      const { publicKey } = made.value as Credential;
      const apiKey = { apiKeyName: label, publicKey, curveType: CURVE, expirationSeconds: '31536000' };
      await service.submit('create_api_keys', { userId, apiKeys: [apiKey] });
      return publicKey;
    },
    confirmClock: async (picture) => {
      await offline.page.getByRole('button', { name: 'Clock not confirmed' }).click();
      await offline.page.getByRole('dialog').getByRole('button', { name: 'Confirm the clock' }).click();
      await approve(stageOf(offline, picture), '');
      await offline.page.keyboard.press('Escape');
      // It counts once its line is in the journal, which is after the surface has gone.
      await offline.page.getByText('Clock confirmed by you').first().waitFor();
    },
    open: async (launched, path) => {
      const { page } = launched;
      await goToOffline(page);
      const back = page.getByRole('button', { name: 'Back', exact: true });
      if (await back.isVisible()) await back.click();
      await page.getByRole('textbox', { name: 'File or folder' }).fill(path);
      await page.keyboard.press('Enter');
      // A path that was typed is named on the approval surface.
      await approve(stageOf(launched), '');
    },
    newest: async (kind) => {
      const names = await readdir(stick);
      const [name = ''] = names.filter((each) => each.endsWith(`.keyops-${kind}`) && !taken.has(each));
      taken.add(name);
      return join(stick, name);
    },
    close: async () => {
      await online.close();
      await offline.close();
      await service.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
