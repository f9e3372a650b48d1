import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { afterCall, UNKNOWN_REACH } from '#main/context/runtime-state.ts';
import type { Health } from '#preload/contract/app.ts';
import { runOnWorld } from '../../fixtures/console-on-world.ts';
import { LocalService } from '../../fixtures/local-service.ts';

describe('the health of a hosted service', () => {
  const gone = { profileId: 'world', isAnswered: false, offsetMs: null };

  it('does not turn for a call that was sent before another one was answered', () => {
    const answer = { profileId: 'world', sentMs: 10, isAnswered: true, offsetMs: 3 };
    const reachable = afterCall(UNKNOWN_REACH, answer, 20);
    expect(reachable).toMatchObject({ state: 'reachable', offsetMs: 3 });
    expect(afterCall(reachable, { ...gone, sentMs: 15 }, 40)).toBe(reachable);
    const lost = afterCall(reachable, { ...gone, sentMs: 21 }, 50);
    expect(lost).toMatchObject({ state: 'unreachable', sinceMs: 50, offsetMs: 3 });
    expect(afterCall(lost, { ...gone, sentMs: 51 }, 90)).toMatchObject({ sinceMs: 50 });
    expect(afterCall(lost, { ...answer, sentMs: 91 }, 92)).toMatchObject({
      state: 'reachable',
      sinceMs: null,
    });
  });

  describe('in the console', () => {
    let service: LocalService;
    let world: Awaited<ReturnType<typeof runOnWorld>>;
    let door: Server;
    let isOpen = true;
    beforeAll(async () => {
      service = await LocalService.start();
      // What stands between the console and the service, and may break.
      door = createServer((request, response) => {
        if (!isOpen) {
          request.socket.destroy();
          return;
        }
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const headers = {
            'content-type': 'application/json',
            'x-stamp': String(request.headers['x-stamp']),
          };
          const url = `${service.ready.url}${request.url ?? ''}`;
          void fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) }).then(async (answer) => {
            const clock = { 'x-service-time-ms': String(systemClock.now() + 9_000) };
            response.writeHead(answer.status, clock).end(await answer.text());
          });
        });
      });
      await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
      const { port } = door.address() as AddressInfo;
      world = await runOnWorld(service, {
        baseUrl: `http://127.0.0.1:${port}`,
        timing: { retryMs: 1, watchMs: 3_600_000 },
      });
    });
    afterAll(async () => {
      await world.stop();
      await service.stop();
      door.close();
    });
    const health = async (): Promise<Health> => (await world.running.bootstrap()).health;
    const recheck = () => world.running.call('app.recheck').catch(() => undefined);

    it('is what its calls came to, and starts anew with each profile', async () => {
      await recheck();
      expect((await health()).service).toMatchObject({ state: 'reachable' });
      expect((await health()).clock.offsetMs).toBeGreaterThan(8_000);

      isOpen = false;
      const before = systemClock.now();
      await recheck();
      const { state, sinceMs } = (await health()).service;
      expect(state).toBe('unreachable');
      expect(sinceMs).toBeGreaterThanOrEqual(before);

      await world.running.call('profiles.select', { id: 'local' });
      expect((await health()).service.state).toBe('waiting');
      expect((await health()).clock).toEqual({ offsetMs: null });

      isOpen = true;
      await world.running.call('profiles.select', { id: 'world' });
      await recheck();
      expect((await health()).service).toMatchObject({ state: 'reachable' });
      expect((await health()).service).not.toHaveProperty('sinceMs');
    });
  });
});
