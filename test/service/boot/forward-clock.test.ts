import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createForwardClock, createSteadyClock } from '#service/boot/forward-clock.ts';
import type { Signer } from '#protocol/stamp.ts';
import { codeOf, freshSigner, LocalService } from '../../fixtures/local-service.ts';

const HOUR = 3_600_000;

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

  const expiring = async (signer: Signer) => {
    const { rootUserId } = service.ready;
    const key = {
      apiKeyName: 'Session',
      publicKey: signer.publicKey,
      curveType: 'API_KEY_CURVE_P256',
      expirationSeconds: '900',
    };
    return await service.submit('create_api_keys', { userId: rootUserId, apiKeys: [key] });
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
});
