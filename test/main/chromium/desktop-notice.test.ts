// Notices in a Chromium window: through the system's own program, whose arguments are a stranger's words.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { showNotice } from '#main/chromium/desktop-notice.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-notices-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
// Other files' tests run in the same process.
afterEach(() => vi.unstubAllEnvs());
beforeEach(() => vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`));

/** Puts a program in the place of the system's: it keeps its arguments and writes what was pressed. */
async function program(name: string, pressed: string): Promise<() => Promise<string[]>> {
  const kept = join(folder, `${name}.given`);
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${kept}\nprintf '%s\\n' '${pressed}'\n`;
  await writeFile(join(folder, name), script);
  await chmod(join(folder, name), 0o755);
  return async () => (await readFile(kept, 'utf8')).split('\n').slice(0, -1);
}

it('attack: a request’s words are options, markup or code for what shows the notice', async () => {
  const title = '--urgency=critical';
  const text = '<b>Approve</b> & `rm -rf ~` $(id)';
  const given = await program('notify-send', '');
  await showNotice({ title, text }, 'linux');
  expect((await given()).slice(-3)).toEqual([
    '--',
    title,
    '&lt;b&gt;Approve&lt;/b&gt; &amp; `rm -rf ~` $(id)',
  ]);
  const asked = await program('osascript', '');
  await showNotice({ title: '" & (do shell script "id") & "', text }, 'darwin');
  const [last, before] = (await asked()).toReversed();
  expect([before, last]).toEqual(['" & (do shell script "id") & "', text]);
});

it('says whether it was pressed', async () => {
  await program('notify-send', 'default');
  expect(await showNotice({ title: 'One', text: '' }, 'linux')).toBe(true);
  await program('notify-send', 'closed');
  expect(await showNotice({ title: 'Two', text: '' }, 'linux')).toBe(false);
});

it('is lost without such a program, and where the system has none', async () => {
  vi.stubEnv('PATH', join(folder, 'nowhere'));
  expect(await showNotice({ title: 'One', text: '' }, 'linux')).toBe(false);
  expect(await showNotice({ title: 'One', text: '' }, 'win32')).toBe(false);
});
