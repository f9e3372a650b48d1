import { defineErrors } from '#protocol/define-errors.ts';
import { type LogFile, openLogFile } from './log-file.ts';

/** Where faults are written; standard error before a console has opened its data folder. */
let faultLog: LogFile | undefined;

/** Has faults written into a log from now on, and no more into the one before. @returns gives the log up */
export function keepFaultsIn(path: string): () => void {
  const log = openLogFile(path);
  faultLog?.close();
  faultLog = log;
  return () => {
    log.close();
    if (faultLog === log) faultLog = undefined;
  };
}

/**
 * Writes what was not expected as one JSON line, into the console's log or, where that cannot be written, to standard error.
 * Errors of ours hold no secrets.
 */
export function reportFault(name: string, error: unknown): void {
  const what =
    error instanceof Error ? { message: error.message, stack: error.stack } : { message: 'not an error' };
  const line = JSON.stringify({ level: 'error', time: Date.now(), name, ...what });
  if (faultLog?.write(line) !== true) process.stderr.write(`${line}\n`);
}

/**
 * Why the console can't start, and what to do next, for a person; undefined for an error that has no such words. Those of a
 * database are no AppError, and no less told.
 */
export function startFailureText(error: unknown): string | undefined {
  if (!(error instanceof Error && 'remedy' in error && typeof error.remedy === 'string')) return undefined;
  return `${error.message}\n\n${error.remedy}`;
}

const FORM =
  'Write {"operation", "parameters", "ours"?} or {"requests": [{"operation", "parameters"}], "ours"?}.';

/** The rooms that have one or two: files, browser pages, journal, the bridge, the shells, the service beside the console. */
export const consoleError = defineErrors({
  CALL_UNKNOWN: ['This call doesn’t exist.', 'Update the console.'],
  CONSOLE_CLOSED: ['The console is closing.', 'Start again.'],
  INTERNAL: [
    'Something went wrong inside the console.',
    'Try again. The log has the details: logs/console.log in the data folder.',
  ],
  SENDER_REFUSED: [
    "This call came from {fault}; only the console's own page may make it.",
    'Close the console and start it again. If it happens again, this installation may have been changed.',
  ],
  HOST_CANNOT: ['The Chromium window cannot {what}.', 'Type the path of a file instead.'],
  PACKAGE_NOT_OPENED: [
    'The system’s installer could not be opened.',
    'Open the package yourself: it is in the folder “updates” of the data folder.',
  ],
  BROWSER_MISSING: {
    chromium: [
      'Neither Chrome nor Chromium was found on this computer.',
      'Install one, or give its path: KEYOPS_CHROMIUM=/path/to/chromium npm start -- --chromium',
    ],
    system: ['The system’s browser can’t be opened.', 'Install xdg-utils, or set a default browser.'],
  },
  SERVICE_FAILED: ['{message}', 'Check again. The service’s log has the details: {log}'],
  SERVICE_KEYS_CHANGED: [
    'The local service’s keys differ from the ones pinned at its first start: {differing}.',
    'Restore the service’s own data folder. Don’t trust anything these keys sign or open.',
  ],
  INPUT_INVALID: {
    call: ['{why}', 'Correct the value and try again.'],
    notJson: ['The line isn’t JSON.', FORM],
    line: ['{where}{why}.', FORM],
  },
  NETWORK_REFUSED: [
    'This console is offline, so it refused to {what}.',
    'Move the request by file on the Offline screen. What needs a network is done on a console that has one.',
  ],
  OFFLINE_FILE_REFUSED: [
    'A file says that this console stays offline, but it can’t be trusted: {path}: {why}. The console doesn’t start.',
    'Have an administrator give that path to root, writable for nobody else and without links, or remove the file.',
  ],
  OFFLINE_FIXED: [
    'An administrator keeps this console offline with the file {path}.',
    'Have the administrator remove the file, then start the console again.',
  ],
  NO_SERVICE: [
    'This preview needs data from the service, which isn’t available here.',
    'Open the request in the console.',
  ],
  JOURNAL_INTACT: [
    'The journal is intact, so it stays open.',
    'Only a journal that was changed outside the console can be closed. Wait until the check is over.',
  ],
  JOURNAL_UNWRITABLE: {
    full: [
      'The journal could not be written: the disk is full.',
      'Free up disk space, then try again. No restart is needed.',
    ],
    readOnly: [
      'The journal could not be written: the disk is read-only.',
      'Check the disk for errors and make it writable, then try again. No restart is needed.',
    ],
    failed: [
      'The journal could not be written: the disk reported an error.',
      'Check the disk and its connection, then try again.',
    ],
    other: ['The journal could not be written.', 'Check that the data folder is there and writable.'],
  },
  BROWSER_ADDRESS_REFUSED: [
    'This address can’t be opened in the browser: it is neither https nor on this computer.',
    'Check the issuer’s address.',
  ],
  BROWSER_TIMEOUT: ['The step in the browser wasn’t finished in time.', 'Start again.'],
  BROWSER_CANCELLED: {
    console: ['This was canceled.', 'Start again.'],
    browser: ['This was canceled in the browser.', 'Start again.'],
  },
  FILE_TOO_LARGE: ['“{name}” is larger than {limit} KiB, the maximum.', 'Choose another file.'],
  BROWSER_PAGE_TAKEN: [
    'The page in the browser was loaded twice, so its answer wasn’t used.',
    'Start again. If you loaded the page only once, another program on this computer loaded it too.',
  ],
  PASSKEY_ANSWER_INVALID: [
    'The browser’s answer isn’t from this passkey for this request.',
    'Start again. If it happens twice, don’t continue.',
  ],
  CONSOLE_LOCKED: ['The console is locked.', 'Unlock it first.'],
  PASSKEY_UNDER_WAY: ['Another passkey request is waiting in the browser.', 'Finish it there, or cancel it.'],
  FILE_UNREADABLE: ['The file can’t be read.', 'Check the path, and that you have permission to read it.'],
  TERMINAL_MISSING: [
    'There is no terminal to ask on.',
    'Run keyops approve on a terminal, then give the digest that it prints: --preview-digest HEX.',
  ],
  DESCRIPTOR_UNUSABLE: [
    'The file descriptor “{text}” can’t be used.',
    'Give the number of an open file descriptor from 3 on.',
  ],
  ARGUMENTS_WRONG: ['{why}', 'keyops --help says what it takes.'],
  FILE_UNWRITABLE: [
    'The file {name} can’t be written.',
    'Check the folder, and that you have permission to write there.',
  ],
  FILE_ON_NETWORK: [
    'The path leads to another computer.',
    'Copy the file to this computer and open it there.',
  ],
});
