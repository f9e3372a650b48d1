import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Page } from 'playwright-core';

/** So long a notice is waited for: one that nobody pressed tells nothing any more. */
const WAITED_MS = 600_000;

interface Notice {
  readonly title: string;
  readonly text: string;
}

/** What shows a notice, by system; each text is an argument of its own, which no shell and no script reads as code. */
const COMMANDS: Readonly<
  Partial<Record<NodeJS.Platform, (notice: Notice) => readonly [string, ...string[]]>>
> = {
  // The body is markup; what is pressed is written out.
  linux: ({ title, text }) => [
    'notify-send',
    ...['--app-name=KeyOps Console', '--action=default=Open', '--', title, escapeMarkup(text)],
  ],
  darwin: ({ title, text }) => [
    'osascript',
    ...['-e', 'on run given', '-e', 'display notification (item 2 of given) with title (item 1 of given)'],
    ...['-e', 'end run', '--', title, text],
  ],
};

/** For what shows text as markup. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Shows a notice on the desktop through the system's own program: a page that may do so itself could draw over the approval.
 * Lost where there is no such program.
 * @returns once it is gone: whether the operator pressed it, where the system tells that
 */
export function showNotice(notice: Notice, system = process.platform): Promise<boolean> {
  const [command, ...given] = COMMANDS[system]?.(notice) ?? [];
  if (command === undefined) return Promise.resolve(false);
  const child = spawn(command, given, { stdio: ['ignore', 'pipe', 'ignore'], timeout: WAITED_MS });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said = (said + part.toString()).slice(0, 100)));
  // It may be shown for longer than the console runs.
  child.unref();
  if (child.stdout instanceof Socket) child.stdout.unref();
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', () => resolve(said.trim() === 'default'));
  });
}

const NAME = 'KeyOps Console';

/** Puts a number before the name of the window: its icon is the browser's. */
export async function numberWindow(page: Page, count: number): Promise<void> {
  if (page.isClosed()) return;
  const title = count === 0 ? NAME : `(${count}) ${NAME}`;
  await page
    .evaluate((shown) => {
      const { document } = globalThis as unknown as { document: { title: string } };
      document.title = shown;
    }, title)
    // A page that is just being renewed has its own name again; the next look numbers it.
    .catch(() => undefined);
}
