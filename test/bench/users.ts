import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createPolicies } from '#protocol/catalogue/policies.ts';
import { createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { stampLogin } from '#protocol/catalogue/sessions.ts';
import { signRawPayload } from '#protocol/catalogue/signing.ts';
import { createUsers } from '#protocol/catalogue/users.ts';
import { type Signer, apiPublicKeyOf, portableSigner } from '#protocol/stamp.ts';
import { type Figure, atMost } from './figure.ts';
import { type Shot, load } from './load.ts';
import { processorMs, startProcess } from './process.ts';
import { resultOf, shooter } from './shots.ts';

const MANY = 3_000;
/** The peer: the same organization with so few. */
const FEW = 10;
const SIGNATURES = 500;
/** Of one user after the other: each of them ends the session before. */
const LOGINS = 200;

/** What a signature and a login cost in an organization of thousands, against one of ten. */
export async function benchUsers(root: string): Promise<Figure[]> {
  const few = await costWith(root, FEW);
  const many = await costWith(root, MANY);
  for (const [count, { signatureMs, loginMs }] of [[FEW, few] as const, [MANY, many] as const])
    process.stdout.write(
      `  ${count} users: a signature ${signatureMs.toFixed(2)} ms of processor, with a login ${loginMs.toFixed(2)}\n`,
    );
  return [
    atMost(
      2,
      `a signature by one of ${MANY} users, processor time against one of ${FEW}`,
      many.signatureMs / few.signatureMs,
    ),
    atMost(
      2,
      `a login and a signature behind it, by one of ${MANY} users, processor time against one of ${FEW}`,
      many.loginMs / few.loginMs,
    ),
  ];
}

const P256 = 'API_KEY_CURVE_P256';
const freshSigner = (): Signer => portableSigner(P256, randomBytes(32));

async function costWith(root: string, users: number): Promise<{ signatureMs: number; loginMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-users-'));
  const secret = randomBytes(32);
  const publicKey = apiPublicKeyOf(P256, secret);
  const service = await startProcess({ root, folder, publicKey, storageKey: randomBytes(32) });
  try {
    const first = portableSigner(P256, secret);
    const members = Array.from({ length: users }, freshSigner);
    for (let from = 0; from < users; from += 100) {
      const part = members.slice(from, from + 100).map((member, at) => ({
        ...{ userName: `user ${from + at}`, authenticators: [], oauthProviders: [], userTags: [] },
        apiKeys: [{ apiKeyName: 'bench', publicKey: member.publicKey, curveType: P256 } as const],
      }));
      await resultOf(
        service.url,
        createUsers,
        shooter(service.organizationId, first)(createUsers, { users: part }),
      );
    }
    const key = {
      privateKeyName: 'bench',
      curve: 'CURVE_P256' as const,
      privateKeyTags: [],
      addressFormats: [],
    };
    const keys = shooter(service.organizationId, first)(createPrivateKeys, { privateKeys: [key] });
    const signWith =
      (await resultOf(service.url, createPrivateKeys, keys)).privateKeys[0]?.privateKeyId ?? '';
    const policy = {
      policyName: 'all',
      effect: 'EFFECT_ALLOW',
      condition: 'true',
      consensus: 'true',
    } as const;
    const policies = [{ ...policy, notes: '' }];
    await resultOf(
      service.url,
      createPolicies,
      shooter(service.organizationId, first)(createPolicies, { policies }),
    );

    let payload = 0;
    const memberAt = (at: number): Signer => members[at % members.length] ?? first;
    const signature = (at: number): Shot =>
      shooter(service.organizationId, memberAt(at))(signRawPayload, {
        ...{ signWith, payload: String((payload += 1)), encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
        hashFunction: 'HASH_FUNCTION_SHA256',
      });
    const login = (at: number): Shot =>
      shooter(service.organizationId, memberAt(at))(stampLogin, { publicKey: freshSigner().publicKey });
    /** Processor time for each of so many rounds, over one connection so that none shares what is read. */
    const cost = async (rounds: number, shotsOf: (at: number) => Shot[]): Promise<number> => {
      const shots = Array.from({ length: rounds }, (_, at) => shotsOf(at)).flat();
      const before = processorMs(service.pid);
      await load(service.url, shots, 1);
      return (processorMs(service.pid) - before) / rounds;
    };
    const both = (at: number): Shot[] => [login(at), signature(at + 1)];
    await cost(SIGNATURES, (at) => [signature(at)]);
    await cost(LOGINS, both);
    return {
      signatureMs: await cost(SIGNATURES, (at) => [signature(at)]),
      loginMs: await cost(LOGINS, both),
    };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
