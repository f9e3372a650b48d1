import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Signer } from '#protocol/stamp.ts';
import { requireSameClock } from '#service/boot/database-clock.ts';
import { serverTimeMs } from '#service/storage/engine-sql.ts';
import { openPostgresStore } from '#service/storage/postgres-store.ts';
import { codeOf, freshSigner, LocalService } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { activityOf, addMember, setQuorum, vote } from '#test/fixtures/team.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('two clocks', () => {
  const compared = (wall: readonly number[], theirs: number): Promise<void> => {
    const times = [...wall];
    return requireSameClock(
      () => Promise.resolve(theirs),
      () => times.shift() ?? 0,
    );
  };

  it('may differ by a minute, and by as long as the answer took', async () => {
    await compared([HOUR, HOUR], HOUR - MINUTE);
    await compared([HOUR, HOUR], HOUR + MINUTE);
    await compared([HOUR, HOUR + 30_000], HOUR + MINUTE + 30_000);
  });

  it('are refused beyond that, with how far they are apart', async () => {
    await expect(compared([HOUR, HOUR], 0)).rejects.toMatchObject({
      code: 'CLOCK_APART',
      message: expect.stringContaining('3600 seconds ahead of the clock of the database') as string,
    });
    await expect(compared([0, 0], HOUR)).rejects.toThrow('3600 seconds behind the clock of the database');
    await expect(compared([HOUR + 1, HOUR + 1], HOUR - MINUTE)).rejects.toThrow('60 seconds ahead');
  });
});

describe.skipIf(noPostgres !== undefined)(`clocks of a shared database ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  let first: LocalService;
  let second: LocalService;
  /** The clock of the database's server, and of every machine that isn't wrong. */
  let right: number;
  let session: Signer;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const shared = { url: await server.makeDatabase(), storageKey: randomBytes(32) };
    first = await LocalService.start(freshSigner(), shared);
    second = await LocalService.start(first.root, shared);
    right = first.now;
    for (const each of [first, second]) each.databaseMs = () => right;
    session = freshSigner();
    await openSession(session);
  });
  afterEach(() => Promise.all([first.stop(), second.stop()]));

  const openSession = async ({ publicKey }: Signer): Promise<void> => {
    const apiKey = { apiKeyName: 'Session', publicKey, curveType: 'API_KEY_CURVE_P256' };
    const apiKeys = [{ ...apiKey, expirationSeconds: '900' }];
    const sent = await second.submit('create_api_keys', { userId: second.ready.rootUserId, apiKeys });
    expect(sent.status).toBe(200);
  };
  const asked = async (signer: Signer): Promise<unknown> => codeOf(await second.query('whoami', {}, signer));
  const write = async (service: LocalService): Promise<void> => {
    expect((await service.submit('remove_ip_allowlist', {})).status).toBe(200);
  };
  const restartAt = async (service: LocalService, now: number): Promise<void> => {
    await service.halt();
    service.now = now;
    service.steadyMs = 0;
    await service.restart();
  };

  it('attack: a process whose clock is set ahead while it runs ends nobody’s session', async () => {
    first.now += HOUR;
    await write(first);
    await restartAt(second, right);
    expect(await asked(session)).toBeUndefined();
    // Its last word, as it stops, is no time of its own either.
    await first.halt();
    await restartAt(second, right);
    expect(await asked(session)).toBeUndefined();
  });

  it.each([
    ['ahead of', HOUR],
    ['behind', -HOUR],
  ])(
    'attack: a process whose clock is %s the server’s doesn’t start, and leaves nothing',
    async (way, ms) => {
      await expect(restartAt(first, right + ms)).rejects.toThrow(`3600 seconds ${way} the clock`);
      await restartAt(second, right);
      expect(await asked(session)).toBeUndefined();
      await restartAt(first, right + MINUTE);
      await write(first);
    },
  );

  it('attack: what was over stays over where the server’s own clock was set back', async () => {
    right += 901_000;
    await restartAt(second, right);
    right -= 24 * HOUR;
    await restartAt(second, right);
    expect(await asked(session)).toBe('PUBLIC_KEY_NOT_FOUND');
    // What is made by the earlier time is ended by no further start.
    const later = freshSigner();
    await openSession(later);
    await restartAt(second, right);
    expect(await asked(later)).toBeUndefined();
  });

  it('attack: a server’s clock that was far ahead once locks nobody out of the root quorum', async () => {
    const lasting = freshSigner();
    const userId = second.ready.rootUserId;
    const { publicKey } = lasting;
    const apiKey = { apiKeyName: 'Two days', publicKey, curveType: 'API_KEY_CURVE_P256' };
    const apiKeys = [{ ...apiKey, expirationSeconds: String(48 * 3600) }];
    expect((await second.submit('create_api_keys', { userId, apiKeys })).status).toBe(200);
    const { json } = await second.query('get_api_keys', { userId });
    const keys = json['apiKeys'] as readonly { apiKeyId: string; apiKeyName: string }[];
    const apiKeyIds = keys.filter((key) => key.apiKeyName === 'Root key').map((key) => key.apiKeyId);
    expect((await second.submit('delete_api_keys', { userId, apiKeyIds }, lasting)).status).toBe(200);
    const since = right;
    right += 1000 * HOUR;
    await restartAt(second, right);
    right = since;
    await restartAt(second, right);
    expect(await asked(lasting)).toBeUndefined();
    expect(await asked(session)).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  it('attack: approvals that were over don’t count again where the server’s clock was set back', async () => {
    const member = await addMember(second, 'Second');
    const userIds = [second.ready.rootUserId, member.userId];
    expect((await setQuorum(second, 2, userIds)).status).toBe(200);
    const waiting = activityOf(await second.submit('remove_ip_allowlist', {}));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const since = right;
    right += 25 * HOUR;
    await restartAt(second, right);
    right = since + HOUR;
    await restartAt(second, right);
    expect(activityOf(await vote(second, 'approve', waiting, member.signer)).status).toBe(
      'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    );
    expect(activityOf(await vote(second, 'approve', waiting, second.root)).status).toBe(
      'ACTIVITY_STATUS_COMPLETED',
    );
  });

  it('is the server’s real one, unless a test says otherwise', async () => {
    const store = await openPostgresStore(await server.makeDatabase());
    try {
      expect(Math.abs((await serverTimeMs(store)) - Date.now())).toBeLessThan(MINUTE);
    } finally {
      await store.destroy();
    }
    first.databaseMs = undefined;
    await restartAt(first, Date.now());
    await expect(restartAt(first, Date.now() - HOUR)).rejects.toMatchObject({ code: 'CLOCK_APART' });
  });
});
