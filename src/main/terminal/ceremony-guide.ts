import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { toHex } from '#protocol/encoding.ts';
import type { CeremonyKeys } from '#protocol/offline/ceremony-keys.ts';
import { type OpenStep, openSteps, stepText } from '#protocol/offline/check-transcript.ts';
import { fileStemOf } from '#protocol/offline/offline-files.ts';
import { type Transcript, transcriptDigest } from '#protocol/offline/transcript.ts';
import { AppError } from '#protocol/error.ts';
import {
  type Standing,
  enrollmentParameters,
  newestBackupAct,
  nextStep,
  peopleHere,
} from '../features/key-ceremony/module.ts';
import { sharesPlace } from './backup-key.ts';
import {
  type Ceremony,
  type StepEnd,
  approveBy,
  backUpFor,
  beginCeremony,
  bringFor,
  createFor,
  exportKeys,
  keysPath,
  readTranscriptFile,
  recordEnrolled,
  tryBackup,
} from './ceremony-steps.ts';
import { sayTranscript } from './ceremony-text.ts';
import {
  type Run,
  isClockRight,
  optionText,
  withConsole,
  writeFileOf,
  wrongArguments,
} from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';

/** Another command of keyops. */
export type CommandLine = (run: Run) => Promise<ExitCode>;

/** Leads through a ceremony, from wherever it stands. Whatever ends it, what was recorded stays. */
export async function guideCeremony(run: Run, path: string): Promise<ExitCode> {
  const { terminal } = run;
  if (run.values['json'] === true) throw wrongArguments('--json goes with a step.');
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  const before = isThere ? await readTranscriptFile(path) : undefined;
  return withConsole(run, async (console) => {
    if (!(await isClockRight(run, console))) return EXIT.refused;
    let transcript = before;
    if (transcript === undefined) {
      terminal.say(
        'A new key ceremony. Each step is written down when it is done; run the command again to go on.',
      );
      const title = await terminal.askLine('What is it called');
      if (title === '') return EXIT.refused;
      const people: string[] = [];
      for (;;) {
        const name = await terminal.askLine(`Person ${people.length + 1}, nothing when all are named`);
        if (name === '') break;
        people.push(name.trim());
      }
      const begun = { ...run, values: await withHand(run, people) };
      transcript = await beginCeremony({ run: begun, console, path }, { title: title.trim(), people });
    }
    const standing = await console.ceremonies.standing(transcript);
    sayWhere(run, transcript, standing);
    for (;;) {
      const next = nextStep(transcript, standing, await peopleHere(console.ceremonies, transcript));
      if (next === undefined) return ended(run, path, transcript);
      terminal.say('');
      terminal.say(`Next: ${stepText(next.step, next.of)}.`);
      const after = await takeStep({ run, console, path, transcript }, next);
      if (after === undefined) {
        terminal.say(`Stopped at entry ${transcript.entries.length}; go on with: keyops ceremony ${path}`);
        return EXIT.refused;
      }
      transcript = after;
      terminal.say(
        `Written down. Entries: ${transcript.entries.length}. Approvals: ${transcript.approvals.length}.`,
      );
    }
  });
}

/** The command line, with who is at the keyboard: for what is nobody’s own step. */
async function withHand({ values, terminal }: Run, people: readonly string[]): Promise<Run['values']> {
  if (values['by'] !== undefined) return values;
  for (;;) {
    const by = (await terminal.askLine('Who is at the keyboard')).trim().normalize('NFC');
    if (by === '' || people.includes(by)) return by === '' ? values : { ...values, by };
    terminal.note(`The people are ${people.join(', ')}.`);
  }
}

/** What an interruption left, and what holds. */
function sayWhere({ terminal }: Run, { entries, approvals }: Transcript, standing: Standing): void {
  terminal.say(`Entries: ${entries.length}. Approvals: ${approvals.length}.`);
  if (standing === 'interrupted')
    terminal.say(
      `The step after entry ${entries.length} was interrupted: the journal has it, the file doesn’t. All entries hold; do that step again.`,
    );
  if (standing === 'foreign')
    terminal.say('It was begun on another console. Here it can be approved by whoever’s credential is here.');
}

async function takeStep(ceremony: Ceremony, { step, of }: OpenStep): StepEnd {
  const name = of ?? '';
  const { run, transcript } = ceremony;
  const shared = async (): Promise<Ceremony> => ({
    ...ceremony,
    run: { ...run, values: await withHand(run, transcript.people) },
  });
  switch (step) {
    case 'credential':
      return askCredential(ceremony, name);
    case 'backup':
      return askBackup(ceremony, name);
    case 'trial':
      return askTrial(ceremony, name);
    case 'export':
      return exportKeys(await shared(), keysPath(ceremony.path));
    case 'enroll':
      return askEnrolled(await shared(), name);
    case 'approve':
      return approveBy(ceremony, name);
  }
}

/** Does what was answered; an answer that is refused is asked for again. */
async function asked(ceremony: Ceremony, question: string, work: (answer: string) => StepEnd): StepEnd {
  const { terminal } = ceremony.run;
  for (;;) {
    const answer = (await terminal.askLine(question)).trim();
    if (answer === '') return undefined;
    try {
      return await work(answer);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      terminal.note(`${error.code}: ${error.message} ${error.remedy}`);
    }
  }
}

