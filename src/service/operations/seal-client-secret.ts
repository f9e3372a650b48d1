import { openQuorumEnvelope } from '../../protocol/bundle/quorum-envelope.ts';
import type { EffectContext } from '../activities/effect.ts';
import { openSealedText } from './open-sealed-text.ts';

/**
 * Opens a client's secret that was sealed to the fetcher key, and seals it under the storage key, bound to its credential.
 * @throws ServiceError REQUEST_INVALID where it does not open, or nothing is in it
 */
export const sealClientSecret = (
  { enclaveKeys, storageKey }: EffectContext,
  credentialId: string,
  encryptedClientSecret: string,
) =>
  openSealedText(
    () => openQuorumEnvelope(encryptedClientSecret, enclaveKeys.fetcher.encrypt.privateKey),
    'parameters.encryptedClientSecret',
    (bytes) => storageKey.seal(bytes, credentialId),
  );
