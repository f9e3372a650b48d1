import { describe, expect, it } from 'vitest';
import { sealSecrets } from '#main/features/secret-import/seal-secrets.ts';
import type { DraftSecret } from '#main/features/secret-import/secret-draft.ts';
import { openClientMessage } from '#protocol/bundle/client-message.ts';
import { makeImportBundle } from '#protocol/bundle/import-bundle.ts';
import { importSecrets } from '#protocol/catalogue/secrets.ts';
import { fromUtf8, toHex, toUtf8 } from '#protocol/encoding.ts';
import { generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';

const pair = (seed: number) => generateP256KeyPair(new Uint8Array(P256_RANDOM_LENGTH).fill(seed));
const quorum = pair(1);
const stranger = pair(2);
const quorumPublicKey = toHex(quorum.publicKey);
const ORGANIZATION = '89881fc7-6ff3-4b43-b962-916698f8ff58';
const OTHER = '11111111-6ff3-4b43-b962-916698f8ff58';

const drafts = (count: number): DraftSecret[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `s${id}`,
    value: new Secret(toUtf8(`value ${id}`)),
    properties: [{ key: 'team', value: 'payments' }],
  }));
const target = (seed: number, organizationId = ORGANIZATION, signer = quorum): string =>
  makeImportBundle({ targetPublicKey: pair(seed).publicKey, organizationId }, signer.privateKey);
const seal = (secrets: DraftSecret[], messages: string[]) =>
  sealSecrets(secrets, messages, ORGANIZATION, quorumPublicKey);

describe('sealSecrets', () => {
  it('seals each secret to a key of its own, in order, and no more than 20 in a request', async () => {
    const requests = await seal(
      drafts(45),
      Array.from({ length: 45 }, (_, index) => target(10 + index)),
    );
    const batches = requests.map(({ parameters }) => importSecrets.parameters.parse(parameters).secrets);
    expect(batches.map((batch) => batch.length)).toEqual([20, 20, 5]);
    const all = batches.flat();
    expect(all.map(({ name }) => name)).toEqual(drafts(45).map(({ name }) => name));
    const [, , third] = all;
    const opened = await openClientMessage(third?.secretPayload ?? '', pair(12).privateKey);
    expect(opened.use((bytes) => fromUtf8(bytes))).toBe('value 2');
    expect(third?.staticProperties).toEqual([{ key: 'team', value: 'payments' }]);
  });

  it('attack: a target key signed by another key is refused, and nothing is sealed', async () => {
    const secrets = drafts(2);
    await expect(seal(secrets, [target(10), target(11, ORGANIZATION, stranger)])).rejects.toMatchObject({
      code: 'SIGNER_KEY_MISMATCH',
    });
  });

  it('attack: a target key that names the pinned key but was signed by another is refused', async () => {
    const forged = JSON.parse(target(10, ORGANIZATION, stranger)) as Record<string, unknown>;
    const message = JSON.stringify({ ...forged, enclaveQuorumPublic: quorumPublicKey });
    await expect(seal(drafts(1), [message])).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('attack: a target key of another organization is refused', async () => {
    await expect(seal(drafts(1), [target(10, OTHER)])).rejects.toMatchObject({
      code: 'ORGANIZATION_MISMATCH',
    });
  });

  it('attack: one target key for two secrets is refused', async () => {
    await expect(seal(drafts(2), [target(10), target(10)])).rejects.toMatchObject({
      code: 'TARGETS_INVALID',
    });
  });

  it.each([0, 1, 3])('refuses %i keys for two secrets', async (count) => {
    const messages = Array.from({ length: count }, (_, index) => target(10 + index));
    await expect(seal(drafts(2), messages)).rejects.toMatchObject({ code: 'TARGETS_INVALID' });
  });
});
