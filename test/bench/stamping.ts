import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { Bench } from 'tinybench';
import { createSigner } from '#main/vault/signer.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { API_KEY_CURVES, type ApiKeyCurve, apiPublicKeyOf, stamp } from '#protocol/stamp.ts';
import { type Figure, atLeast, atMost } from './figure.ts';

const TEXT = JSON.stringify({
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  timestampMs: '1746736509954',
  organizationId: '89881fc7-6ff3-4b43-b962-916698f8ff58',
  parameters: { signWith: 'key', unsignedTransaction: '02'.repeat(120), type: 'TRANSACTION_TYPE_ETHEREUM' },
});
const BODY = toUtf8(TEXT);

// DER heads of a private key alone, for the platform's raw signature.
const HEAD = {
  API_KEY_CURVE_P256: ['30310201010420', 'a00a06082a8648ce3d030107', 'sec1'],
  API_KEY_CURVE_SECP256K1: ['302e0201010420', 'a00706052b8104000a', 'sec1'],
  API_KEY_CURVE_ED25519: ['302e020100300506032b657004220420', '', 'pkcs8'],
} as const satisfies Record<ApiKeyCurve, readonly [string, string, 'sec1' | 'pkcs8']>;

function platformKey(curve: ApiKeyCurve, secret: Uint8Array): ReturnType<typeof createPrivateKey> {
  const [head, tail, type] = HEAD[curve];
  return createPrivateKey({ key: Buffer.from(head + toHex(secret) + tail, 'hex'), format: 'der', type });
}

/** A whole `X-Stamp` from the vault's signer against the vendor's stamper (which knows P-256 alone) and the platform's bare signature. */
export async function benchStamping(): Promise<Figure[]> {
  const secret = randomBytes(32);
  const vendor = new ApiKeyStamper({
    apiPublicKey: apiPublicKeyOf('API_KEY_CURVE_P256', secret),
    apiPrivateKey: toHex(secret),
  });
  const bench = new Bench({ time: 1500, warmupTime: 300 });
  for (const curve of API_KEY_CURVES) {
    const signer = createSigner(curve, new Secret(Uint8Array.from(secret)));
    const key = platformKey(curve, secret);
    const digest = curve === 'API_KEY_CURVE_ED25519' ? null : 'sha256';
    bench.add(`stamp ${curve}`, () => void stamp(BODY, signer));
    bench.add(`platform ${curve}`, () => void sign(digest, BODY, key));
  }
  bench.add('vendor', async () => {
    await vendor.stamp(TEXT);
  });
  await bench.run();

  const median = (name: string): number => {
    const result = bench.getTask(name)?.result;
    if (result === undefined || !('latency' in result)) throw new Error(`${name} was not measured`);
    return result.latency.p50;
  };
  const figures = API_KEY_CURVES.map((curve) =>
    atMost(
      1.5,
      `stamping, ${curve}, time against the platform's bare signature`,
      median(`stamp ${curve}`) / median(`platform ${curve}`),
    ),
  );
  // The vendor's package stamps with P-256 alone.
  const speed = median('vendor') / median('stamp API_KEY_CURVE_P256');
  return [atLeast(2, "stamping, API_KEY_CURVE_P256, speed against the vendor's stamper", speed), ...figures];
}
