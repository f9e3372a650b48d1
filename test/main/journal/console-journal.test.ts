import { describe, expect, it } from 'vitest';
import type { StampedQuery } from '#main/service-client/client.ts';
import type { Entry } from '#main/journal/line.ts';
import { createQueryRecorder, REPEAT_MS } from '#main/journal/console-journal.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';

const stamper = (publicKey: string, asksEachTime = false): StampedQuery['target']['stamper'] => ({
  publicKey,
  asksEachTime,
  stamp: () => Promise.reject(new Error('It is stamped already.')),
});

/** A recorder at a time that moves only when it is told to, and what it wrote. */
function recorder() {
  const entries: Entry[] = [];
  const state = { nowMs: 1_000, isBroken: false };
  const record = createQueryRecorder(
    {
      append: (entry) => {
        if (state.isBroken) return Promise.reject(new Error('disk full'));
        entries.push(entry);
        return Promise.resolve({ ...entry, number: entries.length, time: '', previous: '', hash: '' });
      },
    },
    { now: () => state.nowMs, after: () => () => undefined },
  );
  const ask = (
    more: { body?: string; outcome?: string; by?: ReturnType<typeof stamper>; to?: string } = {},
  ) =>
    record({
      target: {
        baseUrl: 'http://127.0.0.1:1',
        organizationId: 'o',
        profileId: 'local',
        profileName: more.to ?? 'Local',
        moves: 0,
        stamper: more.by ?? stamper('02aa'),
      },
      operation: listActivities,
      body: toUtf8(more.body ?? '{}'),
      outcome: more.outcome ?? 'completed',
    });
  return { ask, entries, state };
}

describe('the lines of queries', () => {
  it('say who asked what of whom, and how it ended', async () => {
    const { ask, entries } = recorder();
    await ask();
    const digest = sha256Hex(toUtf8('{}'));
    const line = { profile: 'Local', publicKey: '02aa', operation: 'list_activities', outcome: 'completed' };
    expect(entries).toEqual([{ ...line, digest }]);
  });

  it('are written once an hour for the same bytes', async () => {
    const { ask, entries, state } = recorder();
    for (let second = 0; second < 60; second += 5, state.nowMs += 5_000) await ask();
    expect(entries).toHaveLength(1);
    state.nowMs = 1_000 + REPEAT_MS;
    await ask();
    expect(entries).toHaveLength(2);
  });

  it.each([
    ['other bytes', { body: '{"a":1}' }],
    ['another outcome', { outcome: 'failed: SERVICE_UNREACHABLE' }],
    ['another credential', { by: stamper('02bb') }],
    ['another profile', { to: 'Production' }],
  ])('attack: %s do not pass as a repetition', async (_, more) => {
    const { ask, entries } = recorder();
    await ask();
    await ask(more);
    expect(entries).toHaveLength(2);
  });

  it('attack: a clock that was set back hides nothing', async () => {
    const { ask, entries, state } = recorder();
    await ask();
    state.nowMs = 1;
    await ask();
    expect(entries).toHaveLength(2);
  });

  it('are written for each stamp that a person was asked for', async () => {
    const { ask, entries } = recorder();
    await ask({ by: stamper('passkey', true) });
    await ask({ by: stamper('passkey', true) });
    expect(entries).toHaveLength(2);
  });

  it('are written again after one that could not be', async () => {
    const { ask, entries, state } = recorder();
    state.isBroken = true;
    await expect(ask()).rejects.toThrow('disk full');
    state.isBroken = false;
    await ask();
    expect(entries).toHaveLength(1);
  });

  it('forget the oldest of many questions, not the newest', async () => {
    const { ask, entries } = recorder();
    for (let page = 0; page <= 1_000; page += 1) await ask({ body: String(page) });
    await ask({ body: '1000' });
    expect(entries).toHaveLength(1_001);
    await ask({ body: '0' });
    expect(entries).toHaveLength(1_002);
  });
});
