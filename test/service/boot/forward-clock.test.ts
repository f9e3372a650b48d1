import { cpSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createForwardClock, createSteadyClock } from '#service/boot/forward-clock.ts';
import type { Activity } from '#protocol/activity.ts';
import type { Signer } from '#protocol/stamp.ts';
import { codeOf, freshSigner, LocalService } from '../../fixtures/local-service.ts';
import { activityOf, addMember, setQuorum, vote } from '../../fixtures/team.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('time that never goes back', () => {
  const setUp = () => {
    const at = { wall: 1_000_000_000, steady: 50 };
    const told: number[] = [];
    const clock = createForwardClock(
      () => at.wall,
      () => at.steady,
      (behind) => told.push(behind),
    );
    const pass = (ms: number): void => {
      at.wall += ms;
      at.steady += ms;
    };
    return { at, told, clock, pass };
  };

  it('is the wall clock’s while nobody sets it', () => {
    const { clock, pass, at, told } = setUp();
    for (const ms of [0, 1, 999, HOUR]) {
      pass(ms);
      expect(clock.now()).toBe(at.wall);
    }
    expect(told).toEqual([]);
  });

  it('goes on where the wall clock is set back, and says so once', () => {
    const { clock, pass, at, told } = setUp();
    pass(HOUR);
    at.wall -= 24 * HOUR;
    pass(1_000);
    expect(clock.now()).toBe(1_000_000_000 + HOUR + 1_000);
    pass(1_000);
    expect(clock.now()).toBe(1_000_000_000 + HOUR + 2_000);
    expect(told).toEqual([24 * HOUR]);
    at.wall += 24 * HOUR;
    expect(clock.now()).toBe(at.wall);
    at.wall -= HOUR;
    clock.now();
    expect(told).toEqual([24 * HOUR, HOUR]);
  });

  it('is spoiled by no clock that is set ahead by mistake, and then back', () => {
    const { clock, pass, at } = setUp();
    at.wall += 1000 * HOUR;
    expect(clock.now()).toBe(at.wall);
    at.wall -= 1000 * HOUR;
    pass(HOUR);
    expect(clock.now()).toBe(at.wall);
  });

  it('the machine’s own does not go back', () => {
    const steady = createSteadyClock();
    let last = steady();
    for (let n = 0; n < 1_000; n += 1) {
      const next = steady();
      expect(next).toBeGreaterThanOrEqual(last);
      last = next;
    }
  });
});

