// `keyops inspect`: what files say, with nothing but the files.
import { basename } from 'node:path';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { OfflineFile } from '#protocol/offline/offline-files.ts';
import { filesAt, isFolder, offlineFormatOf } from '../features/offline/module.ts';
import { printTranscript } from './ceremony.ts';
import { type Run, readAny, readFileOf } from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';
import { exitOf, graverOf } from './exit-of.ts';
import { type ShownRequest, describeFile, sayRequest } from './show.ts';
import { cardAlone } from './verify-files.ts';

/** Shows a file, or each file of a folder. @returns `done`, or the gravest reason why one can't be read. @throws AppError */
export async function inspectFiles(run: Run): Promise<ExitCode> {
  const { terminal, values, args } = run;
  const [path = ''] = args;
  if (path.endsWith('.keyops-transcript')) return printTranscript(run, path);
  if (await isFolder(path)) return inspectFolder(run, path);
  const said = await lookAt(run, await readAny(path));
  if (values['json'] === true) terminal.json({ ok: true, ...said.described, ...said.shown });
  else sayFile(run, said);
  return EXIT.done;
}

interface Looked {
  readonly described: ReturnType<typeof describeFile>;
  /** Of a request alone. */
  readonly shown: ShownRequest | undefined;
}

const lookAt = async ({ clock }: Run, file: OfflineFile): Promise<Looked> => ({
  described: describeFile(file),
  shown: file.format === 'keyops-request' ? await cardAlone(file, clock) : undefined,
});

function sayFile({ terminal }: Run, { described, shown }: Looked): void {
  if (shown !== undefined) sayRequest(terminal, shown);
  else for (const [label, value] of Object.entries(described)) terminal.say(`${label}: ${value}`);
}

/** One that can't be read hides none of the others. */
async function inspectFolder(run: Run, folder: string): Promise<ExitCode> {
  const { terminal, values } = run;
  const isJson = values['json'] === true;
  const paths = await filesAt(folder);
  const files: object[] = [];
  let exit: ExitCode = EXIT.done;
  for (const [index, path] of paths.entries()) {
    const name = basename(path);
    // No line of a card begins like this one.
    if (!isJson) terminal.say(`#  File ${index + 1} of ${paths.length}: ${name}`);
    try {
      // What its name says it is: another command would take it as that.
      const looked = await lookAt(run, await readFileOf(offlineFormatOf(path) ?? 'keyops-answer', path));
      files.push({ name, ...looked.described, ...looked.shown });
      if (!isJson) sayFile(run, looked);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, remedy } = errorText(error);
      files.push({ name, code, message, remedy });
      exit = graverOf(exit, exitOf(error, code));
      if (!isJson) terminal.say(`!! ${code}. ${message} ${remedy}`);
    }
    if (!isJson) terminal.say('');
  }
  if (isJson) terminal.json({ ok: exit === EXIT.done, exit, files });
  return exit;
}
