import { toHex } from '#protocol/encoding.ts';
import { CEREMONY_KEYS_LIMIT, type CeremonyKeys, readCeremonyKeys } from '#protocol/offline/ceremony-keys.ts';
import { openSteps } from '#protocol/offline/check-transcript.ts';
import { type Transcript, transcriptDigest, transcriptTwin } from '#protocol/offline/transcript.ts';
import { enrollmentParameters } from '../features/key-ceremony/module.ts';
import { readUpTo } from '../platform/plain-files.ts';
import { withBackupPlace } from './backup-key.ts';
import { type CommandLine, guideCeremony, guideEnrollment } from './ceremony-guide.ts';
import {
  type Ceremony,
  type StepEnd,
  approveBy,
  backUpFor,
  beginCeremony,
  bringFor,
  createFor,
  curveOf,
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
  optionTexts,
  sayWritten,
  withConsole,
  writeFileOf,
  wrongArguments,
} from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';

/** `keyops ceremony`. @param others commands that the guide uses as they are */
export async function runCeremony(
  run: Run,
  others: Readonly<Record<'stamp' | 'send', CommandLine>>,
): Promise<ExitCode> {
  const [path = '', step, ...files] = run.args;
  const isKeys = path.endsWith('.keyops-keys');
  if (!isKeys && !path.endsWith('.keyops-transcript'))
    throw wrongArguments('A ceremony’s file ends in .keyops-transcript, one of public keys in .keyops-keys.');
  if (isKeys) {
    const keys = readCeremonyKeys(await readUpTo(path, CEREMONY_KEYS_LIMIT));
    if (step === undefined) return guideEnrollment(run, keys, others);
    if (step !== 'request' || files.length > 0)
      throw wrongArguments('A file of public keys takes the step request.');
    return requestEnrollment(run, keys);
  }
  if (step === undefined) return guideCeremony(run, path);
  if (step === 'print') return printTranscript(run, path);
  if (!isStep(step))
    throw wrongArguments(`The steps are ${['begin', ...Object.keys(STEPS), 'print'].join(', ')}.`);
  const isNew = step === 'begin';
  const before = isNew ? undefined : await readTranscriptFile(path);
  return withConsole(run, async (console) => {
    if (!(await isClockRight(run, console))) return stopped(run);
    const after =
      before === undefined
        ? await beginCeremony(
            { run, console, path },
            { title: optionText(run.values['title']) ?? '', people: optionTexts(run.values['person']) },
          )
        : await STEPS[step as keyof typeof STEPS]({ run, console, path, transcript: before }, files);
    if (after === undefined) return stopped(run);
    sayStanding(run, path, after);
    return EXIT.done;
  });
}

type Step = (ceremony: Ceremony, files: readonly string[]) => StepEnd;

/** The steps that add to a transcript, as the command line names them. */
const STEPS = {
  create: (ceremony) => createFor(ceremony, personOf(ceremony.run), curveOf(ceremony.run)),
  bring: (ceremony) => {
    const publicKey = optionText(ceremony.run.values['key'])?.toLowerCase() ?? '';
    return bringFor(ceremony, personOf(ceremony.run), publicKey);
  },
  backup: (ceremony) =>
    withBackupPlace(ceremony.run, (place) => backUpFor(ceremony, personOf(ceremony.run), place)),
  trial: (ceremony, [file]) => tryBackup(ceremony, personOf(ceremony.run), file),
  export: (ceremony) => {
    const out = optionText(ceremony.run.values['out']) ?? keysPath(ceremony.path);
    return exportKeys(ceremony, out);
  },
  enrolled: (ceremony, files) => recordEnrolled(ceremony, files),
  approve: (ceremony) => approveBy(ceremony, personOf(ceremony.run)),
} as const satisfies Readonly<Record<string, Step>>;

const isStep = (step: string): step is keyof typeof STEPS | 'begin' =>
  step === 'begin' || Object.hasOwn(STEPS, step);

const personOf = ({ values }: Run): string => {
  const [name, more] = optionTexts(values['person']);
  if (name === undefined || more !== undefined) throw wrongArguments('Give --person NAME once.');
  return name.normalize('NFC');
};
/** `keyops ceremony KEYS request`: the request that registers one key, for whoever may. */
async function requestEnrollment(run: Run, keys: CeremonyKeys): Promise<ExitCode> {
  const { values } = run;
  const user = optionText(values['user']);
  const publicKey = optionText(values['key'])?.toLowerCase();
  if (user === undefined) throw wrongArguments('Give --user ID, the user who gets the key.');
  const name = personOf(run);
  const request = await withConsole(run, ({ offline }) =>
    offline.prepare(
      { operation: 'create_api_keys', parameters: enrollmentParameters(keys, name, user) },
      { publicKey, curve: curveOf(run) },
    ),
  );
  sayWritten(run, await writeFileOf(request, request.body, { out: optionText(values['out']) }));
  return EXIT.done;
}

/** Prints a transcript, as text or as its JSON twin. */
export async function printTranscript(run: Run, path: string): Promise<ExitCode> {
  const transcript = await readTranscriptFile(path);
  if (run.values['json'] === true)
    run.terminal.json({
      ok: true,
      digest: toHex(transcriptDigest(transcript)),
      ...(transcriptTwin(transcript) as object),
    });
  else sayTranscript(run.terminal, transcript);
  return EXIT.done;
}

/** Says how far a ceremony is. */
function sayStanding({ values, terminal }: Run, path: string, transcript: Transcript): void {
  const open = openSteps(transcript);
  const digest = toHex(transcriptDigest(transcript));
  const { entries, approvals } = transcript;
  if (values['json'] === true)
    terminal.json({
      ok: true,
      file: path,
      entries: entries.length,
      approvals: approvals.length,
      digest,
      open,
    });
  else
    terminal.say(
      `Wrote ${path}. Entries: ${entries.length}. Approvals: ${approvals.length}. Missing: ${open.length}. Digest: ${digest}`,
    );
}

function stopped({ values, terminal }: Run): ExitCode {
  if (values['json'] === true) terminal.json({ ok: false, exit: EXIT.refused });
  else terminal.say('Stopped. The transcript is as it was.');
  return EXIT.refused;
}
