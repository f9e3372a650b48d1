import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { serializeTransaction } from 'viem';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { portableSigner, apiPublicKeyOf } from '#protocol/stamp.ts';
import { type Figure, atMost, median } from './figure.ts';
import { type Load, type Shot, load, medianLoad, warmUp } from './load.ts';
import { residentMegabytes } from './memory.ts';
import { startProcess, startScript } from './process.ts';
import { createKey, shooter } from './shots.ts';

const ROUNDS = 5;
const REQUESTS = 600;
const P99_MS = 15;

/** `sign_transaction` end to end over HTTP, durable, against bare fastify with one durable insert, and with the same work by hand. */
export async function benchService(root: string, bundle: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-bench-'));
  const secret = randomBytes(32);
  const signer = portableSigner('API_KEY_CURVE_P256', secret);
  const service = await startProcess({
    root,
    folder,
    publicKey: apiPublicKeyOf('API_KEY_CURVE_P256', secret),
    storageKey: randomBytes(32),
  });
  const floor = await startScript(join(bundle, 'floor.mjs'), []);

  const shoot = shooter(service.organizationId, signer);

  try {
    const signWith = await createKey(service.url, shoot);
    let nonce = 0;
    const transactions = (): Shot[] =>
      Array.from({ length: REQUESTS }, () =>
        shoot(signTransaction, {
          signWith,
          unsignedTransaction: transfer((nonce += 1)),
          type: 'TRANSACTION_TYPE_ETHEREUM',
        }),
      );
    const figures: Figure[] = [];
    for (const connections of [1, 16, 64]) {
      await warmUp(service.url, transactions, connections);
      await warmUp(floor.url, () => at('/', transactions()), connections);
      await warmUp(floor.url, () => at('/by-hand', transactions()), connections);
      const rounds: { bare: Load; byHand: Load; ours: Load }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Each request is one that nobody has seen: the same would be told what is known of it.
        rounds.push({
          bare: await load(floor.url, at('/', transactions()), connections),
          byHand: await load(floor.url, at('/by-hand', transactions()), connections),
          ours: await load(service.url, transactions(), connections),
        });
      }
      for (const name of ['bare', 'byHand', 'ours'] as const) {
        const { rate, p50, p99 } = medianLoad(rounds.map((round) => round[name]));
        process.stdout.write(
          `  ${connections} connections, ${name}: ${rate.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`,
        );
      }
      const against = (peer: 'bare' | 'byHand'): number =>
        median(rounds.map((round) => round[peer].rate / round.ours.rate));
      const what = `sign_transaction, ${connections} connection(s), time against bare fastify`;
      figures.push(
        atMost(connections === 1 ? 3 : 2, `${what} + insert`, against('bare')),
        atMost(2, `${what} + the same cryptographic work by hand`, against('byHand')),
      );
      if (connections !== 16) continue;
      const p99 = median(rounds.map(({ ours }) => ours.p99));
      figures.push(
        atMost(1, `sign_transaction, 16 connections, p99 against the aim of ${P99_MS} ms`, p99 / P99_MS),
      );
    }
    figures.push(
      atMost(
        3,
        'memory of the service against bare fastify + insert',
        residentMegabytes(service.pid) / residentMegabytes(floor.pid),
      ),
    );
    return figures;
  } finally {
    await Promise.all([service.stop(), floor.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

const at = (path: string, shots: readonly Shot[]): Shot[] => shots.map((shot) => ({ ...shot, path }));

const transfer = (nonce: number): string =>
  serializeTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce,
    to: '0x5e2f9B0C41D7b9a9C2F4d3E1b8A6F7c0d9E8b7a6'.toLowerCase() as `0x${string}`,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 30_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  }).slice(2);
