import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import type { listUsers } from '#protocol/catalogue/users.ts';
import { ID_SOURCES } from '#protocol/form/id-sources.ts';
import type { KnownValue } from '#protocol/policies/compared-value.ts';
import { catalogueValues } from '#protocol/form/known-values.ts';
import { getConsole } from '#renderer/bridge/console.ts';
import { ask } from '#renderer/bridge/live-query.ts';
import { addressFor, signingChain } from '#renderer/features/signers/chains.ts';
import { type SignerChoice, allKnownKeys, allSigners } from '#renderer/features/signers/signers.ts';
import type { IdOptions } from './id-options.ts';
import { FORM_TEXT } from './text.ts';

const TEXT = FORM_TEXT.policy.values;

/** What is asked of the organization, at most once for a form. */
export interface PolicySources {
  readonly ids: IdOptions;
  readonly users: () => Promise<OutputOf<typeof listUsers>>;
  readonly keys: () => Promise<readonly PrivateKey[]>;
  readonly signers: () => Promise<readonly SignerChoice[]>;
}

/** Sources for one form. @param ids those of its pickers */
export const createPolicySources = (ids: IdOptions): PolicySources => ({
  ids,
  users: once(() => ask<typeof listUsers>('list_users', {})),
  keys: once(allKnownKeys),
  signers: once(allSigners),
});

/** Asks once, and again after a refusal. */
function once<T>(askFor: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= askFor().catch((thrown: unknown) => {
      answer = null;
      throw thrown;
    });
    return answer;
  };
}

type Values = Promise<readonly KnownValue[]>;
type Source = (sources: PolicySources, text: string) => Values;

const ofIds =
  (kind: keyof typeof ID_SOURCES): Source =>
  async ({ ids }) =>
    (await ids.ask(ID_SOURCES[kind], {})).map(({ id, label }) => ({ value: id, name: label }));

const labelsOf =
  (kind: keyof typeof ID_SOURCES): Source =>
  async ({ ids }) =>
    (await ids.ask(ID_SOURCES[kind], {})).map(({ label }) => ({ value: label, name: '' }));

