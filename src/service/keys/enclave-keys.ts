import { toHex } from '#protocol/encoding.ts';
import { compressP256 } from '#protocol/p256-key.ts';
import { deriveQuorumKey, type QuorumKey } from '#protocol/quorum-key.ts';
import type { Secret } from '#protocol/secret.ts';

/** The service's own keys, one seed each. */
export const ENCLAVE_KEY_NAMES = ['enclave', 'notarizer', 'fetcher', 'onRamp'] as const;
export type EnclaveKeyName = (typeof ENCLAVE_KEY_NAMES)[number];

/**
 * The keys that the service itself holds, each with two halves (PROTOCOL.md, section 3.6; docs/decisions/040):
 * `enclave.sign` signs export and import envelopes, `notarizer.sign` signs sessions, `fetcher.encrypt` is what OAuth 2.0
 * client secrets are sealed to, `onRamp.encrypt` what on-ramp credentials are sealed to.
 */
export type EnclaveKeys = Readonly<Record<EnclaveKeyName, QuorumKey>>;

/** The public keys that clients pin: uncompressed hex (65 bytes), but `onRampEncryption` compressed (33 bytes). */
export interface PublishedKeys {
  readonly enclaveQuorum: string;
  readonly sessionNotarizer: string;
  readonly fetcherQuorum: string;
  readonly onRampEncryption: string;
}

/**
 * Derives all of the service's keys.
 * @param seeds 32 bytes each; left as they are
 */
export const enclaveKeysOf = (seeds: Readonly<Record<EnclaveKeyName, Secret>>): EnclaveKeys => ({
  enclave: deriveQuorumKey(seeds.enclave),
  notarizer: deriveQuorumKey(seeds.notarizer),
  fetcher: deriveQuorumKey(seeds.fetcher),
  onRamp: deriveQuorumKey(seeds.onRamp),
});

/** The half of each key that clients pin. */
export const publishedKeys = (keys: EnclaveKeys): PublishedKeys => ({
  enclaveQuorum: toHex(keys.enclave.sign.publicKey),
  sessionNotarizer: toHex(keys.notarizer.sign.publicKey),
  fetcherQuorum: toHex(keys.fetcher.encrypt.publicKey),
  onRampEncryption: toHex(compressP256(keys.onRamp.encrypt.publicKey, 'on-ramp encryption key')),
});

/** Forgets the private halves. */
export function wipeEnclaveKeys(keys: EnclaveKeys): void {
  for (const name of ENCLAVE_KEY_NAMES) {
    keys[name].encrypt.privateKey.wipe();
    keys[name].sign.privateKey.wipe();
  }
}
