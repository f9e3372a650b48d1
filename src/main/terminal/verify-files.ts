import { sha256Hex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import {
  type OfflineAnswer,
  type OfflineFile,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
} from '#protocol/offline/offline-files.ts';
import { checkTranscript } from '#protocol/offline/check-transcript.ts';
import { type Transcript, transcriptDigest } from '#protocol/offline/transcript.ts';
import { startingInterfaces } from '../features/contract-interfaces/module.ts';
import {
  EVIDENCE_FILE,
  RECORD_NAME,
  type JournalClaim,
  type RecordCheck,
  checkEvidence,
  checkRecord,
  journalClaimOf,
} from '../features/activities/module.ts';
import { absentCredential, offlineCard, requireStampOf } from '../features/offline/module.ts';
import type { Clock } from '../platform/clock.ts';
import { readUpTo } from '../platform/plain-files.ts';
import { readTranscriptFile } from './ceremony-steps.ts';
import {
  type FileCheck,
  findInJournals,
  isNotePath,
  readNotes,
  verifyJournal,
  verifyNote,
} from './verify-journals.ts';
import { optionText, optionTexts, readAny, type Run, wrongArguments } from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';
import { shownRequest } from './show.ts';

/** The card of a request where no console is asked: nothing is known of anybody. */
export async function cardAlone(request: OfflineRequest, clock: Clock) {
  const publicKey = toHex(request.credential.publicKey);
  const session = {
    profile: {
      id: '',
      name: request.organization,
      organizationId: request.organization,
      organizationName: request.organization,
    },
    credential: absentCredential('', publicKey, request.credential.curve),
    moves: 0,
  };
  const own = { interfaces: () => Promise.resolve(startingInterfaces()) };
  return shownRequest(request, await offlineCard(request, session, { own }, clock), clock.now());
}

/** Refuses an option that no file is held against: it would pass for a check. @throws AppError `ARGUMENTS_WRONG` */
function requireUse({ args, values }: Run): void {
  const hasAny = (...endings: readonly string[]): boolean =>
    args.some((path) => endings.some((ending) => path.endsWith(ending)));
  if (values['digest'] !== undefined && !hasAny(TRANSCRIPT_NAME))
    throw wrongArguments('--digest is for a ceremony’s transcript.');
  if (optionTexts(values['signer']).length > 0 && !hasAny(TRANSCRIPT_NAME, EVIDENCE_FILE.ending))
    throw wrongArguments('--signer is for signed evidence or a ceremony’s transcript.');
  // Beside a transcript, evidence is a file that the transcript names, and nothing else.
  const isEvidence = hasAny(EVIDENCE_FILE.ending) && !hasAny(TRANSCRIPT_NAME);
  if (optionTexts(values['service-key']).length > 0 && !isEvidence)
    throw wrongArguments('--service-key is for signed evidence, without a transcript.');
}

/** `keyops verify`. */
export async function verifyFiles(run: Run): Promise<ExitCode> {
  requireUse(run);
  const checks: FileCheck[] = [];
  const files = new Map<string, OfflineFile>();
  const transcripts = run.args.filter((path) => path.endsWith(TRANSCRIPT_NAME));
  const named: NamedFiles = new Map();
  const notes = await readNotes(run.args);
  for (const path of transcripts) checks.push(...(await verifyTranscript(run, path, named)));
  for (const path of run.args) {
    if (transcripts.includes(path)) continue;
    if (transcripts.length > 0 && !OFFLINE_NAME.test(path))
      checks.push(await againstTranscripts(path, named));
    else if (path.endsWith('.jsonl')) checks.push(await verifyJournal(path, notes));
    else if (isNotePath(path)) checks.push(verifyNote(path, notes));
    else if (path.endsWith(RECORD_NAME))
      checks.push(await verifyBytes(path, (bytes) => checkRecord(new TextDecoder().decode(bytes))));
    else if (path.endsWith(EVIDENCE_FILE.ending)) checks.push(...(await verifyEvidence(run, path)));
    else
      try {
        const file = await readAny(path);
        files.set(path, file);
        checks.push({
          file: path,
          passed: true,
          detail: `A ${file.format} in its one form, digest ${toHex(digestOfFile(file))}`,
        });
        if (transcripts.length > 0) checks.push(ofTranscripts(path, toHex(digestOfFile(file)), named));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        checks.push({ file: path, passed: false, detail: error.message });
      }
  }
  for (const [path, file] of files) {
    if (file.format === 'keyops-request') {
      const { card } = await cardAlone(file, run.clock).then(
        (shown) => ({
          card: {
            file: path,
            passed: true,
            detail: `Its body is what the console would write: ${shown.card.sentence}`,
          },
        }),
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          return { card: { file: path, passed: false, detail: error.message } };
        },
      );
      checks.push(card);
    } else checks.push(...against(path, file, [...files.values()]));
  }
  const passed = checks.every((check) => check.passed);
  const isComplete = !checks.some((check) => check.isFormOnly === true);
  if (run.values['json'] === true) run.terminal.json({ ok: passed && isComplete, checks });
  else
    for (const check of checks)
      run.terminal.say(
        `${check.isFormOnly === true ? 'FORM   ' : check.passed ? 'ok     ' : 'FAILED '} ${check.file}: ${check.detail}`,
      );
  return passed && isComplete ? EXIT.done : EXIT.verification;
}

