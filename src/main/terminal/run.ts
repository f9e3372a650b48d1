import { parseArgs } from 'node:util';
import type { OfflineRequest } from '#protocol/offline/offline-files.ts';
import { Secret } from '#protocol/secret.ts';
import type { Signer } from '#protocol/stamp.ts';
import { isFolder } from '../features/offline/module.ts';
import { consoleError } from '../platform/errors.ts';
import { KEY_TEXT_LIMIT, readKey } from '../vault/read-key.ts';
import { type KeptSigner, createSigner } from '../vault/signer.ts';
import { backUpKey, restoreKey } from './backup-key.ts';
import { runCeremony } from './ceremony.ts';
import {
  isClockRight,
  outOf,
  readFileOf,
  type Run,
  type CommandParts,
  sayWritten,
  optionText,
  type Values,
  withConsole,
  writeFileOf,
  wrongArguments,
} from './command-run.ts';
import { COMMANDS, COMMON_OPTIONS, type CommandRow, EXIT, type ExitCode } from './command-table.ts';
import { completionOf, isShell, usageOf } from './completion.ts';
import { readDescriptor, readSecretText, writeSecrets } from './descriptors.ts';
import { exitOf } from './exit-of.ts';
import type { OpenConsole } from './open-console.ts';
import { inspectFiles } from './inspect-files.ts';
import { prepareFile } from './prepare-file.ts';
import { approveFolder, openFolder, sendFolder, stampFolder } from './request-folder.ts';
import { questionFor, sayRequest, shownRequest } from './show.ts';
import type { OperatorTerminal } from './terminal.ts';
import { verifyFiles } from './verify-files.ts';

/** Runs one command line; never rejects. @returns the exit code */
export async function runKeyops(argv: readonly string[], parts: CommandParts): Promise<ExitCode> {
  const isJson = argv.includes('--json');
  try {
    const [name = '--help', ...rest] = argv;
    const command = COMMANDS.find((row) => row.name === name);
    if (name === '--help' || name === 'help') {
      for (const line of usageOf().split('\n')) parts.terminal.say(line);
      return argv.length === 0 ? EXIT.usage : EXIT.done;
    }
    if (command === undefined) throw wrongArguments(`There is no command “${name}”.`);
    const { values, positionals } = parse(command, rest);
    if (values['help'] === true) {
      for (const line of usageOf(name).split('\n')) parts.terminal.say(line);
      return EXIT.done;
    }
    const [least, most] = command.count;
    if (positionals.length < least || positionals.length > most)
      throw wrongArguments(`keyops ${command.name} takes ${command.takes || 'no argument'}.`);
    return await RUNS[command.name]({ ...parts, command, args: positionals, values });
  } catch (error) {
    return refused(error, isJson, parts.terminal);
  }
}

