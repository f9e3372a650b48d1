// A folder of requests under one approval (docs/decisions/150-batches-by-file.md): stamps and answers go beside the requests.
import { basename } from 'node:path';
import { errorText } from '#protocol/define-errors.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import {
  type OfflineAnswer,
  type OfflineFile,
  type OfflineFormat,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
  fileStemOf,
  writeOfflineFile,
} from '#protocol/offline/offline-files.ts';
import {
  type FolderOfFile,
  cardOf,
  filesAt,
  folderOfFile,
  offlineFormatOf,
  saveInto,
} from '../features/offline/module.ts';
import { type Run, isClockRight, readFileOf, withConsole, wrongArguments } from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';
import { exitOf, graverOf } from './exit-of.ts';
import type { OpenConsole } from './open-console.ts';
import { leftOf, questionFor, sayCard } from './show.ts';

/** What became of one file. */
type Done =
  | { readonly file: string; readonly digest: string; readonly status?: number; readonly outcome?: string }
  | { readonly name: string; readonly code: string; readonly message: string; readonly remedy: string };

interface OfFolder<T> {
  readonly place: FolderOfFile;
  readonly files: readonly T[];
}

/** Refuses options that mean one file. @throws AppError `ARGUMENTS_WRONG` */
function requireNone({ values }: Run, names: readonly string[]): void {
  const given = names.find((name) => values[name] !== undefined && values[name] !== false);
  if (given !== undefined) throw wrongArguments(`--${given} is for one file, not for a folder.`);
}

/** Every file of one kind in a folder, each read once, in the order of their names. @throws AppError */
async function readAll<const F extends OfflineFormat>(
  folder: string,
  format: F,
): Promise<OfFolder<Extract<OfflineFile, { format: F }>>> {
  const paths = (await filesAt(folder)).filter((path) => offlineFormatOf(path) === format);
  const [first = `${folder}/.`] = paths;
  const place = await folderOfFile(first);
  if (place === undefined) throw wrongArguments('There is no folder of that name.');
  const files: Extract<OfflineFile, { format: F }>[] = [];
  for (const path of paths) files.push(await readFileOf(format, path));
  return { place, files };
}

const nameOf = ({ body }: OfflineRequest, { format }: OfflineFile): string => `${fileStemOf(body)}.${format}`;
const asText = (error: AppError, name: string): Done => {
  const { code, message, remedy } = errorText(error);
  return { name, code, message, remedy };
};

/** Shows a batch to whoever decides, and asks. */
async function askAbout(
  { terminal, values, clock }: Run,
  { offline }: OpenConsole,
  requests: readonly OfflineRequest[],
): Promise<{ readonly isApproved: boolean; readonly digest: string }> {
  const { preview, pages, digest } = await offline.lookAtAll(requests);
  // All of its pages are on the card: a terminal turns none.
  const card = cardOf({ ...preview, batch: { ...pages.outline, pages: pages.all() } }, clock);
  const lapses = Math.min(...requests.map((request) => request.lapses));
  const [first] = requests;
  const shown = {
    previewDigest: digest,
    requests: requests.map((request) => toHex(digestOfFile(request))),
    lapsesAt: new Date(lapses).toISOString(),
    card,
  };
  if (values['json'] === true) terminal.noteJson(shown);
  else
    sayCard(terminal, card, [
      { label: 'Requests', value: String(requests.length) },
      { label: 'For the organization', value: first?.organization ?? '' },
      { label: 'For the credential', value: toHex(first?.credential.publicKey ?? new Uint8Array()) },
      {
        label: 'The first lapses',
        value: shown.lapsesAt,
        note: leftOf(Math.max(0, Math.floor((lapses - clock.now()) / 1000))),
      },
      { label: 'Digest of all of it', value: digest },
    ]);
  return { isApproved: await terminal.ask(...questionFor(card, digest)), digest };
}

/** `keyops approve FOLDER`: shows all of its requests together, asks, and prints the digest of what was shown. */
export async function approveFolder(run: Run): Promise<ExitCode> {
  requireNone(run, ['secret-fd']);
  const { files } = await readAll(run.args[0] ?? '', 'keyops-request');
  return withConsole(run, async (console) => {
    const { isApproved, digest } = await askAbout(run, console, files);
    if (run.values['json'] === true)
      run.terminal.json({
        ok: isApproved,
        ...(isApproved ? { previewDigest: digest } : { exit: EXIT.refused }),
      });
    else run.terminal.say(isApproved ? `Approved: ${digest}` : 'Not approved.');
    return isApproved ? EXIT.done : EXIT.refused;
  });
}

/**
 * `keyops stamp FOLDER`: one approval, and a stamp beside each request. What was stamped before a fault is saved all the same.
 * @param given the digest that `keyops approve FOLDER` printed
 */
