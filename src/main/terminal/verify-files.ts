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
import { startingInterfaces } from '../features/contract-interfaces/module.ts';
import { absentCredential, offlineCard, requireStampOf } from '../features/offline/module.ts';
import { EMPTY_HEAD, checkJournal } from '../journal/verify.ts';
import type { Clock } from '../platform/clock.ts';
import { openPlainFile } from '../platform/plain-files.ts';
import { readAny, type Run } from './command-run.ts';
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
  return shownRequest(request, await offlineCard(request, session, own, clock), clock.now());
}

interface Check {
  readonly file: string;
  readonly passed: boolean;
  readonly detail: string;
  /** That nothing but its form could be looked at: no request stands beside it. */
  readonly isFormOnly?: true;
}

/** `keyops verify`. */
export async function verifyFiles(run: Run): Promise<ExitCode> {
  const checks: Check[] = [];
  const files = new Map<string, OfflineFile>();
  for (const path of run.args) {
    if (path.endsWith('.jsonl')) checks.push(await verifyJournal(path));
    else
      try {
        const file = await readAny(path);
        files.set(path, file);
        checks.push({
          file: path,
          passed: true,
          detail: `A ${file.format} in its one form, digest ${toHex(digestOfFile(file))}`,
        });
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

/** A stamp or an answer against the request that stands beside it. */
function against(path: string, file: OfflineStamp | OfflineAnswer, all: readonly OfflineFile[]): Check[] {
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

async function verifyJournal(path: string): Promise<Check> {
  try {
    await (await openPlainFile(path)).close();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { file: path, passed: false, detail: error.message };
  }
  const { last } = await checkJournal(path, EMPTY_HEAD);
  if (last.count === 0) return { file: path, passed: false, detail: 'It has no line' };
  // By itself: how many lines the console wrote, its data folder knows (keyops journal).
  const { fault, index } = await checkJournal(path, last);
  return {
    file: path,
    passed: fault === undefined,
    detail: fault ?? `All ${index.count()} lines hold together, up to ${last.hash}`,
  };
}
