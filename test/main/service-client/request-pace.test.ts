import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestPace } from '#main/service-client/request-pace.ts';
import { fakeClock } from '../../fixtures/fake-clock.ts';
import { heldClock } from '../../fixtures/held-clock.ts';

const timing = { paceMs: 1000, retryForMs: 45_000 };
const PLACE = 'https://api.example/v1';
const answer = (status: number, more: { retryAfterMs?: number; rateIntervalMs?: number } = {}) => ({
  ...{ isTooFast: status === 429, retryAfterMs: undefined, rateIntervalMs: undefined },
  ...more,
});

/** A console whose requests are answered at once, by a service that takes one in `everyMs` and refuses the others. */
function createConsole(everyMs: number, isLimitSaid: boolean) {
  const clock = fakeClock(0);
  const pace = createRequestPace({ clock, timing });
  let freeMs = 0;
  const sentAt: number[] = [];
  let refused = 0;
  const send = async (): Promise<void> => {
    for (;;) {
      await pace.turn(PLACE);
      const isTaken = clock.now() >= freeMs;
      if (isTaken) freeMs = clock.now() + everyMs;
      sentAt.push(clock.now());
      const limit = isLimitSaid ? { rateIntervalMs: everyMs } : {};
      // The answer comes after whatever was sent with it.
      const sentMs = clock.now();
      await new Promise(setImmediate);
      pace.onAnswer({ baseUrl: PLACE, sentMs }, answer(isTaken ? 200 : 429, limit));
      if (isTaken) return;
      refused += 1;
    }
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 50) {
      for (let round = 0; round < 4; round += 1) await new Promise(setImmediate);
      clock.forward(50);
    }
  };
  return { clock, pace, send, pass, sentAt, refusals: () => refused };
}

