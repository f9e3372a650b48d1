import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM_SURFACES, ELECTRON_SURFACES, pageUrl } from '#main/bridge/surfaces.ts';
import { type PageFiles, answerPage, listPageFiles } from '#main/pages/page-files.ts';

const { console: address, approval } = ELECTRON_SURFACES;

let outside: string;
let files: PageFiles;

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'keyops-pages-'));
  const folder = join(outside, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(outside, 'secret.js'), 'secret');
  await writeFile(join(folder, 'index.html'), 'window');
  await writeFile(join(folder, 'approval.html'), 'approval');
  await writeFile(join(folder, 'assets/index.js'), 'script');
  await writeFile(join(folder, 'assets/notes.txt'), 'notes');
  await symlink(join(outside, 'secret.js'), join(folder, 'assets/link.js'));
  files = listPageFiles(folder);
});
afterAll(() => rm(outside, { recursive: true, force: true }));

const get = (url: string, of = address) => answerPage(files, of, { method: 'GET', url });
const text = async (url: string): Promise<string> => new TextDecoder().decode((await get(url)).body);

describe('answering a page', () => {
  it('serves the document and its assets with their types', async () => {
    expect(await text(pageUrl(address))).toBe('window');
    const script = await get('app://console/assets/index.js');
    expect(script.status).toBe(200);
    expect(script.headers['Content-Type']).toBe('text/javascript; charset=utf-8');
  });

  it('serves the same bytes and headers to both hosts', async () => {
    const electron = await get(pageUrl(address));
    const chromium = await get(pageUrl(CHROMIUM_SURFACES.console), CHROMIUM_SURFACES.console);
    expect(chromium).toEqual(electron);
  });

  it("refuses the other surface's document", async () => {
    expect((await get('app://console/approval.html')).status).toBe(404);
    expect((await get('approval://surface/index.html', approval)).status).toBe(404);
  });

  it.each([
    'app://console/../secret.js',
    'app://console/assets/../../secret.js',
    'app://console/%2e%2e/secret.js',
    'app://console/assets/..%2f..%2fsecret.js',
    'app://console/assets/..%5c..%5csecret.js',
    'app://console/..\\secret.js',
    'app://console//etc/passwd',
    'app://console/assets/link.js',
    'app://console/assets/notes.txt',
    'app://console/assets/',
    'app://console/',
    'app://console',
    'app://console/index.html?x=1',
    'app://console/assets/index.js%00',
  ])('refuses a path that is not in the list: %s', async (url) => {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(answer.body).toHaveLength(0);
  });

  it.each([
    'approval://surface/approval.html',
    'app://consolex/index.html',
    'app://console.evil/index.html',
    'app://console:80/index.html',
    'app://user@console/index.html',
    'app://CONSOLE/index.html',
    'appx://console/index.html',
    'https://console/index.html',
    'file:///etc/passwd',
    'not a url',
    '',
  ])('refuses another address: %s', async (url) => {
    expect((await get(url)).status).toBe(403);
  });

  it('refuses every method but GET', async () => {
    for (const method of ['POST', 'PUT', 'HEAD', 'OPTIONS']) {
      expect((await answerPage(files, address, { method, url: pageUrl(address) })).status).toBe(405);
    }
  });

  it('gives nothing but listed files, whatever is asked for', async () => {
    const contents = new Set(['window', 'script', '']);
    const piece = fc.constantFrom(
      '..',
      '%2e%2e',
      '/',
      '\\',
      '%2f',
      'assets',
      'index.js',
      'secret.js',
      '.',
      '%00',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.webPath(),
          fc.array(piece).map((parts) => `/${parts.join('')}`),
        ),
        async (path) => {
          expect(contents).toContain(await text(`app://console${path}`));
        },
      ),
    );
  });
});