/** What the transcripts name by SHA-256: hex, and what it is there. */
type NamedFiles = Map<string, string>;
const TRANSCRIPT_NAME = '.keyops-transcript';
const OFFLINE_NAME = /\.(?:keyops-(?:request|stamp|answer)(?:\.json)?|jsonl)$/;
/** The largest other file that a transcript names, in bytes: a backup. */
const OTHER_LIMIT = 1024 * 1024;

/** The public keys that were named, hex. */
const signersIn = (values: Run['values']): string[] =>
  optionTexts(values['signer']).map((each) => each.toLowerCase());

/** A transcript by itself, and against what the operator knows of it from elsewhere. */
async function verifyTranscript({ values }: Run, path: string, named: NamedFiles): Promise<FileCheck[]> {
  const digest = optionText(values['digest'])?.toLowerCase();
  const signers = signersIn(values);
  let transcript: Transcript;
  try {
    transcript = await readTranscriptFile(path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ file: path, passed: false, detail: error.message }];
  }
  for (const [n, { act }] of transcript.entries.entries()) {
    const what = `entry ${n + 1}`;
    if (act.step === 'export' || act.step === 'file') named.set(toHex(act.file.digest), what);
    if (act.step === 'enroll')
      for (const each of [act.request, act.stamp, act.answer]) named.set(toHex(each), what);
  }
  const own = toHex(transcriptDigest(transcript));
  const checks: FileCheck[] = checkTranscript(transcript).map((check) => ({ file: path, ...check }));
  if (digest !== undefined)
    checks.push({
      file: path,
      passed: digest === own,
      detail:
        digest === own
          ? `Its digest is the one that was kept, ${own}`
          : `Its digest is ${own}, not the one that was kept`,
    });
  if (signers.length > 0) {
    const approved = transcript.approvals.map(({ publicKey }) => toHex(publicKey));
    const foreign = approved.filter((key) => !signers.includes(key));
    const missing = signers.filter((key) => !approved.includes(key));
    const why = [
      ...foreign.map((key) => `${key} approved it and wasn’t named`),
      ...missing.map((key) => `${key} didn’t approve it`),
    ].join('; ');
    checks.push({
      file: path,
      passed: why === '',
      detail: why === '' ? 'Those who were named approved it, and nobody else' : why,
    });
  }
  if (digest === undefined && signers.length === 0)
    checks.push({
      file: path,
      passed: true,
      isFormOnly: true,
      detail: `Whose keys these are can’t be told from the file. Give --digest as it was kept, or --signer for each person. Its digest is ${own}`,
    });
  return checks;
}

/** The largest record of activities that is read, in bytes. */
const RECORD_LIMIT = 256 * 1024 * 1024;

/** Activities that a console saved. */
async function verifyBytes(path: string, check: (bytes: Uint8Array) => RecordCheck): Promise<FileCheck> {
  try {
    return { file: path, ...check(await readUpTo(path, RECORD_LIMIT)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { file: path, passed: false, detail: error.message };
  }
}

/** Signed evidence by itself, and what it says of its journal against the journals that were named. */
async function verifyEvidence({ values, args }: Run, path: string): Promise<FileCheck[]> {
  const witness = { signers: signersIn(values), serviceKeys: serviceKeysIn(values) };
  let claim: JournalClaim | undefined;
  const check = await verifyBytes(path, (bytes) => {
    const found = checkEvidence(bytes, witness);
    if (found.passed) claim = journalClaimOf(bytes);
    return found;
  });
  const journals = args.filter((each) => each.endsWith('.jsonl'));
  if (claim === undefined || journals.length === 0) return [check];
  return [check, { file: path, ...(await findInJournals(claim, journals)) }];
}

/** The service's keys that were named, hex. @throws AppError for what is no such key */
function serviceKeysIn(values: Run['values']): string[] {
  const keys = optionTexts(values['service-key']).map((each) => each.toLowerCase());
  if (keys.some((key) => !/^04[0-9a-f]{128}$/.test(key)))
    throw wrongArguments('--service-key takes 65 bytes as hex, uncompressed.');
  return keys;
}

const ofTranscripts = (path: string, digest: string, named: NamedFiles): FileCheck => {
  const entry = named.get(digest);
  return {
    file: path,
    passed: entry !== undefined,
    detail:
      entry === undefined ? 'No transcript names this file' : `It is the file of ${entry} of the transcript`,
  };
};

async function againstTranscripts(path: string, named: NamedFiles): Promise<FileCheck> {
  try {
    return ofTranscripts(path, sha256Hex(await readUpTo(path, OTHER_LIMIT)), named);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { file: path, passed: false, detail: error.message };
  }
}

/** A stamp or an answer against the request that stands beside it. */
function against(path: string, file: OfflineStamp | OfflineAnswer, all: readonly OfflineFile[]): FileCheck[] {
  const requests = all.filter((each) => each.format === 'keyops-request');
  if (requests.length === 0)
    return [
      {
        file: path,
        passed: true,
        isFormOnly: true,
        detail: 'Only its form was checked. Name the request beside it to check its signature or body',
      },
    ];
  const request = requests.find((each) => isSameBytes(digestOfFile(each), file.request));
  if (request === undefined)
    return [{ file: path, passed: false, detail: 'None of the requests is the one that it names' }];
  if (file.format === 'keyops-stamp') {
    try {
      requireStampOf(request, file);
      return [{ file: path, passed: true, detail: 'The credential of its request stamped exactly its body' }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [{ file: path, passed: false, detail: error.message }];
    }
  }
  const passed = toHex(file.body) === sha256Hex(request.body);
  return [
    { file: path, passed, detail: passed ? 'It names the body of its request' : 'It names another body' },
  ];
}