describe('a clock that is set back', () => {
  let service: LocalService;
  let session: Signer;
  beforeEach(async () => {
    service = await LocalService.start();
    session = freshSigner();
    expect((await expiring(session)).status).toBe(200);
  });
  afterEach(() => service.stop());

  const expiring = async (signer: Signer, seconds = 900, userId = service.ready.rootUserId) => {
    const key = {
      apiKeyName: 'Session',
      publicKey: signer.publicKey,
      curveType: 'API_KEY_CURVE_P256',
      expirationSeconds: String(seconds),
    };
    return await service.submit('create_api_keys', { userId, apiKeys: [key] });
  };
  const asked = async (signer: Signer): Promise<unknown> => codeOf(await service.query('whoami', {}, signer));
  const pass = (ms: number): void => {
    service.now += ms;
    service.steadyMs += ms;
  };

  it('attack: a session that was over is not good again', async () => {
    pass(901_000);
    expect(await asked(session)).toBe('API_KEY_EXPIRED');
    service.now -= 24 * HOUR;
    expect(await asked(session)).toBe('API_KEY_EXPIRED');
  });

  it('attack: a session that nobody used lasts no longer', async () => {
    pass(100_000);
    service.now -= 24 * HOUR;
    pass(700_000);
    expect(await asked(session)).toBeUndefined();
    pass(101_000);
    expect(await asked(session)).toBe('API_KEY_EXPIRED');
  });

  it('attack: between two runs, after a stop: what was over is gone', async () => {
    pass(901_000);
    await service.halt();
    service.now -= 24 * HOUR;
    service.steadyMs = 0;
    await service.restart();
    expect(await asked(session)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await asked(service.root)).toBeUndefined();
  });

  it('lets who logs in afterwards in, for as long as they asked for', async () => {
    pass(100_000);
    service.now -= 24 * HOUR;
    const later = freshSigner();
    expect((await expiring(later)).status).toBe(200);
    pass(899_000);
    expect(await asked(later)).toBeUndefined();
    pass(2_000);
    expect(await asked(later)).toBe('API_KEY_EXPIRED');
  });

  it('holds requests to the clock that their senders have', async () => {
    pass(HOUR);
    service.now -= 24 * HOUR;
    const sent = await service.submit('create_private_keys', { privateKeys: [] });
    expect(codeOf(sent)).not.toBe('INVALID_TIME');
  });

  /** Starts again, as after a time with the machine off. */
  const startLater = async (ms = DAY): Promise<void> => {
    await service.halt();
    service.now += ms;
    service.steadyMs = 0;
    await service.restart();
  };
  const month = async (): Promise<Signer> => {
    const signer = freshSigner();
    expect((await expiring(signer, (30 * DAY) / 1000)).status).toBe(200);
    return signer;
  };

  it('attack: one activity of a clock that was ahead ends what there is once, and not at every later start', async () => {
    service.now += 365 * DAY;
    await service.createPrivateKey('CURVE_P256', []);
    service.now -= 365 * DAY;
    await startLater(HOUR);
    expect(await asked(session)).toBe('PUBLIC_KEY_NOT_FOUND');
    const kept = await month();
    await startLater();
    expect(await asked(kept)).toBeUndefined();
    await startLater();
    expect(await asked(kept)).toBeUndefined();
    // And what is over since stays over.
    pass(29 * DAY);
    expect(await asked(kept)).toBe('API_KEY_EXPIRED');
    await startLater(-20 * DAY);
    expect(await asked(kept)).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  it('attack: a key made by a vote, with nothing newer than the activity of a clock that was ahead', async () => {
    const { userId, signer } = await addMember(service, 'Second');
    expect((await setQuorum(service, 2, [service.ready.rootUserId, userId])).status).toBe(200);
    const kept = freshSigner();
    const waiting = activityOf(await expiring(kept, (30 * DAY) / 1000, userId));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    service.now += 100 * DAY;
    const ahead = await expiring(freshSigner(), 900, userId);
    expect(activityOf(ahead).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    service.now -= 100 * DAY;
    await startLater(HOUR);
    // Its first approval was over by the clock that was ahead.
    expect(await statusAfter(waiting, service.root)).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await statusAfter(waiting, signer)).toBe('ACTIVITY_STATUS_COMPLETED');
    await startLater();
    expect(await asked(kept)).toBeUndefined();
    // And once its time was over, it stays so.
    await startLater(40 * DAY);
    await startLater(-20 * DAY);
    expect(await asked(kept)).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  const statusAfter = async (waiting: Activity, signer: Signer): Promise<string> =>
    activityOf(await vote(service, 'approve', waiting, signer)).status;
  /** What a second user may be given by two or three users of the root quorum; the first of them has asked for it. */
  const waitingFor = async (threshold: number, beforeAsking: () => void = () => undefined) => {
    const second = await addMember(service, 'Second');
    const third = await addMember(service, 'Third');
    await setQuorum(service, threshold, [service.ready.rootUserId, second.userId, third.userId]);
    beforeAsking();
    const waiting = activityOf(await expiring(freshSigner(), 900, second.userId));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    return { waiting, second: second.signer, third: third.signer };
  };

  it('attack: approvals that were over don’t count again where the clock was set back between two runs', async () => {
    const { waiting, second, third } = await waitingFor(3);
    pass(HOUR);
    expect(await statusAfter(waiting, second)).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    pass(24 * HOUR);
    await startLater(-24 * HOUR);
    expect(await statusAfter(waiting, third)).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await startLater(HOUR);
    expect(await statusAfter(waiting, second)).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await statusAfter(waiting, service.root)).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it('approvals that were not over count as long as they would have', async () => {
    const { waiting, second } = await waitingFor(2);
    pass(23 * HOUR);
    await startLater(-22 * HOUR);
    expect(await statusAfter(waiting, second)).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  it.each([0, 29, 30])(
    'attack: an approval by a clock 30 days ahead doesn’t count %i days later',
    async (days) => {
      const { waiting, second, third } = await waitingFor(2, () => (service.now += 30 * DAY));
      service.now -= 30 * DAY;
      expect(await statusAfter(waiting, second)).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      pass(days * DAY + HOUR);
      const status = days === 0 ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
      const { votes } = activityOf(await vote(service, 'approve', waiting, third));
      expect(votes.map(({ userId }) => userId)[0]).toBe(service.ready.rootUserId);
      expect(activityOf(await service.query('get_activity', { activityId: waiting.id })).status).toBe(status);
      if (days > 0) expect(await statusAfter(waiting, service.root)).toBe('ACTIVITY_STATUS_COMPLETED');
    },
  );

  it('attack: nor where the service was started by the right clock meanwhile', async () => {
    const { waiting, second } = await waitingFor(2, () => (service.now += 30 * DAY));
    service.now -= 30 * DAY;
    await startLater(HOUR);
    pass(30 * DAY);
    expect(await statusAfter(waiting, second)).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await statusAfter(waiting, service.root)).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  const YEAR = 365 * DAY;
  /** Has a user of the root quorum no other key than one that ends in five years. */
  const withLastingKey = async (): Promise<Signer> => {
    const lasting = freshSigner();
    expect((await expiring(lasting, (5 * YEAR) / 1000)).status).toBe(200);
    const userId = service.ready.rootUserId;
    const { json } = await service.query('get_api_keys', { userId });
    const keys = json['apiKeys'] as readonly { apiKeyId: string; apiKeyName: string }[];
    const apiKeyIds = keys.filter((key) => key.apiKeyName === 'Root key').map((key) => key.apiKeyId);
    expect((await service.submit('delete_api_keys', { userId, apiKeyIds }, lasting)).status).toBe(200);
    return lasting;
  };

  it('attack: one run by a clock that is far ahead locks nobody out of the root quorum', async () => {
    const lasting = await withLastingKey();
    await startLater(10 * YEAR);
    await startLater(-10 * YEAR);
    expect(await asked(lasting)).toBeUndefined();
    expect(await asked(session)).toBe('PUBLIC_KEY_NOT_FOUND');
    await startLater();
    expect(await asked(lasting)).toBeUndefined();
    await startLater(5 * YEAR);
    expect(await asked(lasting)).toBe('API_KEY_EXPIRED');
  });

  it('ends a key that the root quorum can do without, and one that had ended by the earlier time, too', async () => {
    const withRoot = await month();
    await startLater(YEAR);
    await startLater(-YEAR);
    expect(await asked(withRoot)).toBe('PUBLIC_KEY_NOT_FOUND');
    const ended = await month();
    const lasting = await withLastingKey();
    await startLater(10 * YEAR);
    await startLater(-10 * YEAR + 31 * DAY);
    expect(await asked(lasting)).toBeUndefined();
    expect(await asked(ended)).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  it('keeps keys of as many members of the root quorum as it takes, those that last the longest', async () => {
    const members = [];
    for (const days of [100, 300, 200]) {
      const member = await addMember(service, `For ${days} days`);
      const key = freshSigner();
      expect((await expiring(key, (days * DAY) / 1000, member.userId)).status).toBe(200);
      const { json } = await service.query('get_api_keys', { userId: member.userId });
      const keys = json['apiKeys'] as readonly { apiKeyId: string; credential: { publicKey: string } }[];
      const apiKeyIds = keys
        .filter(({ credential }) => credential.publicKey === member.signer.publicKey)
        .map(({ apiKeyId }) => apiKeyId);
      const { userId } = member;
      expect((await service.submit('delete_api_keys', { userId, apiKeyIds })).status).toBe(200);
      members.push({ userId, key });
    }
    const userIds = members.map(({ userId }) => userId);
    expect((await setQuorum(service, 2, userIds)).status).toBe(200);
    await startLater(YEAR);
    await startLater(-YEAR);
    const answers = [];
    for (const { key } of members) answers.push(await asked(key));
    expect(answers).toEqual(['PUBLIC_KEY_NOT_FOUND', undefined, undefined]);
  });

  it('attack: a kill after the start that ended what there was leaves the time that was ahead nowhere', async () => {
    await service.halt();
    service.now += 365 * DAY;
    await service.restart();
    await service.halt();
    service.now -= 365 * DAY;
    await service.restart();
    const kept = await month();
    const copy = `${service.data}.killed`;
    cpSync(service.data, copy, { recursive: true });
    await service.halt();
    rmSync(service.data, { recursive: true });
    cpSync(copy, service.data, { recursive: true });
    service.now += HOUR;
    await service.restart();
    expect(await asked(kept)).toBeUndefined();
  });
});
