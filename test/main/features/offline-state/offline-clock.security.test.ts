// A wrong clock makes requests that lapsed, or that lapse later than anybody thinks: nothing is stamped by one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { type OfflinePair, offlinePair } from '#test/fixtures/offline-pair.ts';

let service: LocalService;
let pair: OfflinePair;
beforeAll(async () => {
  service = await LocalService.start();
  service.now = Date.now();
  pair = await offlinePair(service);
});
afterAll(async () => {
  pair.remove();
  await service.stop();
});

let count = 0;
async function prepared(): Promise<{ readonly file: string; readonly digest: string }> {
  const file = join(pair.files, `clock-${(count += 1)}.keyops-request`);
  const set = (name: string, value: string) => ['--set', `${name}=${value}`];
  const made = await pair.online.run([
    ...['prepare', 'create_policy', '--key', pair.publicKey, '--out', file],
    ...[...set('policyName', `P${count}`), ...set('effect', 'EFFECT_ALLOW'), ...set('condition', 'true')],
    ...[...set('consensus', 'approvers.count() >= 2'), ...set('notes', '')],
  ]);
  expect(made.err).toBe('');
  const seen = await pair.offline.run(['approve', file, '--json']);
  return { file, digest: String(seen.json['previewDigest']) };
}
const stamp = ({ file, digest }: { readonly file: string; readonly digest: string }) => [
  ...['stamp', file, '--offline', '--json', '--preview-digest', digest, '--out', `${file}-stamp`],
];
const journal = (): string => {
  const file = join(pair.offline.dataFolder, 'journal.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
const atMinute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16)}Z`;

describe('A stamp by file on an offline console', () => {
  it('is not made while nobody confirmed the clock', async () => {
    const request = await prepared();
    const asked: string[] = [];
    const before = journal();
    const refused = await pair.offline.run(stamp(request), {
      approves: false,
      onAsk: (question) => asked.push(question),
    });
    expect(refused.exit).toBe(1);
    expect(asked).toEqual([
      expect.stringMatching(/^This computer’s clock says \d\d:\d\d on .* Is that right\?$/u),
    ]);
    expect(journal()).toBe(before);
    const stamped = await pair.offline.run(stamp(request));
    expect(stamped).toMatchObject({ exit: 0 });
    const lines = journal().trim().split('\n').slice(-2);
    expect(lines[0]).toContain('"operation":"confirm_clock"');
    expect(lines[1]).toContain('"outcome":"stamped for a file"');
  });

  it('takes the time from the command line, and refuses a wrong one', async () => {
    const request = await prepared();
    const run = (time: string) => pair.offline.run([...stamp(request), '--clock', time], { approves: false });
    for (const wrong of [atMinute(Date.now() + 4 * 60_000), atMinute(Date.now() - 60 * 60_000)])
      expect(await run(wrong)).toMatchObject({ exit: 3, json: { code: 'CLOCK_DIFFERS' } });
    for (const unreadable of ['now', '2026-11-22', '14:05', '2026-11-22T14:05'])
      expect(await run(unreadable)).toMatchObject({ exit: 2 });
    expect(await run(atMinute(Date.now()))).toMatchObject({ exit: 0 });
  });

  it('is not made when the clock is set between the confirmation and the stamp', async () => {
    const request = await prepared();
    let aheadMs = 0;
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    const moved = await pair.offline.run(
      stamp(request).filter((each) => each !== '--preview-digest' && each !== request.digest),
      {
        clock,
        steadyMs: () => performance.now(),
        onAsk: (question) => {
          if (!question.startsWith('This computer')) aheadMs = 20 * 60_000;
        },
      },
    );
    expect(moved).toMatchObject({ exit: 3, json: { code: 'CLOCK_UNCONFIRMED' } });
    expect(journal()).toContain('"operation":"clock_moved"');
  });

  it('is not made when the clock is set while the operator compares it', async () => {
    const request = await prepared();
    let aheadMs = 0;
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    const moved = await pair.offline.run(stamp(request), {
      clock,
      onAsk: () => void (aheadMs = -10 * 60_000),
    });
    expect(moved).toMatchObject({ exit: 3, json: { code: 'CLOCK_UNCONFIRMED' } });
  });
});
