import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { decryptExportBundle } from '@turnkey/crypto';
import { FlattenedSign, flattenedVerify, importJWK } from 'jose';
import { Bench } from 'tinybench';
import { createEd25519Signer, createNativeCurves } from '#native/curves.ts';
import { makeExportBundle, openExportBundle } from '#protocol/bundle/import-export.ts';
import { installCurves } from '#protocol/curves.ts';
import { fromBase64Url, toHex, toUtf8 } from '#protocol/encoding.ts';
import { generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';
import { signWebhook, verifyWebhook } from '#protocol/webhook.ts';
import { type Figure, atLeast, atMost } from './figure.ts';

/** A delivery of a usual size. */
const BODY = toUtf8(JSON.stringify({ type: 'ACTIVITY_UPDATES', msg: { text: 'x'.repeat(900) } }));
const ORGANIZATION = '89881fc7-6ff3-4b43-b962-916698f8ff58';

/** Deliveries: checked beside jose, whose check of the same bytes is a JWS's, and signed beside the platform's bare signature. */
async function addDeliveries(bench: Bench): Promise<void> {
  const pair = generateKeyPairSync('ed25519');
  const { x = '', d = '' } = pair.privateKey.export({ format: 'jwk' });
  const seed = new Secret(fromBase64Url(d, 'd'));
  const delivery = { keyId: 'key', eventId: 'event', timestampMs: 1_000, body: BODY };
  const headers = signWebhook(delivery, seed);
  const trust = {
    keys: [{ keyId: 'key', publicKey: toHex(fromBase64Url(x, 'x')) }],
    nowMs: 1_000,
    maxAgeMs: 1_000,
  };
  const signer = createEd25519Signer(seed);
  bench.add('verify a delivery', () => {
    if (!verifyWebhook({ headers, body: BODY }, trust).ok) throw new Error('It does not hold.');
  });
  bench.add('sign a delivery', () => void signWebhook(delivery, signer));
  bench.add('platform signs', () => void sign(null, BODY, pair.privateKey));
  const jws = await new FlattenedSign(BODY).setProtectedHeader({ alg: 'EdDSA' }).sign(pair.privateKey);
  const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA' }, 'EdDSA');
  bench.add('jose', async () => {
    await flattenedVerify(jws, key);
  });
}

/** Export bundles: opened beside the vendor's package, which makes the same checks. */
async function addBundles(bench: Bench): Promise<void> {
  const [quorum, target] = [newPair(), newPair()];
  const quorumPublicKey = toHex(quorum.publicKey);
  const bundle = await makeExportBundle({
    plaintext: new Secret(new Uint8Array(randomBytes(32))),
    targetPublicKey: target.publicKey,
    organizationId: ORGANIZATION,
    quorumSignKey: quorum.privateKey,
  });
  const expected = {
    organizationId: ORGANIZATION,
    quorumPublicKey,
    targetPrivateKey: target.privateKey,
  };
  bench.add('open a bundle', async () => (await openExportBundle(bundle, expected)).wipe());
  const embeddedKey = target.privateKey.use(toHex);
  bench.add('vendor opens', async () => {
    await decryptExportBundle({
      exportBundle: bundle,
      embeddedKey,
      organizationId: ORGANIZATION,
      dangerouslyOverrideSignerPublicKey: quorumPublicKey,
      keyFormat: 'HEXADECIMAL',
      returnMnemonic: false,
    });
  });
}

const newPair = (): ReturnType<typeof generateP256KeyPair> =>
  generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));

/** Signatures of deliveries and bundles against jose, the platform's bare signature and the vendor's package. */
export async function benchCrypto(): Promise<Figure[]> {
  const before = installCurves(createNativeCurves());
  try {
    const bench = new Bench({ time: 1500, warmupTime: 300 });
    await addDeliveries(bench);
    await addBundles(bench);
    await bench.run();
    const median = (name: string): number => {
      const result = bench.getTask(name)?.result;
      if (result === undefined || !('latency' in result)) throw new Error(`${name} was not measured`);
      return result.latency.p50;
    };
    return [
      atLeast(2, 'verifying a delivery, speed against jose', median('jose') / median('verify a delivery')),
      atMost(
        2,
        "signing a delivery, time against the platform's bare signature",
        median('sign a delivery') / median('platform signs'),
      ),
      atLeast(
        3,
        "opening an export bundle, speed against the vendor's package",
        median('vendor opens') / median('open a bundle'),
      ),
    ];
  } finally {
    installCurves(before);
  }
}
