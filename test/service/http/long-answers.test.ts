import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Activity } from '#protocol/activity.ts';
import { LongAnswers, type Asker } from '#service/http/long-answers.ts';
import type { Turns } from '#service/storage/turns.ts';
import { LocalService, codeOf, stampHeader, type Sent } from '../../fixtures/local-service.ts';
import { activityOf, addMember, setQuorum, vote, type Member } from '../../fixtures/team.ts';
import { turnsDuring } from '../../fixtures/turns.ts';

describe('long answers', () => {
  let answers: LongAnswers;
  let order: string[];
  beforeEach(() => {
    answers = new LongAnswers({ isPacing: false });
    order = [];
  });

  const asker = (userId: string, admit: Asker['admit'] = () => undefined): Asker => ({ userId, admit });
  const long = (name: string, asking: Asker): Promise<string> =>
    answers.make(asking, async (turns) => {
      await turns.give();
      order.push(`${name} begins`);
      for (let part = 0; part < 3; part += 1) await turns.give();
      order.push(`${name} ends`);
      return name;
    });
  const refused = (): never => {
    throw new Error('refused');
  };

  it('are made one after the other, users by turns', async () => {
    const asked = [...['a', 'a', 'a', 'b', 'c'].entries()].map(([at, user]) =>
      long(`${user}${at}`, asker(user)),
    );
    expect(await Promise.all(asked)).toEqual(['a0', 'a1', 'a2', 'b3', 'c4']);
    expect(order).toEqual(
      ['a0', 'a1', 'b3', 'c4', 'a2'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('one that fails, or is refused in its turn, lets the next one in', async () => {
    const failing = answers.make(asker('a'), async (turns) => {
      await turns.give();
      throw new Error('failed');
    });
    const asked = [failing, long('b', asker('b', refused)), long('c', asker('c'))];
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(order).toEqual(['c begins', 'c ends']);
    expect(await long('d', asker('d'))).toBe('d');
  });

  it('a short one starts at once and isn’t admitted again', async () => {
    const slow = long('long', asker('a'));
    const short = (turns: Turns): Promise<boolean> => Promise.resolve(turns.isLong);
    expect(await answers.make(asker('a', refused), short)).toBe(false);
    expect(order).toEqual([]);
    await slow;
  });

  it('a short one that takes its time gives a turn, and not together with others', async () => {
    const busy = (): void => {
      for (const began = performance.now(); performance.now() - began < 11;);
    };
    const slow = (): Promise<void> =>
      answers.make(asker('a', refused), async (turns) => {
        for (let part = 0; part < 2; part += 1) {
          busy();
          await turns.giveWhenDue();
        }
      });
    expect(await turnsDuring(() => Promise.all(Array.from({ length: 6 }, slow)))).toBeGreaterThanOrEqual(12);
  });

  it('are expected where the last answer to a question was large, of so many questions', () => {
    const isExpected = (question: string): boolean => answers.isExpected(question);
    answers.expect('a', true);
    answers.expect('b', false);
    answers.expect('c'.repeat(1_001), true);
    expect(['a', 'b', 'c'.repeat(1_001)].filter(isExpected)).toEqual(['a']);
    answers.expect('a', false);
    expect(isExpected('a')).toBe(false);
    for (let at = 0; at <= 10_000; at += 1) answers.expect(`${at}`, true);
    expect(isExpected('0')).toBe(false);
  });

  it('let connections arrive, and wait for those not for ever', async () => {
    const pacer = { isPacing: true };
    answers = new LongAnswers(pacer);
    const first = long('first', asker('a'));
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(order).toEqual([]);
    pacer.isPacing = false;
    await first;
    pacer.isPacing = true;
    expect(await turnsDuring(() => long('second', asker('a')))).toBeLessThan(150);
    expect(order).toContain('second ends');
  });
});

describe('attack: many pages of large activities at once', () => {
  let service: LocalService;
  let ann: Member;
  let signWith: string;
  const sign = (payload: string): Promise<Sent> =>
    service.submit('sign_raw_payload', {
      ...{ signWith, payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
  beforeAll(async () => {
    service = await LocalService.start();
    ann = await addMember(service, 'Ann');
    signWith = (await service.createPrivateKey('CURVE_SECP256K1', [])).id;
    for (let count = 0; count < 2; count += 1) await sign('x'.repeat(1_000_000));
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await service.stop();
  });
  const page = { paginationOptions: { limit: '2' } };

  /** Keeps the first long answer waiting until `isOpen`; tells how many are asked for, and for whom they are made in turn. */
  const holdFirst = (): { isOpen: boolean; readonly asked: Set<Turns>; readonly made: string[] } => {
    const held = { isOpen: false, asked: new Set<Turns>(), made: [] as string[] };
    const { make } = LongAnswers.prototype as { make: (this: LongAnswers, ...given: never[]) => unknown };
    const watched = function (this: LongAnswers, asker: Asker, inner: (turns: Turns) => unknown): unknown {
      const admit: Asker['admit'] = async () => {
        await until(() => held.isOpen);
        held.made.push(asker.userId);
        await asker.admit();
      };
      const watch = (turns: Turns): unknown => {
        const give = (): Promise<void> => {
          held.asked.add(turns);
          return turns.give();
        };
        return inner(Object.setPrototypeOf({ give }, turns) as Turns);
      };
      return Reflect.apply(make, this, [{ ...asker, admit }, watch]);
    };
    vi.spyOn(LongAnswers.prototype, 'make').mockImplementation(watched as LongAnswers['make']);
    return held;
  };
  const until = (condition: () => boolean): Promise<unknown> =>
    vi.waitUntil(condition, { timeout: 60_000, interval: 5 });

  test('they are made one after the other, and another user’s comes between them', async () => {
    const held = holdFirst();
    const pages = Array.from({ length: 6 }, () => service.query('list_activities', page));
    const ofAnn = service.query('list_activities', page, ann.signer);
    await until(() => held.asked.size === 7);
    expect((await service.query('whoami')).status).toBe(200);
    expect(held.made).toEqual([]);
    held.isOpen = true;
    const sent = await Promise.all([...pages, ofAnn]);
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(held.made).toHaveLength(7);
    expect(held.made.indexOf(ann.userId)).toBeLessThan(3);
  });

  test('large requests, too, and small ones are kept meanwhile', async () => {
    const held = holdFirst();
    const large = Array.from({ length: 3 }, () => sign('x'.repeat(1_000_000)));
    const ofAnn = service.query('list_activities', page, ann.signer);
    await until(() => held.asked.size === 4);
    expect((await sign('x')).status).toBe(200);
    expect(held.made).toEqual([]);
    held.isOpen = true;
    const sent = await Promise.all([...large, ofAnn]);
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(held.made.indexOf(ann.userId)).toBeLessThan(3);
    expect(held.made).toHaveLength(4);
  });

  test('who hangs up while a large request waits has nothing carried out', async () => {
    const held = holdFirst();
    const first = sign('x'.repeat(1_000_000));
    await until(() => held.asked.size === 1);
    const intent = { signWith, payload: 'y'.repeat(1_000_000), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' };
    const how = { ...intent, hashFunction: 'HASH_FUNCTION_KECCAK256' };
    const body = service.submitBody('sign_raw_payload', how);
    const options = { method: 'POST', agent: false, headers: stampHeader(body, service.root) } as const;
    const leaving = request(`${service.ready.url}/public/v1/submit/sign_raw_payload`, options);
    const left = once(leaving, 'error');
    leaving.end(body);
    await until(() => held.asked.size === 2);
    leaving.destroy(new Error('hung up'));
    await left;
    // A further request comes after the connection's end was seen.
    expect((await service.query('whoami')).status).toBe(200);
    held.isOpen = true;
    expect((await first).status).toBe(200);
    expect((await service.query('list_activities', page)).text).not.toContain('yyyy');
    // The same body later is carried out.
    expect((await service.post('submit/sign_raw_payload', body)).status).toBe(200);
  });

  test('each counts as several requests, and those that wait are refused when the tokens are used up', async () => {
    service.rateLimit = { perSecond: 1, burst: 20 };
    await service.restart();
    try {
      const sent = await Promise.all(Array.from({ length: 5 }, () => service.query('list_activities', page)));
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
      const next = await service.query('whoami');
      expect([next.status, codeOf(next)]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect((await service.query('whoami', {}, ann.signer)).status).toBe(200);
    } finally {
      service.rateLimit = { perSecond: 1e6, burst: 1e6 };
      await service.restart();
    }
  });

  test('a list of many types counts as several, too', async () => {
    service.rateLimit = { perSecond: 0.001, burst: 11 };
    await service.restart();
    try {
      const filterByType = Array.from({ length: 100 }, (_, at) => `ACTIVITY_TYPE_${at}`);
      const statusOf = async (parameters: object) =>
        (await service.query('list_activities', parameters)).status;
      // One for the request, and three for what is looked for.
      expect(await statusOf({ filterByType })).toBe(200);
      expect(await statusOf({ filterByType, filterByStatus: [] })).toBe(200);
      expect(await statusOf({ filterByType: filterByType.slice(0, 20) })).toBe(200);
      expect(await statusOf({ filterByType, filterByStatus: ['ACTIVITY_STATUS_FAILED'] })).toBe(200);
      expect((await service.query('whoami')).status).toBe(200);
      expect((await service.query('whoami')).status).toBe(429);
    } finally {
      service.rateLimit = { perSecond: 1e6, burst: 1e6 };
      await service.restart();
    }
  });

  test('a large request counts as several, too', async () => {
    service.rateLimit = { perSecond: 1, burst: 20 };
    await service.restart();
    try {
      expect((await sign('x')).status).toBe(200);
      expect((await service.query('whoami')).status).toBe(200);
      expect((await sign('x'.repeat(1_000_000))).status).toBe(200);
      expect((await service.query('whoami')).status).toBe(429);
    } finally {
      service.rateLimit = { perSecond: 1e6, burst: 1e6 };
      await service.restart();
    }
  });

  test('lists of a few large objects are long, and are known to be before they are read again', async () => {
    const condition = `activity.action == 'x'${' && true'.repeat(1_200)}`;
    const policies = Array.from({ length: 30 }, (_, at) => ({
      ...{ policyName: `p${at}`, effect: 'EFFECT_ALLOW', condition, consensus: null, notes: '' },
    }));
    expect((await service.submit('create_policies', { policies })).status).toBe(200);
    for (const path of ['list_policies', 'get_organization']) {
      const held = holdFirst();
      const first = Array.from({ length: 2 }, () => service.query(path));
      await until(() => held.asked.size === 2);
      expect((await service.query('list_users')).status).toBe(200);
      expect(held.made).toEqual([]);
      held.isOpen = true;
      for (const { status, text } of await Promise.all(first)) {
        expect([status, JSON.stringify(JSON.parse(text))]).toEqual([200, text]);
        expect(text).toContain(condition);
      }
      vi.restoreAllMocks();
    }
  });

  test('pages of many ordinary activities are long, too, and short pages are made meanwhile', async () => {
    for (let count = 0; count < 40; count += 1) await sign(String(count).padStart(1_000, 'z'));
    const held = holdFirst();
    const pages = ['39', '40'].map((limit) =>
      service.query('list_activities', { paginationOptions: { limit } }),
    );
    await until(() => held.asked.size === 2);
    expect((await service.query('list_activities', page)).status).toBe(200);
    expect(held.made).toEqual([]);
    held.isOpen = true;
    for (const { status, text } of await Promise.all(pages)) {
      expect([status, JSON.stringify(JSON.parse(text))]).toEqual([200, text]);
      expect(text).toContain('z39');
    }
    expect(held.made).toHaveLength(2);
  });

  test('a question that asks another host keeps no other waiting, however large its answer was', async () => {
    vi.spyOn(LongAnswers.prototype, 'isExpected').mockReturnValue(true);
    const held = holdFirst();
    const history = { address: 'nobody’s', caip2: 'solana:mainnet' };
    expect((await service.query('list_sol_transaction_history', history)).status).toBe(400);
    expect(held.asked.size).toBe(0);
    const expected = service.query('whoami');
    await until(() => held.asked.size === 1);
    held.isOpen = true;
    expect((await expected).status).toBe(200);
  });

  test('votes on large requests are long, too, and those on small ones are taken meanwhile', async () => {
    await setQuorum(service, 2, [service.ready.rootUserId, ann.userId]);
    const ask = async (payload: string): Promise<Activity> => activityOf(await sign(payload));
    const large = [await ask('x'.repeat(1_000_001)), await ask('x'.repeat(1_000_002))];
    const small = await ask('small');
    const held = holdFirst();
    const votes = large.map((each) => vote(service, 'approve', each, ann.signer));
    await until(() => held.asked.size === 2);
    const approved = activityOf(await vote(service, 'approve', small, ann.signer));
    expect([approved.status, held.made]).toEqual(['ACTIVITY_STATUS_COMPLETED', []]);
    held.isOpen = true;
    for (const sent of await Promise.all(votes))
      expect(activityOf(sent).status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(held.made).toHaveLength(2);
  });
});
