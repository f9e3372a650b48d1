// The tour of the offline console, bundled and started by scripts/tour.mjs: two consoles with data folders of their own, the
// real service, and files between them. Ends with 1 where anything was not as it should be.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { sentenceText } from '#chains/model/decoded.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { readOfflineFile } from '#protocol/offline/offline-files.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import { type DeskPair, startDeskPair } from '../fixtures/desk-pair.ts';
import { LocalService } from '../fixtures/local-service.ts';
import { withoutInterface } from '../fixtures/without-interface.ts';
import { UNSIGNED } from './steps.ts';

const root = process.env['KEYOPS_ROOT'] ?? process.cwd();
const script = join(dirname(process.argv[1] ?? ''), 'desk.mjs');
const say = (text: string): void => void process.stdout.write(`${text}\n`);

type Completed = Extract<Outcome, { state: 'completed' }>;

/** Takes one operation round by file, and says each step. @throws where a step or a check fails */
async function goRound(
  { service, pair }: { service: LocalService; pair: DeskPair },
  operation: string,
  parameters: object,
): Promise<Completed> {
  const { offline, online, publicKey } = pair;
  say(operation);
  service.now = Date.now();
  const { id } = await online.call<{ id: string }>('offline.prepare', {
    ...{ operation, parameters, publicKey, curve: null },
  });
  const request = await online.save(id, 'request');
  say(`  Online   made        ${basename(request)}`);
  const [there = ''] = await offline.take(request);
  const { preview } = await offline.approve(there);
  say(`  Offline  approved    ${sentenceText(preview.sentence)}`);
  const stamp = await offline.save(there, 'stamp');
  say(`  Offline  stamped     ${basename(stamp)}`);
  await online.take(stamp);
  service.now = Date.now();
  await online.call('offline.send', { id });
  const answer = await online.save(id, 'answer');
  say(`  Online   sent        ${basename(answer)}`);
  const [opened = ''] = await offline.take(answer);
  const found = (await offline.state()).answers.find((each) => each.id === opened);
  if (found?.outcome.state !== 'completed') throw new Error(`The answer came to ${found?.outcome.state}.`);
  for (const { name, passed, detail } of found.outcome.verifications) {
    say(`  Offline  ${passed ? 'holds ' : 'FAILS '}      ${name}: ${detail}`);
    if (!passed) throw new Error(`${name} does not hold.`);
  }
  // Once more, by the command line alone: it opens no data folder and knows nothing but the files.
  const verify = [join(root, 'out/main/keyops.js'), 'verify', request, stamp, answer, '--json'];
  const { status, stdout } = spawnSync(process.execPath, verify, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`keyops verify ended with ${status}: ${stdout}`);
  const { checks } = JSON.parse(stdout) as { checks: readonly unknown[] };
  const { body } = readOfflineFile('keyops-request', readFileSync(request));
  const lines = await offline.call<{ digest: string; outcome: string }[]>('journal.list', {
    ...{ before: null, limit: 100, filter: 'changes' },
  });
  const outcomes = lines.filter(({ digest }) => digest === sha256Hex(body)).map(({ outcome }) => outcome);
  if (outcomes.length !== 2) throw new Error(`The journal has ${outcomes.length} lines of it, not 2.`);
  say(
    `  Both     verified    keyops verify: ${checks.length} checks; journal: ${outcomes.reverse().join(', ')}`,
  );
  return found.outcome;
}

const { prefix, reason } = withoutInterface();
say(
  prefix === undefined
    ? `The offline console refuses its network; a network namespace is not to be had here: ${reason}.`
    : 'The offline console runs in a network namespace without an interface, and refuses its network as well.',
);
const service = await LocalService.start();
try {
  const pair = await startDeskPair(service, { script, within: prefix });
  try {
    const made = await goRound({ service, pair }, 'create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'Treasury cold',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    const { privateKeys } = createPrivateKeys.output.parse(made.result);
    const address = privateKeys[0]?.addresses[0]?.address ?? '';
    const signed = await goRound({ service, pair }, 'sign_transaction', {
      signWith: address,
      unsignedTransaction: UNSIGNED,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
    if (signed.transaction === null) throw new Error('No signed transaction came back.');
    say(`Signed by            ${address}`);
    say(`Transaction hash     ${signed.transaction.hash}`);
    say(`Signed transaction   ${signed.transaction.signed}`);
    say('Made, carried, approved and stamped offline, sent, answered, verified and journaled.');
  } finally {
    await pair.remove();
  }
} finally {
  await service.stop();
}
