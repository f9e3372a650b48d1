import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Operation, SubmitOperation } from '#protocol/catalogue/operation.ts';
import { activityValues } from '#protocol/policies/activity-values.ts';
import { Instant } from '#protocol/policies/value.ts';
import type { Struct } from '#protocol/policies/value.ts';
import { CHAINS } from '#chains/chains.ts';
import { SAMPLE_TRANSACTIONS } from './sample-transactions.ts';

/** Ordinary requests of one operation, as the condition of a policy sees them; their values are nobody's in particular. */
export interface SampleGroup {
  /** "Sign a transaction (Solana)" */
  readonly name: string;
  readonly path: string;
  /** Whether it signs, exports, destroys, or gives power to somebody. */
  readonly isGrave: boolean;
  readonly environments: readonly Struct[];
}

const ID = '5b9f7e2c-0d1a-4c3e-9f80-6a7b8c9d0e1f';

/** Decided by the root quorum or by votes: no policy is asked. */
const NOT_ASKED = new Set(['update_root_quorum', 'set_organization_feature', 'remove_organization_feature']);
const GIVES_POWER =
  /^(?:create|update|accept)_(?:users|api_keys|authenticators|oauth_providers|polic|invitation|read_write_session)/;

/** A value for each parameter that conditions see, whatever operation has it. */
const PARAMETERS = {
  hashFunction: 'HASH_FUNCTION_KECCAK256',
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  type: 'TRANSACTION_TYPE_ETHEREUM',
  userIds: [ID],
  userId: ID,
  apiKeyIds: [ID],
  targetPublicKey: `04${'5c'.repeat(64)}`,
  walletId: ID,
  sessionProfileId: '',
  endpointId: ID,
};

const privateKey = (exported: boolean): Struct => ({
  private_key: { id: ID, tags: exported ? ['sample'] : [], imported: exported, exported, label: 'sample' },
});
const wallet: Struct = { wallet: { id: ID, imported: false, exported: false, label: 'sample' } };
const account: Struct = {
  ...wallet,
  wallet_account: { address: '0x5bE9f7E2c0D1A4C3e9F806a7b8C9d0e1F2a3B4c5' },
};
const secret: Struct = {
  secret: { id: ID, name: 'SAMPLE', static_properties: new Map([['sample', 'sample']]) },
};
const SIGNERS = [privateKey(false), privateKey(true), account];

/** What a request acts on, by operation, as the service's effects say it. */
const ACTED_ON: Readonly<Record<string, readonly Struct[]>> = {
  sign_transaction: SIGNERS,
  sign_raw_payload: SIGNERS,
  sign_raw_payloads: SIGNERS,
  export_private_key: [privateKey(false), privateKey(true)],
  export_wallet: [wallet],
  create_wallet_accounts: [wallet],
  update_wallet: [wallet],
  export_wallet_account: [account],
  export_secrets: [secret],
  delete_secrets: [secret],
};

/**
 * Ordinary requests of every operation that policies are asked about; transactions by chain.
 * @param nowMs the time that `time.now` has, in ms since the epoch
 */
export function sampleRequests(nowMs: number): SampleGroup[] {
  return submitOperations().flatMap((operation) => {
    const group = {
      path: operation.path,
      isGrave: operation.effect !== 'write' || GIVES_POWER.test(operation.path),
    };
    const of = (type: string, values: Struct): Struct[] => {
      const common = {
        activity: activityValues(operation.type, { ...PARAMETERS, type }),
        time: { now: new Instant(nowMs) },
      };
      return (ACTED_ON[operation.path] ?? [{}]).map((each) => ({ ...each, ...values, ...common }));
    };
    if (operation.path !== 'sign_transaction')
      return [{ ...group, name: operation.summary, environments: of(PARAMETERS.type, {}) }];
    return CHAINS.map(({ name, type }) => ({
      ...group,
      name: `${operation.summary} (${name})`,
      environments: SAMPLE_TRANSACTIONS[type].flatMap((each) => of(type, each)),
    }));
  });
}

const operations: readonly Operation[] = catalogue;

const submitOperations = (): SubmitOperation[] =>
  operations.filter(
    (operation): operation is SubmitOperation =>
      operation.kind === 'submit' && operation.ballot !== true && !NOT_ASKED.has(operation.path),
  );