/** Each tag once, with how many have it. */
function tagValues(tagged: readonly (readonly string[])[], words: (count: number) => string): KnownValue[] {
  const counts = new Map<string, number>();
  for (const tag of tagged.flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort().map(([value, count]) => ({ value, name: words(count) }));
}

const networks =
  (type: TransactionType): Source =>
  async () =>
    (await getConsole().transfers.form({ type })).networks.map(({ id, name }) => ({ value: id, name }));

/** The network that the policy names; the chain's first otherwise. */
async function networkOf(type: TransactionType, text: string): Promise<{ id: string; name: string }> {
  const { networks: known } = await getConsole().transfers.form({ type });
  const named = /chain_id == (\d+)/.exec(text)?.[1];
  return known.find(({ id }) => id === named) ?? known[0] ?? { id: '', name: '' };
}

/** Assets of the local lists that have an address: tokens, not coins. */
const tokens =
  (type: TransactionType): Source =>
  async (_, text) => {
    const { id: network, name: where } = await networkOf(type, text);
    const assets = await getConsole().transfers.assets({ type, network });
    return assets
      .filter(({ id }) => id !== '')
      .map(({ id, symbol, name }) => ({ value: id, name: TEXT.token(symbol, name, where) }));
  };

const ownAddresses =
  (type: TransactionType): Source =>
  async ({ signers }) =>
    (await signers()).flatMap((signer) => {
      const address = addressFor(signer, signingChain(type));
      return address === null ? [] : [{ value: address, name: signer.name }];
    });

const contacts =
  (type: TransactionType): Source =>
  async () =>
    (await getConsole().contacts.list()).contacts.flatMap(({ name, addresses }) =>
      addresses
        .filter(({ chain }) => chain === type)
        .map(({ address }) => ({ value: address, name: TEXT.contact(name) })),
    );

const together =
  (...sources: readonly Source[]): Source =>
  async (asked, text) =>
    // What one of them can't be asked for leaves the others.
    (await Promise.all(sources.map((each) => each(asked, text).catch(() => [])))).flat();

const recipients = (type: TransactionType): Source => together(contacts(type), ownAddresses(type));

type ChainSources = (type: TransactionType) => Readonly<Record<string, Source>>;

/** What the values in a chain's transactions are compared with. */
const SOURCES_OF_CHAIN: Readonly<Record<TransactionType, ChainSources>> = {
  TRANSACTION_TYPE_ETHEREUM: (type) => ({
    'EthereumTransaction.chain_id': networks(type),
    'EthereumTransaction.from': ownAddresses(type),
    'EthereumTransaction.to': together(recipients(type), tokens(type)),
  }),
  TRANSACTION_TYPE_TEMPO: (type) => ({
    'TempoTransaction.chain_id': networks(type),
    'TempoTransaction.from': ownAddresses(type),
    'TempoTransaction.fee_token': tokens(type),
    'TempoCall.to': tokens(type),
  }),
  TRANSACTION_TYPE_SOLANA: (type) => ({
    'Transfer.from': ownAddresses(type),
    'Transfer.to': recipients(type),
    'SPLTransfer.owner': ownAddresses(type),
    'SPLTransfer.token_mint': tokens(type),
  }),
  TRANSACTION_TYPE_TRON: (type) => ({
    'TronContract.owner_address': ownAddresses(type),
    'TronContract.to_address': recipients(type),
    'TronContract.receiver_address': recipients(type),
    'TronContract.contract_address': tokens(type),
  }),
  TRANSACTION_TYPE_BITCOIN: (type) => ({
    'BitcoinTxOutput.address': recipients(type),
  }),
};

/** What the organization has, by what it is compared with. */
const SOURCES: Readonly<Partial<Record<string, Source>>> = {
  'User.id': ofIds('user'),
  'User.alias': labelsOf('user'),
  'User.email': async ({ users }) =>
    (await users()).users.flatMap(({ userEmail, userName }) =>
      userEmail == null || userEmail === '' ? [] : [{ value: userEmail, name: userName }],
    ),
  'User.tags': async ({ users }) =>
    tagValues(
      (await users()).users.map(({ userTags }) => userTags),
      TEXT.users,
    ),
  'Credential.user_id': ofIds('user'),
  'Credential.public_key': ofIds('apiPublicKey'),
  'params.user_id': ofIds('user'),
  'params.user_ids': ofIds('user'),
  'params.wallet_id': ofIds('wallet'),
  'params.session_profile_id': ofIds('sessionProfile'),
  'params.endpoint_id': ofIds('webhookEndpoint'),
  'Wallet.id': ofIds('wallet'),
  'Wallet.label': labelsOf('wallet'),
  'PrivateKey.id': ofIds('privateKey'),
  'PrivateKey.label': async ({ keys }) =>
    (await keys()).map(({ privateKeyName }) => ({ value: privateKeyName, name: '' })),
  'PrivateKey.tags': async ({ keys }) =>
    tagValues(
      (await keys()).map(({ privateKeyTags }) => privateKeyTags),
      TEXT.keys,
    ),
  'WalletAccount.address': ofIds('walletAccount'),
  'Secret.id': ofIds('secret'),
  'Secret.name': labelsOf('secret'),
  ...Object.fromEntries(
    (Object.entries(SOURCES_OF_CHAIN) as [TransactionType, ChainSources][]).flatMap(([type, sources]) =>
      Object.entries(sources(type)),
    ),
  ),
};

/**
 * Values that a policy can compare something with: the API's own, and the organization's with their names.
 * @param subject of `comparedAt`
 * @param text the whole policy: the network that it names says which tokens are meant
 * @throws BridgeError when the organization can't be asked
 */
export async function policyValues(subject: string, text: string, sources: PolicySources): Values {
  const own = catalogueValues(subject);
  return own.length > 0 ? own : ((await SOURCES[subject]?.(sources, text)) ?? []);
}