describe('the console’s own queue', () => {
  it.each([true, false])(
    'six queries at once at 1 request a second all end, in their order (limit said: %s)',
    async (isLimitSaid) => {
      const { send, pass, refusals } = createConsole(1000, isLimitSaid);
      const ended: number[] = [];
      const all = Promise.all([1, 2, 3, 4, 5, 6].map((each) => send().then(() => ended.push(each))));
      await pass(12_000);
      expect(ended).toHaveLength(6);
      expect([...ended].sort()).toEqual([1, 2, 3, 4, 5, 6]);
      // Only the five that were under way before the limit was known.
      expect(refusals()).toBe(5);
      await all;
    },
  );

  it('keeps to a limit that was said from the first answer on', async () => {
    const { send, pass, refusals } = createConsole(333, true);
    const first = send();
    await pass(50);
    await first;
    const rest = Promise.all(Array.from({ length: 9 }, send));
    await pass(6_000);
    await rest;
    expect(refusals()).toBe(0);
  });

  it('without a limit, holds nothing up', async () => {
    const { pace } = createConsole(0, false);
    pace.onAnswer({ baseUrl: PLACE, sentMs: 0 }, answer(200));
    await pace.turn(PLACE);
  });

  it('slows down where what it guessed is too fast, and tries again later to be faster', async () => {
    const { clock, send, pass, sentAt, refusals } = createConsole(1900, false);
    const some = Promise.all(Array.from({ length: 4 }, send));
    await pass(20_000);
    await some;
    const gaps = sentAt.slice(-3).map((at, index, all) => at - (all[index - 1] ?? at));
    expect(gaps.slice(1).every((gap) => gap >= 1900)).toBe(true);
    const startMs = clock.now();
    const later = (async () => {
      for (let count = 0; count < 14; count += 1) await send();
    })();
    await pass(60_000);
    await later;
    // Fourteen of them within a quarter more than the service itself would have taken, its refusals included.
    expect((sentAt.at(-1) ?? 0) - startMs).toBeLessThan(14 * 1900 * 1.25);
    expect(refusals()).toBeLessThan(8);
  });

  it('many requests under way at a service that doesn’t say its limit go about as fast as it takes them', async () => {
    const clock = fakeClock(0);
    const pace = createRequestPace({ clock, timing });
    // Twenty a second, forty at once, and an answer after 20 ms.
    let tokens = 40;
    let refused = 0;
    let taken = 0;
    const later: { readonly atMs: number; readonly go: () => void }[] = [];
    const pass = (ms: number): Promise<void> =>
      new Promise((go) => later.push({ atMs: clock.now() + ms, go }));
    const send = async (): Promise<void> => {
      for (let isTaken = false; !isTaken;) {
        await pace.turn(PLACE);
        const sentMs = clock.now();
        isTaken = tokens >= 1;
        if (isTaken) tokens -= 1;
        await pass(20);
        pace.onAnswer({ baseUrl: PLACE, sentMs }, answer(isTaken ? 200 : 429));
        if (!isTaken) await pass(250);
        refused += isTaken ? 0 : 1;
      }
      taken += 1;
    };
    const COUNT = 1000;
    let begun = 0;
    const worker = async (): Promise<void> => {
      while (begun < COUNT) {
        begun += 1;
        await send();
      }
    };
    for (let each = 0; each < 64; each += 1) void worker();
    const TICK_MS = 5;
    while (taken < COUNT && clock.now() < 600_000) {
      for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
      clock.forward(TICK_MS);
      tokens = Math.min(40, tokens + TICK_MS / 50);
      for (const each of later.splice(0)) {
        if (each.atMs <= clock.now()) each.go();
        else later.push(each);
      }
    }
    // Ten seconds to find out, and the rest about as fast as the service takes them, which is 48 s for all.
    expect(clock.now()).toBeLessThan(60_000);
    expect(refused).toBeLessThan(COUNT / 7);
  });

  it.each([
    { rateIntervalMs: 2, turns: 300 },
    { rateIntervalMs: 200, turns: 2 },
  ])(
    'what timers are late is made up for where many go in a second, and else not: one in $rateIntervalMs ms',
    async ({ rateIntervalMs, turns }) => {
      const clock = fakeClock(0);
      const pace = createRequestPace({ clock, timing });
      pace.onAnswer({ baseUrl: PLACE, sentMs: 0 }, answer(200, { rateIntervalMs }));
      let gone = 0;
      for (let each = 0; each < 400; each += 1) void pace.turn(PLACE).then(() => (gone += 1));
      // The clock goes on by 7 ms each time: each timer of 200 ms is 3 ms late.
      for (let passed = 0; passed < 600; passed += 7) {
        for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
        clock.forward(7);
      }
      expect(Math.abs(gone - turns)).toBeLessThanOrEqual(turns / 50);
    },
  );

  it('makes up for no time in which nobody asked', async () => {
    const clock = fakeClock(0);
    const pace = createRequestPace({ clock, timing });
    pace.onAnswer({ baseUrl: PLACE, sentMs: 0 }, answer(200, { rateIntervalMs: 50 }));
    clock.forward(60_000);
    const wentAt: number[] = [];
    const both = [pace.turn(PLACE), pace.turn(PLACE)].map((turn) =>
      turn.then(() => wentAt.push(clock.now())),
    );
    for (let passed = 0; passed < 100; passed += 10) {
      await new Promise(setImmediate);
      clock.forward(10);
    }
    await Promise.all(both);
    expect(wentAt).toEqual([60_000, 60_050]);
  });

  it('says how long the next request waits for its turn', async () => {
    const clock = fakeClock(0);
    const pace = createRequestPace({ clock, timing });
    expect(pace.waitMs(PLACE)).toBe(0);
    pace.onAnswer({ baseUrl: PLACE, sentMs: 0 }, answer(200, { rateIntervalMs: 500 }));
    expect(pace.waitMs(PLACE)).toBe(500);
    const turns = [pace.turn(PLACE), pace.turn(PLACE)];
    expect(pace.waitMs(PLACE)).toBe(1500);
    expect(pace.waitMs('https://other.example')).toBe(0);
    for (let round = 0; round < 2; round += 1) {
      await new Promise(setImmediate);
      clock.forward(500);
    }
    await Promise.all(turns);
    expect(pace.waitMs(PLACE)).toBe(500);
    clock.forward(500);
    expect(pace.waitMs(PLACE)).toBe(0);
  });

  it('another service is not held up', async () => {
    const { pace } = createConsole(0, false);
    pace.onAnswer({ baseUrl: PLACE, sentMs: 0 }, answer(429));
    await pace.turn('https://other.example');
    await pace.turn('https://api.example:8443');
  });

  it('attack: a service that asks to be left alone for a day, or says a rate of nearly nothing, holds up no longer than ten seconds', async () => {
    const { pace, clock, pass } = createConsole(0, false);
    pace.onAnswer(
      { baseUrl: PLACE, sentMs: 0 },
      answer(429, { retryAfterMs: 86_400_000, rateIntervalMs: 99_999_000 }),
    );
    const turns: number[] = [];
    const both = [pace.turn(PLACE), pace.turn(PLACE)].map((turn) => turn.then(() => turns.push(clock.now())));
    await pass(60_000);
    await Promise.all(both);
    expect(turns).toEqual([10_000, 20_000]);
  });

  it('a refused request always gets another turn, whatever was answered before (property)', async () => {
    const answers = fc.array(
      fc.record({
        isTooFast: fc.boolean(),
        retryAfterMs: fc.option(fc.nat(100_000), { nil: undefined }),
        rateIntervalMs: fc.option(fc.nat(1_000_000), { nil: undefined }),
      }),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const clock = fakeClock(0);
        const pace = createRequestPace({ clock, timing });
        for (const each of given) pace.onAnswer({ baseUrl: PLACE, sentMs: clock.now() }, each);
        let isOver = false;
        const turn = pace.turn(PLACE).then(() => (isOver = true));
        clock.forward(45_000);
        await turn;
        expect(isOver).toBe(true);
      }),
    );
  });

  it('lets everything go that waits once its client is closed', async () => {
    const closing = new AbortController();
    const { clock } = heldClock();
    const pace = createRequestPace({ clock, timing, closed: closing.signal });
    pace.onAnswer({ baseUrl: PLACE, sentMs: clock.now() }, answer(429));
    const turns = [pace.turn(PLACE), pace.turn(PLACE)];
    closing.abort();
    await Promise.all(turns);
  });

  it('attack: holds every request for an hour after the clock was set back by one', async () => {
    const { clock, pace, send, pass } = createConsole(1000, true);
    await send();
    const ended: string[] = [];
    const follow = async (name: string): Promise<void> => {
      await pace.turn(PLACE);
      ended.push(name);
    };
    const all = [follow('waits already'), follow('waits behind it')];
    await pass(100);
    clock.setBack(3_600_000);
    await pass(2_500);
    expect(ended).toEqual(['waits already', 'waits behind it']);
    clock.setBack(3_600_000);
    all.push(follow('comes later'));
    await pass(100);
    expect(ended).toHaveLength(3);
    await Promise.all(all);
  });
});
