import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { serializeTransaction } from 'viem';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import {
  type ParametersOf,
  type SubmitOperation,
  pathOf,
  submitBody,
  submitResponse,
} from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { portableSigner, apiPublicKeyOf, stamp } from '#protocol/stamp.ts';
import { type Figure, atMost, median } from './figure.ts';
import { type Shot, load } from './load.ts';
import { residentMegabytes } from './memory.ts';
import { startProcess, startScript } from './process.ts';

const ROUNDS = 5;
const REQUESTS = 600;

/** `sign_transaction` end to end over HTTP, durable, against bare fastify with one durable insert, at 1 and 16 connections. */
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

  const shoot = <O extends SubmitOperation>(operation: O, parameters: ParametersOf<O>): Shot => {
    const body = submitBody(operation, service.organizationId, Date.now(), parameters);
    const headers = { 'content-type': 'application/json', 'x-stamp': stamp(toUtf8(body), signer) };
    return { path: pathOf(operation), headers, body };
  };

  try {
    const signWith = await createKey(service.url, shoot(createPrivateKeys, KEY));
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
    await load(service.url, transactions(), 16);
    await load(floor.url, atFloor(transactions()), 16);
    for (const connections of [1, 16]) {
      const ratios: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const shots = transactions();
        const bare = await load(floor.url, atFloor(shots), connections);
        const ours = await load(service.url, shots, connections);
        process.stdout.write(
          `  ${connections} connections: floor ${bare.toFixed(0)}/s, service ${ours.toFixed(0)}/s\n`,
        );
        ratios.push(bare / ours);
      }
      figures.push(
        atMost(
          3,
          `sign_transaction, ${connections} connection(s), time against bare fastify + insert`,
          median(ratios),
        ),
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

const KEY: ParametersOf<typeof createPrivateKeys> = {
  privateKeys: [
    {
      privateKeyName: 'bench',
      curve: 'CURVE_SECP256K1',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    },
  ],
};

async function createKey(url: string, shot: Shot): Promise<string> {
  const answer = await fetch(url + shot.path, { method: 'POST', headers: shot.headers, body: shot.body });
  const { activity } = submitResponse.parse(await answer.json());
  const { privateKeys } = createPrivateKeys.output.parse(activity.result?.[createPrivateKeys.result]);
  return privateKeys[0]?.privateKeyId ?? '';
}

const atFloor = (shots: readonly Shot[]): Shot[] => shots.map((shot) => ({ ...shot, path: '/' }));

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