export async function stampFolder(run: Run, given: string | undefined): Promise<ExitCode> {
  requireNone(run, ['secret-fd', 'out', 'twin']);
  // Read once: what is shown, approved and stamped are these bytes, whatever becomes of the files.
  const { place, files: requests } = await readAll(run.args[0] ?? '', 'keyops-request');
  return withConsole(run, async (console) => {
    let approved = (await isClockRight(run, console)) ? given : null;
    if (approved === undefined) {
      const asked = await askAbout(run, console, requests);
      approved = asked.isApproved ? asked.digest : null;
    }
    if (approved === null) return said(run, [], EXIT.refused, 'Not stamped.');
    const stamps: { readonly request: OfflineRequest; readonly stamp: OfflineStamp }[] = [];
    const done: Done[] = [];
    try {
      await console.offline.stampAll(requests, approved, (stamp, index) => {
        const request = requests[index];
        if (request !== undefined) stamps.push({ request, stamp });
      });
    } finally {
      for (const { request, stamp } of stamps) done.push(await saved(place, request, stamp));
      if (stamps.length > 0 && stamps.length < requests.length)
        run.terminal.note(`${stamps.length} of ${requests.length} were stamped before that, and saved.`);
    }
    return said(run, done, exitFor(done, EXIT.input), `${stamps.length} stamped.`);
  });
}

/** `keyops send FOLDER`: brings every stamped request to its service; what was refused keeps nothing else back. */
export async function sendFolder(run: Run): Promise<ExitCode> {
  requireNone(run, ['out', 'twin']);
  const [folder = ''] = run.args;
  const { place, files: requests } = await readAll(folder, 'keyops-request');
  const { files: stamps } = await readAll(folder, 'keyops-stamp');
  const stampOf = new Map(stamps.map((stamp) => [toHex(stamp.request), stamp]));
  const done: Done[] = [];
  let worst = EXIT.done as ExitCode;
  let unstamped = 0;
  await withConsole(run, async ({ offline }) => {
    for (const request of requests) {
      const stamp = stampOf.get(toHex(digestOfFile(request)));
      if (stamp === undefined) {
        unstamped += 1;
        continue;
      }
      try {
        const answer = await offline.send(request, stamp);
        const file = await saved(place, request, answer);
        done.push('file' in file ? { ...file, status: answer.status } : file);
        if (answer.status !== 200) worst = graverOf(worst, EXIT.service);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        done.push(asText(error, `${fileStemOf(request.body)}.keyops-request`));
        worst = graverOf(worst, exitOf(error, error.code));
      }
    }
  });
  if (done.length === 0) throw wrongArguments('This folder has no stamp for any of its requests.');
  const left = unstamped === 0 ? '' : ` ${unstamped} have no stamp here.`;
  return said(run, done, worst === EXIT.done ? exitFor(done, EXIT.input) : worst, `Sent.${left}`);
}

/** `keyops open FOLDER`: holds every answer against what was stamped here. Key material stays sealed. */
export async function openFolder(run: Run): Promise<ExitCode> {
  requireNone(run, ['out-fd']);
  const { files: answers } = await readAll(run.args[0] ?? '', 'keyops-answer');
  if (answers.length === 0) throw wrongArguments('This folder has no answers.');
  const done: Done[] = [];
  let worst = EXIT.done as ExitCode;
  await withConsole(run, async ({ offline }) => {
    for (const answer of answers) {
      try {
        const { outcome, exit } = await openOne(offline, answer);
        done.push({ file: toHex(answer.body).slice(0, 16), digest: toHex(digestOfFile(answer)), outcome });
        worst = graverOf(worst, exit);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        done.push(asText(error, toHex(answer.body).slice(0, 16)));
        worst = graverOf(worst, exitOf(error, error.code));
      }
    }
  });
  return said(run, done, worst, 'Opened.');
}

async function openOne(
  offline: OpenConsole['offline'],
  answer: OfflineAnswer,
): Promise<{ readonly outcome: string; readonly exit: ExitCode }> {
  const { outcome, plaintexts } = await offline.open(answer, false);
  for (const { plaintext } of plaintexts) plaintext.wipe();
  if (outcome.state === 'failed') return { outcome: `failed, ${outcome.code}`, exit: EXIT.service };
  const isWhole = outcome.state !== 'completed' || outcome.verifications.every(({ passed }) => passed);
  return {
    outcome: isWhole ? outcome.state : 'a check failed',
    exit: isWhole ? EXIT.done : EXIT.verification,
  };
}

async function saved(place: FolderOfFile, request: OfflineRequest, file: OfflineFile): Promise<Done> {
  const name = nameOf(request, file);
  try {
    const path = await saveInto(place, name, writeOfflineFile(file));
    return { file: basename(path), digest: toHex(digestOfFile(file)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return asText(error, name);
  }
}

const exitFor = (done: readonly Done[], otherwise: ExitCode): ExitCode =>
  done.some((each) => 'code' in each) ? otherwise : EXIT.done;

/** Says what became of each file. */
function said({ terminal, values }: Run, done: readonly Done[], exit: ExitCode, words: string): ExitCode {
  if (values['json'] === true) terminal.json({ ok: exit === EXIT.done, exit, files: done });
  else {
    for (const each of done)
      terminal.say(
        'code' in each
          ? `!! ${each.name}: ${each.code}. ${each.message} ${each.remedy}`
          : `   ${[each.file, each.status ?? each.outcome].filter((part) => part !== undefined).join('  ')}`,
      );
    terminal.say(words);
  }
  return exit;
}
