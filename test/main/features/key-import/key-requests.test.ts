import { describe, expect, it } from 'vitest';
import { sealKey } from '#main/features/key-import/key-requests.ts';
import { openClientMessage } from '#protocol/bundle/client-message.ts';
import { makeImportBundle } from '#protocol/bundle/import-bundle.ts';
import { toHex } from '#protocol/encoding.ts';
import type { Secret } from '#protocol/secret.ts';
import { hexOf, keyPairOf, secretOfHex } from '#test/protocol/keys.ts';

const [quorum, stranger, target] = [keyPairOf(1), keyPairOf(2), keyPairOf(3)];
const KEY = '1f'.repeat(32);
const organizationId = '89881fc7-6ff3-4b43-b962-916698f8ff58';
const userId = '11111111-6ff3-4b43-b962-916698f8ff58';
const other = '22222222-6ff3-4b43-b962-916698f8ff58';
const expected = { organizationId, userId, quorumPublicKey: toHex(quorum.publicKey) };

const bundle = (change: { organizationId?: string; userId?: string } = {}, signer = quorum): string =>
  makeImportBundle(
    { targetPublicKey: target.publicKey, organizationId, userId, ...change },
    signer.privateKey,
  );
/** Seals, and gives the error's code where it was refused; the plaintext is wiped either way. */
const refused = async (text: string): Promise<unknown> => {
  const plaintext: Secret = secretOfHex(KEY);
  const error = await sealKey(plaintext, text, expected).catch((thrown: unknown) => thrown);
  expect(plaintext.wiped).toBe(true);
  return error;
};

describe('sealing a key', () => {
  it('seals to the target, which alone opens it, and wipes the plaintext', async () => {
    const plaintext = secretOfHex(KEY);
    const { encryptedBundle, check } = await sealKey(plaintext, bundle(), expected);
    expect(check.passed).toBe(true);
    expect(plaintext.wiped).toBe(true);
    expect(hexOf(await openClientMessage(encryptedBundle, target.privateKey))).toBe(KEY);
    await expect(openClientMessage(encryptedBundle, stranger.privateKey)).rejects.toMatchObject({
      code: 'HPKE_OPEN_FAILED',
    });
  });

  it('attack: a target key that another key signed', async () => {
    expect(await refused(bundle({}, stranger))).toMatchObject({ code: 'SIGNER_KEY_MISMATCH' });
  });

  it('attack: a target key that names the pinned key, and another one signed', async () => {
    const forged = JSON.parse(bundle({}, stranger)) as Record<string, unknown>;
    const text = JSON.stringify({ ...forged, enclaveQuorumPublic: expected.quorumPublicKey });
    expect(await refused(text)).toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('attack: a target key that was made for another user', async () => {
    expect(await refused(bundle({ userId: other }))).toMatchObject({ code: 'USER_MISMATCH' });
  });

  it('attack: a target key that was made for nobody, as those of secrets are', async () => {
    const text = makeImportBundle({ targetPublicKey: target.publicKey, organizationId }, quorum.privateKey);
    expect(await refused(text)).toMatchObject({ code: 'USER_MISMATCH' });
  });

  it('attack: a target key of another organization', async () => {
    expect(await refused(bundle({ organizationId: other }))).toMatchObject({ code: 'ORGANIZATION_MISMATCH' });
  });

  it.each(['', 'null', '{}', '{"version":"v1.0.0"}', 'x'.repeat(1000)])(
    'refuses %j as a bundle',
    async (text) => {
      expect(await refused(text)).toMatchObject({ code: 'ENVELOPE_MALFORMED' });
    },
  );
});
