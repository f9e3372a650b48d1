import { DatabaseSync } from '@photostructure/sqlite';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceRefusal } from '#main/service-client/service-refusal.ts';
import { createResultsFile } from '#main/features/batches/results-file.ts';
import type { DraftRequest } from '#main/features/request-groups/request-groups.ts';
import { countReopenable } from '#main/features/request-groups/failures.ts';
import type { Activity } from '#protocol/activity.ts';
import { setOrganizationFeature } from '#protocol/catalogue/organization.ts';
import {
  FakeService,
  type OnStep,
  type RunningSets,
  copyFiles,
  runSets,
} from '#test/fixtures/running-sets.ts';

const requests = (count: number): DraftRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    operation: setOrganizationFeature,
    line: index + 1,
    parameters: { name: 'FEATURE_NAME_WEBHOOK', value: `0${index.toString(16)}`.slice(-2) },
  }));
const limited = new ServiceRefusal('RATE_LIMIT_EXCEEDED', 'Too many', 'Wait', {
  delivery: 'not-sent',
  httpStatus: 429,
});
const refused = new ServiceRefusal('REQUEST_NOT_AUTHORIZED', 'No', 'Ask', {
  delivery: 'not-sent',
  httpStatus: 403,
});
const lost = new ServiceRefusal('SERVICE_CONNECTION_LOST', 'Lost', 'Again', { delivery: 'uncertain' });
const locked = new ServiceRefusal('KEYCHAIN_LOCKED', 'Locked', 'Unlock', { delivery: 'not-sent' });

