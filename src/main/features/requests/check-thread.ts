// What the thread runs that checks results (result-checks.ts): one message, one answer, and nothing kept between two.
import { parentPort } from 'node:worker_threads';
import { createNativeCurves } from '#native/curves.ts';
import { nativeRecovery } from '#native/key-recovery.ts';
import { installCurves } from '#protocol/curves.ts';
import { installKeyRecovery } from '#protocol/key-recovery.ts';
import { type CheckedResult, type ResultCheck, checkResult } from './result-check.ts';

/** A result to be checked, with a number. */
export interface CheckMessage {
  readonly id: number;
  readonly check: ResultCheck;
}

/** Without `checked`, the check threw: the console's own thread makes it again, and hears what it throws. */
export interface CheckAnswer {
  readonly id: number;
  readonly checked?: CheckedResult;
}

function answerTo({ id, check }: CheckMessage): CheckAnswer {
  try {
    return { id, checked: checkResult(check) };
  } catch {
    return { id };
  }
}

installCurves(createNativeCurves());
installKeyRecovery(nativeRecovery);
parentPort?.on('message', (message: CheckMessage) => parentPort?.postMessage(answerTo(message)));