const askCredential = (ceremony: Ceremony, name: string): StepEnd =>
  asked(
    ceremony,
    `Type “create” to make it in this computer’s keychain, or the public key of one that ${name} has elsewhere; nothing to stop`,
    (answer) =>
      answer === 'create' ? createFor(ceremony, name) : bringFor(ceremony, name, answer.toLowerCase()),
  );

const askBackup = (ceremony: Ceremony, name: string): StepEnd =>
  asked(
    ceremony,
    `${name}: how many shares restore the key, of how many, as 2/3? Nothing to stop, and to back up into a file with the step backup`,
    (answer) => backUpFor(ceremony, name, sharesPlace(answer)),
  );

async function askTrial(ceremony: Ceremony, name: string): StepEnd {
  const { run, path, transcript } = ceremony;
  const backup = newestBackupAct(transcript, name);
  if (backup?.step !== 'file') {
    run.terminal.say(
      `${name}: take the papers as somebody would who restores the key. Nothing in the keychain changes.`,
    );
    return tryBackup(ceremony, name, undefined);
  }
  run.terminal.say(
    `The backup is the file ${backup.file.name}. Try it with: keyops ceremony ${path} trial FILE --person "${name}" --passphrase-fd N`,
  );
  return undefined;
}

function askEnrolled(ceremony: Ceremony, name: string): StepEnd {
  const { terminal } = ceremony.run;
  terminal.say(
    `Carry ${keysPath(ceremony.path)} to a computer with a network, and run there: keyops ceremony FILE`,
  );
  terminal.say(
    'It makes a request, a stamp and an answer. Carry them back; all three have the same name before the dot.',
  );
  return asked(
    ceremony,
    `The path of the .keyops-request file that registers ${name}’s key, nothing to stop`,
    (answer) => {
      const stem = answer.replace(/\.keyops-request$/, '');
      const files = ['request', 'stamp', 'answer'].map((kind) => `${stem}.keyops-${kind}`);
      return recordEnrolled(ceremony, files);
    },
  );
}

function ended({ terminal }: Run, path: string, transcript: Transcript): ExitCode {
  const open = openSteps(transcript);
  terminal.say('');
  if (open.length > 0) {
    for (const { step, of } of open) terminal.say(`Missing: ${stepText(step, of)}.`);
    terminal.say(`Carry ${path} to the console that can go on.`);
    return EXIT.refused;
  }
  sayTranscript(terminal, transcript);
  terminal.say('');
  const digest = toHex(transcriptDigest(transcript));
  terminal.say(
    'Complete. Print this, and have everybody keep the digest: it tells this transcript from any other.',
  );
  terminal.say(`Check it on any computer: keyops verify ${path} --digest ${digest}`);
  return EXIT.done;
}

/** Leads through the registration of a ceremony’s keys, on a computer with a network. */
export async function guideEnrollment(
  run: Run,
  keys: CeremonyKeys,
  { stamp, send }: Readonly<Record<'stamp' | 'send', CommandLine>>,
): Promise<ExitCode> {
  const { terminal } = run;
  if (run.values['json'] === true) throw wrongArguments('--json goes with a step.');
  const plain = { data: run.values['data'] };
  for (const { name, publicKey } of keys.credentials) {
    terminal.say('');
    terminal.say(`The key of ${name}: ${publicKey}`);
    const user = (await terminal.askLine('The ID of the user who gets it, nothing to skip it')).trim();
    if (user === '') continue;
    const enroller = (
      await terminal.askLine(
        'The public key of the credential that registers it, nothing for this console’s own',
      )
    ).trim();
    const whom = enroller === '' ? {} : { publicKey: enroller.toLowerCase() };
    const request = await withConsole(run, ({ offline }) =>
      offline.prepare(
        { operation: 'create_api_keys', parameters: enrollmentParameters(keys, name, user) },
        whom,
      ),
    );
    const stem = join(optionText(run.values['out']) ?? '.', fileStemOf(request.body));
    const file = `${stem}.keyops-request`;
    await writeFileOf(request, request.body, { out: file });
    terminal.say(`Wrote ${file}.`);
    const stamped = `${stem}.keyops-stamp`;
    const isHere = await withConsole(run, ({ ceremonies }) =>
      ceremonies.hasCredential(toHex(request.credential.publicKey)),
    );
    if (!isHere) {
      terminal.say(
        `Its credential isn’t here. Stamp ${file} where it is, then run: keyops send ${file} ${stamped}`,
      );
      continue;
    }
    const stampEnd = await stamp({ ...run, args: [file], values: { ...plain, out: stamped } });
    if (stampEnd !== EXIT.done) return stampEnd;
    const sendEnd = await send({
      ...run,
      args: [file, stamped],
      values: { ...plain, out: `${stem}.keyops-answer` },
    });
    if (sendEnd !== EXIT.done) return sendEnd;
  }
  terminal.say('');
  terminal.say('Carry the files back to the ceremony.');
  return EXIT.done;
}