function parse(command: CommandRow, args: readonly string[]): { values: Values; positionals: string[] } {
  const options = Object.fromEntries(
    [...command.options, ...COMMON_OPTIONS].map(({ name, value, isMany }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isMany === true },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (cause) {
    throw consoleError('ARGUMENTS_WRONG', { why: cause instanceof Error ? cause.message : 'Wrong', cause });
  }
}

/** Says why something was refused, in words or JSON. */
function refused(error: unknown, isJson: boolean, terminal: OperatorTerminal): ExitCode {
  const known = error instanceof Error && 'code' in error && 'remedy' in error;
  const code = known ? String(error.code) : 'INTERNAL';
  const message = error instanceof Error ? error.message : String(error);
  const remedy = known ? String(error.remedy) : 'Try again.';
  const exit = exitOf(error, code);
  if (isJson) terminal.json({ ok: false, exit, code, message, remedy });
  terminal.note(`${code}: ${message} ${remedy}`);
  return exit;
}

/** Shows a request to whoever decides, and asks; whether they went on, and what they saw. */
async function askAbout(
  { terminal, values, clock }: Run,
  { offline }: OpenConsole,
  request: OfflineRequest,
  secret: Signer | undefined,
): Promise<{ isApproved: boolean; previewDigest: string }> {
  const { card } = await offline.look(request, { secret });
  const { previewDigest } = card;
  const shown = { ...shownRequest(request, card, clock.now()), previewDigest };
  if (values['json'] === true) terminal.noteJson(shown);
  else sayRequest(terminal, shown);
  return { isApproved: await terminal.ask(...questionFor(card.card, previewDigest)), previewDigest };
}

async function approveFile(run: Run): Promise<ExitCode> {
  if (await isFolder(run.args[0] ?? '')) return approveFolder(run);
  const request = await readFileOf('keyops-request', run.args[0] ?? '');
  const secret = secretSigner(optionText(run.values['secret-fd']), request);
  try {
    return await withConsole(run, async (console) => {
      const { isApproved, previewDigest } = await askAbout(run, console, request, secret);
      if (run.values['json'] === true)
        run.terminal.json({ ok: isApproved, ...(isApproved ? { previewDigest } : { exit: EXIT.refused }) });
      else run.terminal.say(isApproved ? `Approved: ${previewDigest}` : 'Not approved.');
      return isApproved ? EXIT.done : EXIT.refused;
    });
  } finally {
    secret?.forget();
  }
}

async function stampRequest(run: Run): Promise<ExitCode> {
  const { values } = run;
  const given = givenDigest(run);
  if (await isFolder(run.args[0] ?? '')) return stampFolder(run, given);
  // Read once: what is shown, approved and stamped are these bytes, whatever becomes of the file.
  const request = await readFileOf('keyops-request', run.args[0] ?? '');
  const secret = secretSigner(optionText(values['secret-fd']), request);
  try {
    return await withConsole(run, async (console) => {
      if (!(await isClockRight(run, console))) return notStamped(run);
      let approved = given;
      if (approved === undefined) {
        const asked = await askAbout(run, console, request, secret);
        if (!asked.isApproved) return notStamped(run);
        approved = asked.previewDigest;
      }
      const stamp = await console.offline.stamp(request, approved, { secret });
      sayWritten(run, await writeFileOf(stamp, request.body, outOf(run)));
      return EXIT.done;
    });
  } finally {
    secret?.forget();
  }
}

/** The digest of the preview that was approved before. @throws AppError `ARGUMENTS_WRONG` */
function givenDigest({ values }: Run): string | undefined {
  const given = optionText(values['preview-digest'])?.toLowerCase();
  if (given !== undefined && !/^[0-9a-f]{64}$/.test(given))
    throw wrongArguments('--preview-digest takes the 64 hex digits that keyops approve printed.');
  return given;
}

function notStamped({ values, terminal }: Run): ExitCode {
  if (values['json'] === true) terminal.json({ ok: false, exit: EXIT.refused });
  else terminal.say('Not stamped.');
  return EXIT.refused;
}

/** A signer over a key that was handed over by its descriptor. @throws AppError */
function secretSigner(
  descriptor: string | undefined,
  { credential }: OfflineRequest,
): KeptSigner | undefined {
  if (descriptor === undefined) return undefined;
  const text = readSecretText(readDescriptor(descriptor), KEY_TEXT_LIMIT);
  try {
    const key = readKey(text, credential.curve);
    return createSigner(key.curve, new Secret(key.bytes));
  } finally {
    text.wipe();
  }
}

async function sendStamped(run: Run): Promise<ExitCode> {
  const [requestFile = '', stampFile] = run.args;
  if (stampFile === undefined && (await isFolder(requestFile))) return sendFolder(run);
  if (stampFile === undefined)
    throw wrongArguments('keyops send takes a request and its stamp, or a folder.');
  const request = await readFileOf('keyops-request', requestFile);
  const stamp = await readFileOf('keyops-stamp', stampFile);
  const answer = await withConsole(run, ({ offline }) => offline.send(request, stamp));
  sayWritten(run, await writeFileOf(answer, request.body, outOf(run)), { status: answer.status });
  if (answer.status === 200) return EXIT.done;
  run.terminal.note(`The service refused it with HTTP ${answer.status}. The answer file says why.`);
  return EXIT.service;
}

/** What these export is text: words, and secrets as they were imported. All else is key bytes. */
const IN_TEXT = new Set(['export_wallet', 'export_secrets']);

async function openAnswerFile(run: Run): Promise<ExitCode> {
  const { terminal, values } = run;
  if (await isFolder(run.args[0] ?? '')) return openFolder(run);
  const asked = optionText(values['out-fd']);
  const descriptor = asked === undefined ? undefined : readDescriptor(asked);
  const answer = await readFileOf('keyops-answer', run.args[0] ?? '');
  return withConsole(run, async ({ offline }) => {
    const opened = await offline.open(answer, descriptor !== undefined);
    const { outcome, plaintexts } = opened;
    try {
      if (descriptor !== undefined)
        writeSecrets(descriptor, plaintexts, IN_TEXT.has(opened.operation) ? 'text' : 'hex');
      // Not before what they opened is out.
      await opened.forgetKeys();
    } finally {
      for (const { plaintext } of plaintexts) plaintext.wipe();
    }
    const { operation, note } = opened;
    const checks = outcome.state === 'completed' ? outcome.verifications : [];
    if (values['json'] === true)
      terminal.json({ ok: true, operation, outcome, note, written: plaintexts.length });
    else {
      terminal.say(`${operation}: ${outcome.state}`);
      if (outcome.state === 'failed')
        terminal.say(`   ${outcome.code}: ${outcome.message} ${outcome.remedy}`);
      for (const { name, passed, detail } of checks)
        terminal.say(`${passed ? '   ' : '!! '}${name}: ${passed ? 'holds' : 'DOES NOT HOLD'}. ${detail}`);
      terminal.say(`   ${note}`);
    }
    if (checks.some(({ passed }) => !passed)) return EXIT.verification;
    return outcome.state === 'failed' ? EXIT.service : EXIT.done;
  });
}

async function printJournal(run: Run): Promise<ExitCode> {
  const { terminal, values } = run;
  const count = Number(optionText(values['lines']) ?? '20');
  if (!Number.isSafeInteger(count) || count < 0 || count > 100_000)
    throw wrongArguments('--lines takes a number.');
  return withConsole(run, async ({ journal }) => {
    await journal.checkedWhole();
    const status = journal.status();
    const lines = await journal.list(null, count, values['all'] === true ? 'all' : 'changes');
    if (values['json'] === true) terminal.json({ ok: status.fault === undefined, ...status, entries: lines });
    else {
      for (const line of lines)
        terminal.say(
          `${line.number}  ${line.time}  ${line.operation}  ${line.outcome}  ${line.digest.slice(0, 16)}  ${line.profile}`,
        );
      for (const { number, note, problem } of status.closed)
        terminal.say(
          `${problem === null ? 'closed' : '!! closed'} ${note?.file?.name ?? `journal ${number}`}: ${problem ?? 'file and note match'}. ${note === null ? '' : `It was closed ${note.closedAt}: ${note.found}`}`,
        );
      terminal.say(
        status.fault === undefined ? `All ${status.lines} lines hold together.` : `!! ${status.fault}`,
      );
    }
    return status.fault === undefined ? EXIT.done : EXIT.verification;
  });
}

function printCompletion({ args, terminal }: Run): Promise<ExitCode> {
  const shell = args[0] ?? '';
  if (!isShell(shell)) throw wrongArguments('The shell is bash, zsh or fish.');
  terminal.raw(completionOf(shell));
  return Promise.resolve(EXIT.done);
}

const RUNS = {
  prepare: prepareFile,
  inspect: inspectFiles,
  approve: approveFile,
  stamp: stampRequest,
  send: sendStamped,
  open: openAnswerFile,
  verify: verifyFiles,
  journal: printJournal,
  ceremony: (run: Run) => runCeremony(run, { stamp: stampRequest, send: sendStamped }),
  backup: backUpKey,
  restore: restoreKey,
  completion: printCompletion,
} as const;