describe('a set of requests', () => {
  let folder: string;
  let service: FakeService;
  let running: RunningSets;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-sets-'));
    service = new FakeService();
  });
  afterEach(async () => {
    await running.sets.idle();
    await running.storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const batch = async (count: number, options: Parameters<typeof runSets>[2] = {}): Promise<string> => {
    running = await runSets(folder, service, options);
    const results = await createResultsFile(join(folder, 'batch.jsonl'));
    const { id } = await running.sets.create({ purpose: 'batch', title: 'batch', results }, requests(count));
    return id;
  };
  const lines = (): { line: number; status: string; activityId: string | null }[] =>
    readFileSync(join(folder, 'batch.jsonl.results.jsonl'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ReturnType<typeof lines>[number]);
  /** Moves the clock until a run has ended: slowly, so that no approval grows old while the disk takes its time. */
  const untilSettled = async (id: string): Promise<void> => {
    const over = new AbortController();
    void running.sets.settled(id).then(() => over.abort());
    while (!over.signal.aborted) {
      running.clock.forward(10);
      await setTimeout(1);
    }
  };
  const values = (): string[] => [...service.activities.values()].map(({ value }) => value).sort();

  it('is sent under one approval, whose digest is over all of its bodies', async () => {
    const id = await batch(20);
    expect(await running.sets.run(id)).toBe('approve');
    await running.sets.settled(id);
    expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: 20, failed: 0 });
    expect(running.reviews).toHaveLength(1);
    expect(running.reviews[0]?.preview.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(values()).toHaveLength(20);
    expect(
      lines()
        .map(({ line }) => line)
        .sort((a, b) => a - b),
    ).toEqual(requests(20).map(({ line }) => line));
  });

  it('calls activities what the file calls their requests', async () => {
    running = await runSets(folder, service, {});
    const named = requests(3).map((each, at) => (at === 1 ? each : { ...each, reference: `INV-${at}` }));
    const results = await createResultsFile(join(folder, 'batch.jsonl'));
    const { id } = await running.sets.create({ purpose: 'batch', title: 'batch', results }, named);
    await running.sets.run(id);
    await running.sets.settled(id);
    const called = await running.references.among(
      'local',
      [...service.activities.values()].map((activity) => activity.id),
    );
    const said = [...service.activities.values()].map((activity) => [
      activity.value,
      called.get(activity.id),
    ]);
    expect(Object.fromEntries(said)).toEqual({ '00': 'INV-0', '01': undefined, '02': 'INV-2' });
    expect(await running.references.among('another', [...called.keys()])).toEqual(new Map());
    // They outlive their set.
    await running.sets.discard(id);
    expect((await running.references.among('local', [...called.keys()])).size).toBe(2);
  });

  it('attack: another program writes what a payment is for', async () => {
    running = await runSets(folder, service, {});
    const { references, storage, seal } = running;
    await references.keep('local', 'one', 'INV-1');
    await references.keep('local', 'two', 'INV-2');
    const mac = await seal.makeRow(['earlier_recipient', 'local', 'one', 'Salary of Bob']);
    await storage.activityReferences.keep({
      profileId: 'local',
      activityId: 'one',
      reference: 'Salary of Bob',
      mac,
    });
    expect(await references.among('local', ['one', 'two'])).toEqual(new Map([['two', 'INV-2']]));
  });

  it('sends nothing that was denied', async () => {
    const id = await batch(3, { decision: 'deny' });
    expect(await running.sets.run(id)).toBe('deny');
    expect(values()).toEqual([]);
    expect(await running.sets.view(id)).toMatchObject({ state: 'prepared', done: 0 });
  });

  it('attack: script selects another profile while a batch is read for its review', async () => {
    const id = await batch(3, { profileIsLeft: () => true });
    await expect(running.sets.run(id)).rejects.toMatchObject({ code: 'PROFILE_LEFT' });
    expect(running.reviews).toEqual([]);
    expect(values()).toEqual([]);
  });

  it('attack: a batch that was approved for one address goes on to another, or at the old one', async () => {
    const id = await batch(60);
    // The profile is edited while the first of them are on their way.
    let edited = false;
    service.before = () => {
      if (!edited) running.sets.leavePlace('local');
      edited = true;
      return Promise.resolve();
    };
    expect(await running.sets.run(id)).toBe('approve');
    await running.sets.settled(id);
    const sent = values().length;
    expect(sent).toBeLessThanOrEqual(8);
    expect(running.reviews).toHaveLength(1);
    expect(await running.sets.view(id)).toMatchObject({ state: 'prepared', done: sent });
    // Another approval is asked for; that of another profile would not have been.
    running.sets.leavePlace('another');
    expect(await running.sets.run(id)).toBe('approve');
    await running.sets.settled(id);
    expect(running.reviews).toHaveLength(2);
    expect(values()).toHaveLength(60);
  });

  it('attack: a moved profile’s batch is approved anew and sent to the new place', async () => {
    let moves = 0;
    const id = await batch(3, { moves: () => moves });
    moves = 1;
    running.sets.leavePlace('local');
    await expect(running.sets.run(id)).rejects.toMatchObject({ code: 'SET_OF_ANOTHER' });
    await expect(running.sets.refresh(id)).rejects.toMatchObject({ code: 'SET_OF_ANOTHER' });
    expect(running.reviews).toEqual([]);
    expect(values()).toEqual([]);
  });

  it('attack: a profile that moves between the approval and the look-up of where a batch goes', async () => {
    let moves = 0;
    const id = await batch(3, { moves: () => moves, onOpen: () => (moves = 1) });
    await expect(running.sets.run(id)).rejects.toMatchObject({ code: 'SET_OF_ANOTHER' });
    expect(values()).toEqual([]);
  });

  it('attack: a request of a batch is taken before its profile moves, and sealed for the new place', async () => {
    let moves = 0;
    const id = await batch(1, { moves: () => moves, onOpen: () => setImmediate(() => (moves = 1)) });
    service.before = () => Promise.reject(lost);
    await running.sets.run(id);
    await running.sets.settled(id);
    const [row] = await running.storage.requests.listUnanswered();
    if (row === undefined) throw new Error('Nothing was kept.');
    expect(await running.seal.holds({ ...row, moves: 0 }, row.mac)).toBe(true);
    expect(await running.seal.holds({ ...row, moves: 1 }, row.mac)).toBe(false);
  });

  it('attack: a profile that moves between the approval and the first request of a batch', async () => {
    const id = await batch(3, { onOpen: () => running.sets.leavePlace('local') });
    await expect(running.sets.run(id)).rejects.toMatchObject({ code: 'APPROVAL_OLD' });
    expect(values()).toEqual([]);
  });

  it('attack: a batch goes on after its approval’s end, because the computer slept meanwhile', async () => {
    const id = await batch(300);
    let seen = 0;
    service.before = () => {
      seen += 1;
      if (seen === 30) running.clock.sleepThrough(50 * 60_000);
      return Promise.resolve();
    };
    await running.sets.run(id);
    await running.sets.settled(id);
    // Those that were on their way came home.
    expect(values().length).toBeLessThan(30 + 64);
    expect(await running.sets.view(id)).toMatchObject({
      state: 'paused',
      stopped: { code: 'APPROVAL_OLD' },
    });
    await running.sets.run(id);
    await running.sets.settled(id);
    expect(running.reviews).toHaveLength(2);
    expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: 300, stopped: null });
  });

  it('attack: a body that is changed in the database after the approval is not stamped', async () => {
    const id = await batch(120);
    // Those that are on their way hold the others back until the body is changed.
    let change: Promise<void> | undefined;
    service.before = async () => {
      const [last] = await running.storage.groups.page(id, ['new'], 114, 1);
      const body = last?.body.replace('"73"', '"ff"') ?? '';
      change ??= running.storage.groups.renew(id, [{ position: 115, body }]);
      await change;
    };
    await running.sets.run(id);
    await running.sets.settled(id);
    expect(values()).not.toContain('ff');
    expect(values().length).toBeGreaterThan(0);
    const { stopped } = await running.sets.view(id);
    expect(stopped?.code).toBe('APPROVAL_MISMATCH');
  });

  it.each(['profile_id', 'public_key', 'organization_id'])(
    'attack: a set whose %s is changed in the database after the approval does not go on',
    async (column) => {
      const id = await batch(40);
      service.before = () => {
        running.sets.pause(id);
        return Promise.resolve();
      };
      await running.sets.run(id);
      await running.sets.settled(id);
      const sent = values().length;
      expect(sent).toBeLessThan(40);
      const database = new DatabaseSync(join(folder, 'console.db'), { timeout: 5000 });
      database.exec(`UPDATE request_set SET ${column} = 'foreign'`);
      database.close();
      await expect(running.sets.run(id)).rejects.toMatchObject({ code: 'APPROVAL_MISMATCH' });
      expect(values()).toHaveLength(sent);
    },
  );

  it('waits while the service takes no more, and loses nothing', async () => {
    const id = await batch(10);
    let refusals = 3;
    service.before = () => (refusals-- > 0 ? Promise.reject(limited) : Promise.resolve());
    await running.sets.run(id);
    await untilSettled(id);
    expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: 10, failed: 0 });
  });

  it('stops, and marks nothing as failed, where nothing can be stamped', async () => {
    const id = await batch(30);
    service.before = () => Promise.reject(locked);
    await running.sets.run(id);
    await running.sets.settled(id);
    expect(await running.sets.view(id)).toMatchObject({
      state: 'paused',
      failed: 0,
      stopped: { code: 'KEYCHAIN_LOCKED' },
    });
    expect(await running.storage.groups.count(id)).toEqual({ new: 30 });
    service.before = () => Promise.resolve();
    await running.sets.run(id);
    await running.sets.settled(id);
    expect(await running.sets.view(id)).toMatchObject({ done: 30, failed: 0 });
  });

  it('sends a request without an answer again byte for byte', async () => {
    const id = await batch(5);
    service.before = () => Promise.reject(lost);
    await running.sets.run(id);
    await running.sets.settled(id);
    const before = await running.storage.groups.page(id, ['sent'], -1, 10);
    expect(before.length).toBeGreaterThan(0);
    service.before = () => Promise.resolve();
    await running.sets.run(id);
    await running.sets.settled(id);
    const after = await running.storage.groups.page(id, ['done'], -1, 10);
    for (const { position, body } of before)
      expect(after.find((each) => each.position === position)?.body).toBe(body);
    expect(values()).toHaveLength(5);
  });

  it('attack: what was carried out and then refused for its rate is done again with a new time', async () => {
    const id = await batch(3);
    // As the client says of a refusal after an answer that was lost.
    const open = new ServiceRefusal('RATE_LIMIT_EXCEEDED', 'Too many', 'Wait', {
      delivery: 'uncertain',
      httpStatus: 429,
    });
    service.after = () => {
      throw open;
    };
    await running.sets.run(id);
    await vi.waitFor(() => expect(values()).toHaveLength(3), 30_000);
    // It waits for its turn; what comes now never leaves, and says nothing of the first time.
    service.before = () => Promise.reject(locked);
    await untilSettled(id);
    expect(await running.storage.groups.count(id)).toEqual({ sent: 3 });
    service.before = () => Promise.resolve();
    service.after = (activity) => activity;
    running.clock.forward(31 * 60_000);
    await running.sets.run(id);
    await untilSettled(id);
    expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: 3, failed: 0 });
    expect(values()).toHaveLength(3);
  });

  it('writes what was refused, and stops after five refusals in a row', async () => {
    const id = await batch(40);
    service.before = () => Promise.reject(refused);
    await running.sets.run(id);
    await running.sets.settled(id);
    const { failed, stopped } = await running.sets.view(id);
    expect(failed).toBeGreaterThanOrEqual(5);
    expect(failed).toBeLessThan(20);
    expect(stopped?.code).toBe('REQUEST_NOT_AUTHORIZED');
    expect(lines()).toHaveLength(failed);
    expect(lines()[0]).toMatchObject({
      status: 'failed',
      error: { code: 'REQUEST_NOT_AUTHORIZED', message: 'No' },
    });
  });

  describe('with requests that failed', () => {
    const FAILING = ['02', '05', '09'];
    /** Runs a set of which three requests do not end well. */
    const failing = async (): Promise<string> => {
      const id = await batch(12);
      await running.sets.run(id);
      await running.sets.settled(id);
      expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: 9, failed: 3 });
      return id;
    };
    const bodies = async (id: string): Promise<string[]> =>
      (await running.storage.groups.page(id, ['new', 'sent', 'done', 'failed'], -1, 50)).map(
        ({ body }) => body,
      );
    const runAgain = async (id: string): Promise<void> => {
      expect(await running.sets.tryAgain(id)).toMatchObject({ state: 'prepared', done: 9, failed: 0 });
      running.clock.forward(1_000);
      await running.sets.run(id);
      await running.sets.settled(id);
      // What was approved before covers none of them.
      expect(running.reviews).toHaveLength(2);
      expect(running.reviews[1]?.preview.facts[0]).toMatchObject({ label: 'Requests', value: '3' });
    };

    it('says why, by their lines', async () => {
      const fields = [{ field: 'parameters.value', description: 'is no value' }];
      const refusalBody = { httpStatus: 400, status: 3, errorCode: 'X', fieldViolations: fields };
      const wrong = new ServiceRefusal('X', 'Wrong', 'Correct it', {
        delivery: 'not-sent',
        httpStatus: 400,
        refusalBody,
      });
      service.before = (value) =>
        FAILING.includes(value) ? Promise.reject(value === '05' ? wrong : refused) : Promise.resolve();
      const id = await failing();
      expect(await running.storage.groups.failures(id, 2)).toEqual([
        {
          position: 2,
          line: 3,
          reference: null,
          failure: { code: 'REQUEST_NOT_AUTHORIZED', message: 'No' },
        },
        {
          position: 5,
          line: 6,
          reference: null,
          failure: { code: 'X', message: 'Wrong · parameters.value: is no value' },
        },
      ]);
      expect(await countReopenable(running.storage.groups, id)).toBe(3);
    });

    it('sends what was refused again byte for byte, under another approval', async () => {
      service.before = (value) => (FAILING.includes(value) ? Promise.reject(refused) : Promise.resolve());
      const id = await failing();
      const before = await bodies(id);
      service.before = () => Promise.resolve();
      await runAgain(id);
      expect(await bodies(id)).toEqual(before);
      expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: 12, failed: 0 });
      expect(await running.storage.groups.failures(id, 10)).toEqual([]);
      const third = lines().filter(({ line }) => line === 3);
      expect(third.map(({ status }) => status)).toEqual(['failed', 'completed']);
      expect(lines()).toHaveLength(15);
    });

    it('attack: what was carried out though the answer was a refusal is not done twice', async () => {
      const refuse = (activity: Activity): Activity => {
        if (FAILING.includes(service.activities.get(activity.fingerprint)?.value ?? '')) throw refused;
        return activity;
      };
      service.after = refuse;
      const id = await failing();
      expect(values()).toHaveLength(12);
      service.after = (activity) => activity;
      await runAgain(id);
      expect(await running.sets.view(id)).toMatchObject({ done: 12, failed: 0 });
      expect(values()).toHaveLength(12);
    });

    it('gives a new time to what the service keeps as failed', async () => {
      const failAs = (status: Activity['status']) => (activity: Activity) =>
        FAILING.includes(service.activities.get(activity.fingerprint)?.value ?? '')
          ? { ...activity, status }
          : activity;
      service.after = failAs('ACTIVITY_STATUS_FAILED');
      const id = await failing();
      const before = await bodies(id);
      service.after = (activity) => activity;
      await runAgain(id);
      const after = await bodies(id);
      expect(before.flatMap((body, index) => (body === after[index] ? [] : [index]))).toEqual([2, 5, 9]);
      expect(await running.sets.view(id)).toMatchObject({ done: 12, failed: 0 });
    });

    it('attack: what people decided against is not sent again', async () => {
      service.after = (activity) =>
        FAILING.includes(service.activities.get(activity.fingerprint)?.value ?? '')
          ? { ...activity, status: 'ACTIVITY_STATUS_REJECTED' }
          : activity;
      const id = await failing();
      expect(await countReopenable(running.storage.groups, id)).toBe(0);
      expect(await running.sets.tryAgain(id)).toMatchObject({ state: 'ended', failed: 3 });
    });

    it('attack: some of them are run before all are reopened, or under the approval before', async () => {
      service.before = (value) => (FAILING.includes(value) ? Promise.reject(refused) : Promise.resolve());
      const id = await failing();
      service.before = () => Promise.resolve();
      const { groups } = running.storage;
      const reopen = groups.reopen.bind(groups);
      const meanwhile: unknown[] = [];
      vi.spyOn(groups, 'reopen').mockImplementationOnce(async (...given) => {
        await reopen(...given);
        meanwhile.push(await running.sets.run(id).catch((error: unknown) => error));
        throw new Error('the disk is full');
      });
      await expect(running.sets.tryAgain(id)).rejects.toThrow('the disk is full');
      expect(meanwhile).toMatchObject([{ code: 'SET_RUNS' }]);
      await running.sets.run(id);
      await running.sets.settled(id);
      expect(running.reviews).toHaveLength(2);
    });

    it('are not touched while others are on their way', async () => {
      const id = await batch(12);
      let refusal: unknown;
      service.before = async () => {
        refusal ??= await running.sets.tryAgain(id).catch((error: unknown) => error);
      };
      await running.sets.run(id);
      await running.sets.settled(id);
      expect(refusal).toMatchObject({ code: 'SET_RUNS' });
    });
  });

  it('counts requests that wait for votes apart, and looks at them again', async () => {
    const id = await batch(4);
    service.after = (activity) => ({ ...activity, status: 'ACTIVITY_STATUS_PENDING' });
    await running.sets.run(id);
    await running.sets.settled(id);
    expect(await running.sets.view(id)).toMatchObject({ state: 'ended', waiting: 4, failed: 0, done: 0 });
    expect(lines().map(({ status }) => status)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    service.after = (activity) => activity;
    expect(await running.sets.refresh(id)).toMatchObject({ state: 'ended', waiting: 0, done: 4 });
  });

  describe('that is looked at again', () => {
    /** Three requests that wait for votes and one that failed; from then on all are carried out. */
    const waiting = async (): Promise<string> => {
      const id = await batch(4);
      service.after = (activity) => {
        if (service.activities.get(activity.fingerprint)?.value === '03') throw refused;
        return { ...activity, status: 'ACTIVITY_STATUS_PENDING' };
      };
      await running.sets.run(id);
      await running.sets.settled(id);
      service.after = (activity) => activity;
      return id;
    };

    it('attack: is run, tried again, discarded or looked at meanwhile, so that its results overwrite each other', async () => {
      const id = await waiting();
      let looks = 0;
      const refusals: unknown[] = [];
      let again: Promise<unknown> | undefined;
      service.beforeLook = async () => {
        looks += 1;
        again ??= running.sets.refresh(id);
        for (const attempt of ['run', 'tryAgain', 'discard'] as const)
          refusals.push(await running.sets[attempt](id).catch((error: unknown) => error));
      };
      const looked = await running.sets.refresh(id);
      expect(refusals).toHaveLength(9);
      for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'SET_RUNS' });
      expect([looks, await again]).toEqual([3, looked]);
      expect(looked).toMatchObject({ state: 'ended', waiting: 0, done: 3, failed: 1 });
      // Each waited, and came to its end; the failed one has its line.
      expect(lines()).toHaveLength(7);
      await running.sets.tryAgain(id);
      await running.sets.run(id);
      await running.sets.settled(id);
      expect(await running.sets.view(id)).toMatchObject({ state: 'ended', done: 4, failed: 0 });
    });

    it('attack: is checked against the keys of the profile that was selected meanwhile', async () => {
      let isLeft = false;
      const id = await waiting();
      await running.storage.close();
      running = await runSets(folder, service, { profileIsLeft: () => isLeft });
      service.beforeLook = () => {
        isLeft = true;
        return Promise.resolve();
      };
      await expect(running.sets.refresh(id)).rejects.toMatchObject({ code: 'PROFILE_LEFT' });
      // What was looked at before stands, and is counted.
      expect(await running.sets.view(id)).toMatchObject({ waiting: 2, done: 1, failed: 1 });
    });
  });

  it('has ended where its end can’t be read, and can be discarded', async () => {
    const id = await batch(4);
    service.before = () => {
      vi.spyOn(running.storage.groups, 'count').mockRejectedValue(refused);
      return Promise.resolve();
    };
    await running.sets.run(id);
    await running.sets.settled(id).catch(() => undefined);
    vi.restoreAllMocks();
    expect(await running.sets.view(id)).toMatchObject({ stopped: { code: 'REQUEST_NOT_AUTHORIZED' } });
    await running.sets.discard(id);
    expect(await running.sets.list('local')).toEqual([]);
  });

  it('attack: a set that was only half made is not there after a crash', async () => {
    running = await runSets(folder, service);
    const half = (function* () {
      yield* requests(300);
      throw new Error('the process dies');
    })();
    const store = running.storage.groups;
    const remove = vi.spyOn(store, 'remove').mockResolvedValue();
    await expect(
      running.sets.create({ purpose: 'batch', title: 'half', results: null }, half),
    ).rejects.toThrow('the process dies');
    remove.mockRestore();
    expect(await running.sets.list('local')).toEqual([]);
    await store.removeIncomplete();
    expect(await store.list()).toEqual([]);
  });

  describe('whose console is killed', () => {
    const COUNT = 4;
    /** Runs a set until its n-th step, and leaves the files as they are then. False when it came to its end before. */
    const killedAt = async (step: number, kept: string): Promise<boolean> => {
      let steps = Number.NEGATIVE_INFINITY;
      let isDead = false;
      const dead = new Promise<never>(() => undefined);
      let tellDeath = (): void => undefined;
      const death = new Promise<boolean>((resolve) => (tellDeath = () => resolve(true)));
      const onStep: OnStep = () => {
        if (isDead) return dead;
        steps += 1;
        if (steps < step) return Promise.resolve();
        isDead = true;
        copyFiles(folder, kept);
        tellDeath();
        return dead;
      };
      const id = await batch(COUNT, { onStep });
      // It may die from now on.
      steps = 0;
      const ended = running.sets.run(id).then(() => running.sets.settled(id));
      return Promise.race([death, ended.then(() => false)]);
    };

    it('has one activity and one result for each line after it was started again, wherever it died', async () => {
      const kept = `${folder}-kept`;
      let deaths = 0;
      try {
        for (let step = 1; ; step += 9) {
          rmSync(folder, { recursive: true, force: true });
          service = new FakeService();
          const died = await killedAt(step, kept);
          // What the dead one had begun holds the file; it begins nothing more.
          await running.storage.settings.get('theme');
          await running.storage.close();
          if (!died) break;
          deaths += 1;
          copyFiles(kept, folder);
          // What a write that was under way leaves behind.
          appendFileSync(join(folder, 'batch.jsonl.results.jsonl'), '{"line":3,"sta');
          running = await runSets(folder, service);
          const [set] = await running.sets.list('local');
          if (set === undefined) throw new Error(`The set is gone after step ${step}.`);
          await running.sets.run(set.id);
          await running.sets.settled(set.id);
          expect(await running.sets.view(set.id)).toMatchObject({ state: 'ended', done: COUNT, failed: 0 });
          expect(values(), `step ${step}`).toEqual(['00', '01', '02', '03']);
          const written = lines();
          expect(written.map(({ line }) => line).sort(), `step ${step}`).toEqual([1, 2, 3, 4]);
          expect(new Set(written.map(({ activityId }) => activityId)).size).toBe(COUNT);
          await running.storage.close();
        }
      } finally {
        rmSync(kept, { recursive: true, force: true });
      }
      expect(deaths).toBeGreaterThan(3);
      running = await runSets(folder, service);
    });
  });
});
