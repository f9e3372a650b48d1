import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ethers } from 'ethers';
import { afterEach, describe, expect, it } from 'vitest';
import { type ResultChecks, createResultChecks } from '#main/features/requests/result-checks.ts';
import type { SentRequest } from '#main/features/requests/sent-request.ts';
import { verifyResult } from '#main/features/requests/verify-result.ts';
import { type Activity, fingerprintOf } from '#protocol/activity.ts';
import { createUsers } from '#protocol/catalogue/users.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import { addressOf, transferParameters } from '#test/fixtures/batch-files.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { checkThreadScript } from '#test/fixtures/thread-scripts.ts';

const wallet = new ethers.Wallet(`0x${'11'.repeat(32)}`);
const other = new ethers.Wallet(`0x${'22'.repeat(32)}`);

/** A request for a signature and the activity that answers it. @param by who signed it */
async function answered(by: ethers.Wallet, nonce = 0): Promise<[SentRequest, Activity]> {
  const parameters = transferParameters({ signWith: 'key', nonce, to: addressOf(3) });
  const body = toUtf8(submitBody(signTransaction, 'org', 1, parameters));
  const signed = await by.signTransaction(ethers.Transaction.from(parameters.unsignedTransaction));
  const request = {
    ...{ operation: signTransaction, body },
    expectation: { kind: 'signedBy', address: wallet.address },
  } as unknown as SentRequest;
  const activity = {
    ...{ id: 'a', status: 'ACTIVITY_STATUS_COMPLETED', fingerprint: fingerprintOf(body) },
    result: { [signTransaction.result]: { signedTransaction: signed } },
  } as unknown as Activity;
  return [request, activity];
}

/** What the console's own thread says of it. */
const checkedHere = ([{ operation, body, expectation }, activity]: [SentRequest, Activity]) =>
  verifyResult(operation, activity, fromUtf8(body), expectation);

const open: ResultChecks[] = [];
function checksBy(script: string | undefined, clock = fakeClock()): ResultChecks {
  const checks = createResultChecks(script, clock);
  open.push(checks);
  return checks;
}
afterEach(async () => {
  for (const checks of open.splice(0)) await checks.close();
});

describe('checks of results in a thread', () => {
  it('says of each what the console’s own thread says, and whom it paid', async () => {
    const checks = checksBy(await checkThreadScript());
    const all = await Promise.all(Array.from({ length: 20 }, (_, nonce) => answered(wallet, nonce)));
    const checked = await Promise.all(all.map((each) => checks.check(...each)));
    for (const [index, each] of all.entries()) {
      expect(checked[index]?.verified).toEqual(checkedHere(each));
      expect(checked[index]?.verified.verifications.every(({ passed }) => passed)).toBe(true);
      expect(checked[index]?.paid?.map((address) => address.toLowerCase())).toEqual([addressOf(3)]);
    }
  });

  it('attack: a signature of another key among right ones fails, and makes nobody known', async () => {
    const checks = checksBy(await checkThreadScript());
    const [right, wrong] = await Promise.all([answered(wallet, 1), answered(other, 2)]);
    const [first, second] = await Promise.all([checks.check(...right), checks.check(...wrong)]);
    expect(first?.verified.verifications.every(({ passed }) => passed)).toBe(true);
    expect(second?.verified).toEqual(checkedHere(wrong));
    expect(second?.verified.verifications.some(({ passed }) => !passed)).toBe(true);
    expect(second?.paid).toBeUndefined();
  });

  it('attack: a result that isn’t what was asked for ends no thread', async () => {
    const checks = checksBy(await checkThreadScript());
    const [request, activity] = await answered(wallet);
    for (const result of [undefined, {}, { [signTransaction.result]: { signedTransaction: '00' } }]) {
      const given = { ...activity, result } as unknown as Activity;
      const checked = await checks.check(request, given);
      expect(checked?.verified).toEqual(checkedHere([request, given]));
    }
    await expect(checks.check(request, activity)).resolves.toBeDefined();
  });

  it('leaves what is quickly checked to the caller', async () => {
    const checks = checksBy(await checkThreadScript());
    const [request, activity] = await answered(wallet);
    expect(await checks.check({ ...request, operation: createUsers }, activity)).toBeUndefined();
  });

  it('leaves all to the caller where there is no thread, it can’t start, or it has ended', async () => {
    const each = await answered(wallet);
    expect(await checksBy(undefined).check(...each)).toBeUndefined();
    expect(await checksBy('/nowhere/check-thread.cjs').check(...each)).toBeUndefined();
    const folder = mkdtempSync(join(tmpdir(), 'keyops-thread-'));
    try {
      for (const text of ['process.exit(1);', 'throw new Error("broken");', 'while (true);']) {
        const script = join(folder, 'thread.cjs');
        writeFileSync(script, text);
        const checks = checksBy(script);
        const asked = checks.check(...each);
        if (text.startsWith('while')) await checks.close();
        expect(await asked).toBeUndefined();
        expect(await checks.check(...each)).toBeUndefined();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('ends the thread that nobody asks, and starts another one for the next check', async () => {
    const clock = fakeClock();
    const checks = checksBy(await checkThreadScript(), clock);
    const each = await answered(wallet);
    expect(await checks.check(...each)).toBeDefined();
    clock.forward(60_000);
    expect(await checks.check(...each)).toBeDefined();
  });
});
