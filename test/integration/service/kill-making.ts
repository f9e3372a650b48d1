import { createHash, randomBytes } from 'node:crypto';
import { generateP256KeyPair } from '@turnkey/crypto';
import type { OperationsOf, ResourceName } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { toHex } from '#protocol/encoding.ts';
import { deriveQuorumKey } from '#protocol/quorum-key.ts';
import { Secret } from '#protocol/secret.ts';
import { freshSigner } from '../../fixtures/local-service.ts';
import type { OidcIssuer } from '../../fixtures/oidc-issuer.ts';
import type { ServiceReady } from '../../fixtures/running-service.ts';
import type { Known } from './kill-known.ts';

export interface Context {
  readonly known: Known;
  readonly ready: ServiceReady;
  readonly issuer: OidcIssuer;
  /** The address of a webhook receiver that nobody asks. */
  readonly webhookUrl: string;
}

/** Makes the parameters of a request, or nothing while there is nothing to do it to. */
export type Make = (context: Context) => object | undefined | Promise<object | undefined>;

/** A maker for each operation of some resources of the catalogue that writes; votes are cast elsewhere. */
export type Makers<R extends ResourceName> = Readonly<
  Record<Exclude<Extract<OperationsOf<R>, SubmitOperation>['path'], Ballot>, Make>
>;
/** The resources of kill-key-requests.ts; those of kill-organization-requests.ts are the others. */
export type KeyResource = 'earn' | 'privateKeys' | 'secrets' | 'signing' | 'wallets';
export const BALLOTS = ['approve_activity', 'reject_activity'] as const;
type Ballot = (typeof BALLOTS)[number];

export const AUDIENCE = 'a-client';
export const suite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
export const target = (): string => generateP256KeyPair().publicKeyUncompressed;
export const label = (): string => randomBytes(8).toString('hex');
export const address = (): string => `0x${randomBytes(20).toString('hex')}`;
export const quorumKey = (): string =>
  toHex(deriveQuorumKey(new Secret(new Uint8Array(randomBytes(32)))).publicKey);

export const apiKey = () => ({
  apiKeyName: 'key',
  publicKey: freshSigner('API_KEY_CURVE_ED25519').publicKey,
  curveType: 'API_KEY_CURVE_ED25519',
});

/** What the vendor's functions take to trust the service by. */
export const enclave = ({ ready }: Context) => ({
  userId: ready.rootUserId,
  organizationId: ready.organizationId,
  dangerouslyOverrideSignerPublicKey: ready.keys['enclaveQuorum'] ?? '',
});

/** A token about a subject who has a provider, bound to a public key; nothing while there is none. */
export async function tokenFor({ known, issuer }: Context, publicKey: string): Promise<string | undefined> {
  const sub = known.last('subjects');
  if (sub === undefined) return undefined;
  const nonce = createHash('sha256').update(publicKey).digest('hex');
  return issuer.token({ sub, aud: AUDIENCE, nonce }, Date.now());
}

/** On something that must be there. */
export const on =
  (kind: string, field: string, more: () => object = () => ({})): Make =>
  ({ known }) => {
    const id = known.one(kind);
    return id === undefined ? undefined : { [field]: id, ...more() };
  };

/** On something that is used for this alone. */
export const onSpent =
  (kind: string, field: string, more: () => object = () => ({})): Make =>
  ({ known }) => {
    const id = known.last(kind);
    return id === undefined ? undefined : { [field]: id, ...more() };
  };

/** On a list of one thing that is used for this alone. */
export const onSpentList =
  (kind: string, field: string): Make =>
  ({ known }) => {
    const id = known.last(kind);
    return id === undefined ? undefined : { [field]: [id] };
  };

/** On a user and one of the user's credentials, which is used for this alone. */
export const onSpentPair =
  (kind: string, field: string): Make =>
  ({ known }) => {
    const [userId, id] = known.last(kind)?.split(' ') ?? [];
    return id === undefined ? undefined : { userId, [field]: [id] };
  };
