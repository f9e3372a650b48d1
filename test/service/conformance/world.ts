import { createHash, randomBytes } from 'node:crypto';
import { generateP256KeyPair } from '@turnkey/crypto';
import type { OperationsOf, ResourceName } from '#protocol/catalogue/catalogue.ts';
import type { ParametersOf } from '#protocol/catalogue/operation.ts';
import { toHex } from '#protocol/encoding.ts';
import { deriveQuorumKey } from '#protocol/quorum-key.ts';
import { Secret } from '#protocol/secret.ts';
import { LocalService, resultOf } from '../../fixtures/local-service.ts';
import { OidcIssuer } from '../../fixtures/oidc-issuer.ts';
import { SolanaCluster } from '../../fixtures/solana-cluster.ts';
import { addMember, type Member } from '../../fixtures/team.ts';
import { ethereumAccount } from '../../fixtures/wallet-accounts.ts';

const AUDIENCE = 'a-client';

/** A service with an issuer of tokens, and what requests need to be there before them. */
export class World {
  readonly service: LocalService;
  readonly issuer: OidcIssuer;
  readonly cluster: SolanaCluster;
  #names = 0;

  private constructor(service: LocalService, issuer: OidcIssuer, cluster: SolanaCluster) {
    this.service = service;
    this.issuer = issuer;
    this.cluster = cluster;
  }

  static async start(): Promise<World> {
    const cluster = await SolanaCluster.start();
    const service = await LocalService.start();
    service.solanaEndpoints = new Map([['mainnet', cluster.url]]);
    await service.restart();
    return new World(service, await OidcIssuer.start(), cluster);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.issuer.stop();
    await this.cluster.stop();
  }

  get rootUserId(): string {
    return this.service.ready.rootUserId;
  }

  /** A name that nothing has yet. */
  name(): string {
    this.#names += 1;
    return `Name ${this.#names}`;
  }

  /** The result of a request that has to succeed. */
  async done(path: string, parameters: object): Promise<Record<string, unknown>> {
    return resultOf(await this.service.submit(path, parameters));
  }

  /** One text of the result of a request that has to succeed. */
  async made(path: string, parameters: object, member: string): Promise<string> {
    const value = (await this.done(path, parameters))[member];
    const one: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof one !== 'string') throw new Error(`${path} gave no ${member}`);
    return one;
  }

  member(extra: { userEmail?: string } = {}): Promise<Member> {
    return addMember(this.service, this.name(), extra);
  }

  key(
    curve = 'CURVE_SECP256K1',
    format = 'ADDRESS_FORMAT_ETHEREUM',
  ): Promise<{ id: string; address: string }> {
    return this.service.createPrivateKey(curve, [format]);
  }

  async wallet(account: object = ethereumAccount(0)): Promise<{ walletId: string; address: string }> {
    const parameters = { walletName: this.name(), accounts: [account] };
    const result = await this.done('create_wallet', parameters);
    return { walletId: result['walletId'] as string, address: (result['addresses'] as [string])[0] };
  }

  /** A public key to seal to, whose private half nobody needs. */
  target(): string {
    return generateP256KeyPair().publicKeyUncompressed;
  }

  /** Claims of a user who is registered with the issuer from now on. */
  async identity(): Promise<{ userId: string; providerId: string; sub: string }> {
    const { userId } = await this.member();
    const sub = this.name();
    const providerId = await this.made(
      'create_oauth_providers',
      { userId, oauthProviders: [{ providerName: 'Issuer', oidcClaims: this.claims(sub) }] },
      'providerIds',
    );
    return { userId, providerId, sub };
  }

  claims(sub: string) {
    return { iss: this.issuer.url, sub, aud: AUDIENCE };
  }

  /** A token about a user, bound to a public key. */
  token(sub: string, publicKey: string): Promise<string> {
    const nonce = createHash('sha256').update(publicKey).digest('hex');
    return this.issuer.token({ sub, aud: AUDIENCE, nonce }, this.service.now);
  }

  quorumKey(): string {
    return toHex(deriveQuorumKey(new Secret(new Uint8Array(randomBytes(32)))).publicKey);
  }

  trust() {
    return {
      userId: this.rootUserId,
      organizationId: this.service.ready.organizationId,
      dangerouslyOverrideSignerPublicKey: this.service.ready.keys.enclaveQuorum,
    };
  }
}

/**
 * Makes, for each operation of some resources of the catalogue, the parameters of a request that succeeds, with every
 * field that the operation has where that is possible.
 */
export type ValidRequests<R extends ResourceName> = {
  readonly [O in OperationsOf<R> as O['path']]: (world: World) => ParametersOf<O> | Promise<ParametersOf<O>>;
};
