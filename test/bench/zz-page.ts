import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathOf } from '#protocol/catalogue/operation.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { portableSigner, apiPublicKeyOf, stamp } from '#protocol/stamp.ts';
import { fill, TYPES } from './filled.ts';
import { load } from './load.ts';

const root = process.env['KEYOPS_ROOT'] ?? '';
const secret = randomBytes(32);
const signer = portableSigner('API_KEY_CURVE_P256', secret);
const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', secret);
const COUNT = Number(process.env['COUNT'] ?? 100_000);
const filled = await fill(root, publicKey, COUNT, 10_000);
await filled.service.stop();
const { options } = filled;
for (const prof of process.env['PROF'] === '1' ? [true] : [false, false]) {
  const child = spawn(process.execPath, [...(prof ? ['--cpu-prof', '--cpu-prof-dir=/tmp/pageprof'] : []), join(process.env['BUILD'] ?? root, 'out/main/service.js'), '--data', options.folder, '--port', '0', '--auth-proxy-port', '0', '--rate-limit', '99999', '--root-public-key', publicKey, '--storage-key-fd', '3'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  (child.stdio[3] as unknown as import('node:stream').Writable).end(options.storageKey);
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  const ready = JSON.parse(line as string) as { url: string; organizationId: string };
  const of = (limit: string, filters: object, n: number) => {
    const body = JSON.stringify({ organizationId: ready.organizationId, ...filters, paginationOptions: { limit, before: filled.activityIds[Math.floor(COUNT / 2) + n] } });
    return { path: pathOf({ kind: 'query', path: 'list_activities' }), headers: { 'content-type': 'application/json', 'x-stamp': stamp(toUtf8(body), signer) }, body };
  };
  const both = { filterByStatus: ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED'], filterByType: [...TYPES, 'ACTIVITY_TYPE_OAUTH'] };
  for (let r = 0; r < 4; r += 1) {
    const out: string[] = [];
    for (const [name, limit, f] of [['both100', '100', both], ['none100', '100', {}], ['both10', '10', both], ['none10', '10', {}]] as const) {
      const shots = Array.from({ length: prof ? (name === 'both100' ? 400 : 1) : 120 }, (_, n) => of(limit, f, n + r * 400));
      out.push(`${name} ${(await load(ready.url, shots, 1)).p50.toFixed(2)}`);
    }
    console.log(out.join('  '));
  }
  child.kill('SIGTERM');
  await once(child, 'exit');
}
