import { defineErrors } from '#protocol/define-errors.ts';

/** Writes what was not expected to standard error, as one JSON line. Errors of ours hold no secrets. */
export function reportFault(name: string, error: unknown): void {
  const what =
    error instanceof Error ? { message: error.message, stack: error.stack } : { message: 'not an error' };
  process.stderr.write(`${JSON.stringify({ level: 'error', name, ...what })}\n`);
}

const FORM =
  'Write {"operation", "parameters", "ours"?} or {"requests": [{"operation", "parameters"}], "ours"?}.';

/** The rooms that have one or two: files, browser pages, journal, the bridge, the shells, the service beside the console. */
export const consoleError = defineErrors({
  CALL_UNKNOWN: ['There is no such call on this surface.', 'Update the console.'],
  CONSOLE_CLOSED: ['The console is closing.', 'Start it again.'],
  INTERNAL: ['Something went wrong inside the console.', 'Try again; the log has the details.'],
  SENDER_REFUSED: [
    "This call came from {fault}; only the console's own page may make it.",
    'Close the console and start it again. If it happens again, this installation may have been changed.',
  ],
  HOST_CANNOT: ['The Chromium window cannot {what}.', 'Type the path of a file instead.'],
  BROWSER_MISSING: {
    chromium: [
      'Neither Chrome nor Chromium was found on this machine.',
      'Install one, or name it: KEYOPS_CHROMIUM=/path/to/chromium npm start -- --chromium',
    ],
    system: ['The system’s browser cannot be opened.', 'Install xdg-utils, or choose a default browser.'],
  },
  SERVICE_FAILED: {
    utility: ['{message}', 'Check again; the log says more.'],
    child: ['{message}', 'Check again; the service’s log says more.'],
  },
  SERVICE_KEYS_CHANGED: [
    'The local service has other keys than the ones pinned at its first start: {differing}.',
    'Put back the service’s own data folder. Nothing that these keys sign or open is to be trusted.',
  ],
  INPUT_INVALID: {
    call: ['{why}', 'Correct the value and try again.'],
    notJson: ['The line isn’t JSON.', FORM],
    line: ['{where}{why}.', FORM],
  },
  NO_SERVICE: [
    'This preview needs answers of the service, and none is asked here.',
    'Open the request in the console.',
  ],
  JOURNAL_UNWRITABLE: [
    'The journal could not be written.',
    'Check that the disk is not full and that the data folder may be written.',
  ],
  BROWSER_ADDRESS_REFUSED: [
    'This address is not opened in the browser: it is neither https nor on this machine.',
    'Check the issuer’s address.',
  ],
  BROWSER_TIMEOUT: ['Nobody finished in the browser in time.', 'Start it again.'],
  BROWSER_CANCELLED: {
    console: ['It was called off.', 'Start it again.'],
    browser: ['It was called off in the browser.', 'Start it again.'],
  },
  FILE_TOO_LARGE: ['“{name}” is larger than {limit} KiB, the most that is read.', 'Give another file.'],
  BROWSER_PAGE_TAKEN: [
    'The page in the browser was loaded twice; nothing was taken from it.',
    'Start it again. If you loaded it only once, another program on this computer did too.',
  ],
  PASSKEY_ANSWER_INVALID: [
    'The browser’s answer is not one of this passkey to this request.',
    'Start it again; do not go on when it happens twice.',
  ],
  CONSOLE_LOCKED: ['The console is locked.', 'Unlock it first.'],
  PASSKEY_UNDER_WAY: ['Another passkey is asked for in the browser.', 'Finish it there, or call it off.'],
  FILE_UNREADABLE: ['The file cannot be read.', 'Check its path and that you may read it.'],
  FILE_ON_NETWORK: [
    'The path leads to another computer.',
    'Copy the file to this computer and open it there.',
  ],
});
