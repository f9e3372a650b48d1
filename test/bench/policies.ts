import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createPolicies } from '#protocol/catalogue/policies.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { signRawPayload } from '#protocol/catalogue/signing.ts';
import { createUsers } from '#protocol/catalogue/users.ts';
import { apiPublicKeyOf, portableSigner } from '#protocol/stamp.ts';
import { storeFile } from '#service/storage/store.ts';
import { type Figure, atMost } from './figure.ts';
import { type Shot, load } from './load.ts';
import { processorMs, startProcess } from './process.ts';
import { resultOf, shooter } from './shots.ts';

const MANY = 1000;
const SIGNATURES = 500;
const AIM_BYTES = 2048;

/** What a signature costs that a thousand policies are asked about, against one that a single policy is asked about. */
export async function benchPolicies(root: string): Promise<Figure[]> {
  const one = await costWith(root, 1);
  const many = await costWith(root, MANY);
  for (const [count, { ms, bytes }] of [[1, one] as const, [MANY, many] as const])
    process.stdout.write(
      `  ${count} policies: ${ms.toFixed(2)} ms of processor, ${bytes.toFixed(0)} bytes\n`,
    );
  return [
    atMost(2, `a signature with ${MANY} policies, processor time against one policy`, many.ms / one.ms),
    atMost(
      1,
      `what ${MANY} policies add to what is stored of a signature, against the aim of ${AIM_BYTES} bytes`,
      (many.bytes - one.bytes) / AIM_BYTES,
    ),
  ];
}

async function costWith(root: string, policies: number): Promise<{ ms: number; bytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-policies-'));
  const [secret, other] = [randomBytes(32), randomBytes(32)];
  const publicKey = apiPublicKeyOf('API_KEY_CURVE_P256', secret);
  const options = { root, folder, publicKey, storageKey: randomBytes(32) };
  const signer = portableSigner('API_KEY_CURVE_P256', secret);
  const member = portableSigner('API_KEY_CURVE_P256', other);
  let service = await startProcess(options);
  try {
    const user = {
      ...{ userName: 'bench', authenticators: [], oauthProviders: [], userTags: [] },
      apiKeys: [
        { apiKeyName: 'bench', publicKey: member.publicKey, curveType: 'API_KEY_CURVE_P256' as const },
      ],
    };
    const made = await resultOf(
      service.url,
      createUsers,
      shooter(service.organizationId, signer)(createUsers, { users: [user] }),
    );
    const userId = made.userIds[0] ?? '';
    const key = {
      privateKeyName: 'bench',
      curve: 'CURVE_P256' as const,
      privateKeyTags: [],
      addressFormats: [],
    };
    const keys = await resultOf(
      service.url,
      createPrivateKeys,
      shooter(service.organizationId, signer)(createPrivateKeys, { privateKeys: [key] }),
    );
    const signWith = keys.privateKeys[0]?.privateKeyId ?? '';
    for (let from = 0; from < policies; from += 100) {
      const part = Array.from({ length: Math.min(100, policies - from) }, (_, at) => ({
        policyName: `policy ${from + at}`,
        effect: 'EFFECT_ALLOW' as const,
        // One lets it through; the others are about something else, each in its own words.
        condition: from + at === 0 ? 'true' : `activity.type == 'ACTIVITY_TYPE_${from + at}'`,
        consensus: `approvers.any(user, user.id == '${userId}')`,
        notes: '',
      }));
      await resultOf(
        service.url,
        createPolicies,
        shooter(service.organizationId, signer)(createPolicies, { policies: part }),
      );
    }
    let payload = 0;
    const batch = (): Shot[] =>
      Array.from({ length: SIGNATURES }, () =>
        shooter(service.organizationId, member)(signRawPayload, {
          ...{ signWith, payload: String((payload += 1)), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
          hashFunction: 'HASH_FUNCTION_SHA256',
        }),
      );
    await load(service.url, batch(), 4);
    const shots = batch();
    const before = processorMs(service.pid);
    await load(service.url, shots, 4);
    const ms = (processorMs(service.pid) - before) / SIGNATURES;
    // The file is whole, and no larger than what is in it grew, when the service has ended.
    await service.stop();
    const sizeBefore = statSync(storeFile(folder)).size;
    service = await startProcess(options);
    await load(service.url, batch(), 4);
    await service.stop();
    const bytes = (statSync(storeFile(folder)).size - sizeBefore) / SIGNATURES;
    service = await startProcess(options);
    return { ms, bytes };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
