import type { Verification } from '#preload/contract/requests.ts';
import { makeClientMessage } from '#protocol/bundle/client-message.ts';
import { readImportBundle } from '#protocol/bundle/import-export.ts';
import type { Secret } from '#protocol/secret.ts';

/** Whom a target key has to be for, and by whom it has to be signed. */
export interface TargetExpectation {
  readonly organizationId: string;
  readonly userId: string;
  /** The profile's pinned sign half of the quorum key, hex. */
  readonly quorumPublicKey: string;
}

/**
 * Checks a target key against the pinned quorum key, the organization and the user, seals to it, and wipes the plaintext
 * whatever comes of it.
 * @param importBundle as `init_import_private_key` and `init_import_wallet` answer
 * @returns `encryptedBundle` for the second request, and what was checked
 * @throws AppError those of {@link readImportBundle}; then nothing was sealed
 */
export async function sealKey(
  plaintext: Secret,
  importBundle: string,
  expected: TargetExpectation,
): Promise<{ readonly encryptedBundle: string; readonly check: Verification }> {
  try {
    const target = readImportBundle(importBundle, expected, expected.quorumPublicKey);
    return {
      encryptedBundle: await makeClientMessage(plaintext, target),
      check: {
        name: 'Target key',
        passed: true,
        detail: 'The key to seal to is signed by the pinned quorum key, for this organization and this user.',
      },
    };
  } finally {
    plaintext.wipe();
  }
}
