import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Launched } from './launch.ts';

/** What of a console is searched; `sessionFolder` is what Chromium writes, where that lies apart from the data. */
type Searched = Pick<Launched, 'page' | 'said' | 'dataFolder' | 'sessionFolder'>;

/**
 * Searches everything that a console shows, keeps and writes for secrets: the window's document and storage, the state
 * of every zustand store, what the pages and the program said, and every file of the data folder (databases with their
 * write-ahead logs, the journal) and of Chromium's default session.
 * @param secrets as text: hex of a key, a mnemonic, a password; each is looked for in the other ways of writing it, too
 * @returns where each was found, as `place: form`; empty when nowhere
 */
export async function findLeaks(launched: Searched, secrets: readonly string[]): Promise<string[]> {
  const texts = new Map<string, string>([...(await windowTexts(launched.page))]);
  texts.set('what the program said', launched.said.join('\n'));
  const found: string[] = [];
  for (const [place, text] of texts) {
    for (const secret of secrets) {
      for (const form of textForms(secret)) {
        if (holds(text, form)) found.push(`${place}: ${form.name}`);
      }
    }
  }
  return [...found, ...(await findInFolders(launched, secrets))];
}

/**
 * Searches for everything that the console keeps in the keychain: the keys of credentials and sessions, and the key of the
 * service's storage. Every console that a test starts is searched when it closes (launch.ts). Where the window is gone, its
 * files are left to search; so it is where the test killed the page's process, after which it cannot reach the page any more.
 * @param keychainService the name under which the items stand
 */
export async function findKeychainLeaks(
  launched: Searched & { readonly killsPage?: boolean | undefined },
  keychainService: string,
): Promise<string[]> {
  const secrets = await keychainSecrets(keychainService);
  if (secrets.length === 0 || !existsSync(launched.dataFolder)) return [];
  try {
    return await findLeaks(launched, secrets);
  } catch (error) {
    if (!launched.page.isClosed() && launched.killsPage !== true) throw error;
    return findInFolders(launched, secrets);
  }
}

/**
 * Items of the keychain that hold no secret: the probe, the number of a database's state (docs/decisions/105), which keys
 * were imported, the digests of profiles and contacts, and the journal's number.
 */
const PUBLIC =
  /^(?:keychain-probe|service-generation:[0-9a-f]{32}|imported:.+|profiles-noted|profile:.+|contacts:.+|journal:[0-9a-f]{32})$/;

async function findInFolders(launched: Searched, secrets: readonly string[]): Promise<string[]> {
  const folders = [launched.dataFolder, launched.sessionFolder ?? launched.dataFolder];
  const there = [...new Set(folders)].filter((folder) => existsSync(folder));
  const found = await Promise.all(there.map((folder) => findInFiles(folder, secrets)));
  return found.flat();
}

/** The texts of a keychain's items; none where there is no keychain. */
async function keychainSecrets(service: string): Promise<string[]> {
  try {
    const { default: keytar } = await import('keytar');
    const items = await keytar.findCredentials(service);
    return items.filter(({ account }) => !PUBLIC.test(account)).map(({ password }) => password);
  } catch {
    return [];
  }
}

interface Form {
  readonly name: string;
  readonly text: string;
  /** For words: what stands between them does not count. */
  readonly letters?: boolean;
}

const HEX = /^(?:0x)?((?:[0-9a-f]{2}){8,})$/i;

/** The bytes that a secret stands for, where it is hex. */
function bytesOf(secret: string): Buffer | undefined {
  const [, digits] = HEX.exec(secret) ?? [];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

function textForms(secret: string): Form[] {
  if (secret.length < 4) throw new Error('A secret that short is found everywhere.');
  if (secret.includes(' ')) return [{ name: 'words', text: letters(secret), letters: true }];
  const bytes = bytesOf(secret) ?? Buffer.from(secret);
  return [
    { name: 'as it is', text: secret.replace(/^0x/, '').toLowerCase() },
    { name: 'hex', text: bytes.toString('hex') },
    { name: 'base64', text: bytes.toString('base64').replace(/=+$/, '').toLowerCase() },
    { name: 'base64url', text: bytes.toString('base64url').toLowerCase() },
    { name: 'numbers', text: [...bytes].join(',') },
  ];
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
const holds = (text: string, form: Form): boolean =>
  (form.letters === true ? letters(text) : text.toLowerCase()).includes(form.text);

/** Searches every file below a folder; where each secret was found, as `file: form`. */
export async function findInFiles(folder: string, secrets: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(folder)) {
    const content = await readFile(file).catch(whenGone(undefined));
    if (content === undefined) continue;
    const name = basename(file);
    const lower = content.toString('latin1').toLowerCase();
    for (const secret of secrets) {
      const raw = [bytesOf(secret), Buffer.from(secret), Buffer.from(secret, 'utf16le')];
      if (raw.some((bytes) => bytes !== undefined && content.includes(bytes))) found.push(`${name}: bytes`);
      for (const form of textForms(secret)) if (holds(lower, form)) found.push(`${name}: ${form.name}`);
    }
  }
  return found;
}

/** The files below a folder, each by itself: a recursive listing gives up on all of them where one subfolder went. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map(({ name }) => join(folder, name));
  for (const { name } of entries.filter((each) => each.isDirectory()))
    files.push(...(await filesBelow(join(folder, name)).catch(whenGone([]))));
  return files;
}

/** Takes the place of what went since it was listed: databases and browsers make and take away files as they work. */
const whenGone =
  <T>(instead: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
    throw error;
  };

/** Everything readable in the window, by its place. */
async function windowTexts(page: Page): Promise<[string, string][]> {
  const dom = await page.evaluate(() => {
    const values = [...document.querySelectorAll('input, textarea, select')].map((each) =>
      'value' in each ? String(each.value) : '',
    );
    const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage)));
    return [
      ['the document', [document.title, document.documentElement.outerHTML, ...values].join('\n')],
      ['the words on the screen', document.body.innerText],
      ['the storage of the page', stored.join('\n')],
      ['the address', location.href],
    ] as [string, string][];
  });
  const stores = await storeStates(page);
  return [...dom, ...stores.map((text, index): [string, string] => [`store ${index + 1}`, text])];
}

/** The state of every zustand store of the page, as JSON: found among all objects that live, so that none is forgotten. */
export async function storeStates(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { result: prototype } = await session.send('Runtime.evaluate', {
      expression: 'Function.prototype',
    });
    const { objects } = await session.send('Runtime.queryObjects', {
      prototypeObjectId: prototype.objectId ?? '',
    });
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      returnByValue: true,
      functionDeclaration: `function () {
        const seen = new WeakSet();
        const plain = (name, value) => {
          if (typeof value === 'bigint') return String(value);
          if (value instanceof Map || value instanceof Set) return [...value];
          if (typeof value !== 'object' || value === null) return value;
          if (seen.has(value)) return undefined;
          seen.add(value);
          return value;
        };
        return this.filter((each) => typeof each.getState === 'function' && typeof each.getInitialState === 'function')
          .map((store) => JSON.stringify(store.getState(), plain) ?? '');
      }`,
    });
    return result.value as string[];
  } finally {
    await session.detach();
  }
}
