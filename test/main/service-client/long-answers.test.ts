import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TIMING, systemClock } from '#main/platform/clock.ts';
import { type Client, createClient } from '#main/service-client/client.ts';
import { query } from '#protocol/catalogue/operation.ts';
import { portableSigner } from '#protocol/stamp.ts';
import { noRoutes } from '../../fixtures/network.ts';
import { portableStamper } from '../../fixtures/portable-stamper.ts';

const signer = portableSigner('API_KEY_CURVE_P256', new Uint8Array(32).fill(7));
const LONG = 256 * 1024;

describe('an answer', () => {
  let server: Server;
  let client: Client;
  let answer: string;
  let turn = 0;
  let running: boolean;
  beforeEach(async () => {
    server = createServer((_request, response) => response.end(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const nothing = (): void => undefined;
    const news = { onCall: nothing, onQuery: nothing, onAnswer: nothing };
    client = createClient({ clock: systemClock, timing: TIMING, random: () => 0 }, '1', news, noRoutes);
    running = true;
    const next = (): void => {
      turn += 1;
      if (running) setImmediate(next);
    };
    setImmediate(next);
  });
  afterEach(async () => {
    running = false;
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await client.close();
    server.close();
  });

  /** In which turns an answer is decoded, parsed and held against its schema. */
  async function turnsOf(text: string): Promise<readonly number[]> {
    answer = text;
    const turns: number[] = [];
    class CountedDecoder extends TextDecoder {
      override decode(bytes?: AllowSharedBufferSource): string {
        const decoded = super.decode(bytes);
        if (decoded === text) turns.push(turn);
        return decoded;
      }
    }
    vi.stubGlobal('TextDecoder', CountedDecoder);
    const { parse } = JSON;
    vi.spyOn(JSON, 'parse').mockImplementation((given: string): unknown => {
      if (given === text) turns.push(turn);
      return parse(given);
    });
    const output = z.looseObject({}).refine(() => turns.push(turn));
    await ask(output);
    return turns;
  }

  const ask = (output: z.ZodType = z.looseObject({})): Promise<unknown> => {
    const operation = query({ path: 'whoami', summary: '', parameters: z.strictObject({}), output });
    const { port } = server.address() as AddressInfo;
    const target = {
      ...{
        baseUrl: `http://127.0.0.1:${port}`,
        organizationId: 'o',
        profileId: 'local',
        profileName: 'Local',
      },
      ...{ moves: 0, stamper: portableStamper(signer) },
    };
    return client.query(target, operation, {});
  };

  it('that is long is read in several turns', async () => {
    const [decoded, parsed, checked, ...more] = await turnsOf(JSON.stringify({ text: 'x'.repeat(LONG) }));
    expect(more).toEqual([]);
    expect(parsed).toBeGreaterThan(decoded ?? Infinity);
    expect(checked).toBeGreaterThan(parsed ?? Infinity);
  });

  it('that is short is read in one', async () => {
    const turns = await turnsOf(JSON.stringify({ text: 'x' }));
    expect(turns).toHaveLength(3);
    expect(new Set(turns).size).toBe(1);
  });

  it('may have texts of anything, and no more structure than answers have', async () => {
    const text = `${'[{,'.repeat(300_000)}"\\`;
    answer = JSON.stringify({ text, after: 'y'.repeat(LONG), quoted: ['\\', '\\"', '"'] });
    await expect(ask()).resolves.toEqual(JSON.parse(answer));
    answer = `{"text":${JSON.stringify('"\\'.repeat(LONG))},"deep":${'['.repeat(64)}${']'.repeat(64)}}`;
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_ANSWER_INVALID' });
    answer = JSON.stringify({ rows: Array.from({ length: 500_001 }, () => 1) });
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_ANSWER_INVALID' });
  });
});
