import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Effect, Operation, SubmitOperation } from '#protocol/catalogue/operation.ts';
import { activityValues } from '#protocol/policies/activity-values.ts';
import { LARGEST_INTEGER } from '#protocol/policies/token-reader.ts';
import {
  HexText,
  Spellings,
  Instant,
  type Struct,
  type Value,
  isList,
  isMap,
  isStruct,
} from '#protocol/policies/value.ts';
import { CHAINS } from '#chains/chains.ts';
import type { Mention, MemberPath } from './mentions.ts';
import { SAMPLE_TRANSACTIONS } from './sample-transactions.ts';

/** No more requests than these are made out of one; what is beyond is varied one place at a time. */
const MOST = 1024;

/**
 * Copies of a request in which the places that a policy looks at have the values that it compares them with, and the next ones.
 * @param isBeside without those values themselves: what single values make of it is left out
 */
export function variationsOf(environment: Struct, mentions: readonly Mention[], isBeside = false): Struct[] {
  let all: Struct[] = [environment];
  for (const [path, at] of byPath(mentions)) {
    const values = valuesFor(environment, path, at).filter((value) => !isBeside || isNext(value, at));
    const varied = (one: Struct): Struct[] => values.map((value) => setAt(one, path, value) as Struct);
    all =
      all.length * values.length > MOST ? [...all, ...varied(environment)] : [...all, ...all.flatMap(varied)];
  }
  return all;
}

/** Mentions by their place. What follows from the operation and the clock is not varied: nobody chooses it. */
function byPath(mentions: readonly Mention[]): [MemberPath, Mention[]][] {
  const found = new Map<string, [MemberPath, Mention[]]>();
  for (const mention of mentions) {
    const { path } = mention;
    if (isGiven(path)) continue;
    const key = path.join('.');
    const known = found.get(key);
    if (known === undefined) found.set(key, [path, [mention]]);
    else known[1].push(mention);
  }
  return [...found.values()];
}

const isGiven = ([keyword, field, parameter]: MemberPath): boolean =>
  keyword === 'time' || (keyword === 'activity' && (field !== 'params' || parameter === 'type'));

function valuesFor(environment: Struct, path: MemberPath, mentions: readonly Mention[]): Value[] {
  const sampled = sampledAt(environment, path);
  const now = sampled instanceof Spellings ? sampled.texts[0] : sampled;
  if (now === undefined) return [];
  const counted = mentions.filter(({ isCount }) => isCount);
  if (counted.length > 0 && isList(now))
    return counted.flatMap(({ literal }) =>
      typeof literal === 'bigint' ? around(literal).map((length) => repeated(now, length)) : [],
    );
  const literals = mentions.map(({ literal }) => literal);
  const texts = literals.filter((each) => typeof each === 'string');
  if (typeof now === 'bigint')
    return literals.flatMap((each) => (typeof each === 'bigint' ? around(each) : []));
  if (typeof now === 'boolean') return [!now];
  if (now instanceof HexText)
    return [...texts, overlaid(now.text, mentions)].map((text) => new HexText(text));
  if (typeof now === 'string') return [...texts, overlaid(now, mentions)];
  return [];
}

/** Whether a value is a number that the policy does not name; texts have no next ones. */
const isNext = (value: Value, mentions: readonly Mention[]): boolean =>
  isList(value) ||
  typeof value === 'boolean' ||
  (typeof value === 'bigint' && mentions.every(({ literal }) => literal !== value));

const around = (literal: bigint): bigint[] =>
  [literal - 1n, literal, literal + 1n].filter((each) => each >= 0n && each <= LARGEST_INTEGER);

const repeated = (list: readonly Value[], length: bigint): Value[] => {
  const [first] = list;
  return first === undefined || length > 100n ? [] : Array.from({ length: Number(length) }, () => first);
};

/** A text long enough for every slice, with what is looked for where it is looked for. */
function overlaid(text: string, mentions: readonly Mention[]): string {
  let long = text.padEnd(1024, '0');
  for (const { literal, from } of mentions)
    if (typeof literal === 'string' && from <= 1024)
      long = long.slice(0, from) + literal + long.slice(from + literal.length);
  return long;
}

/** The first value at a place. */
export function sampledAt(value: Value | undefined, [name, ...rest]: MemberPath): Value | undefined {
  if (name === undefined || value === undefined) return value;
  if (name === '*')
    return isList(value) ? sampledAt(value[0] ?? (rest.length === 0 ? '' : undefined), rest) : undefined;
  if (isMap(value)) return sampledAt(value.get(name) ?? '', rest);
  return isStruct(value) && Object.hasOwn(value, name) ? sampledAt(value[name], rest) : undefined;
}

/** A copy with another value at a place; every element of a list has it. */
export function setAt(
  value: Value | undefined,
  [name, ...rest]: MemberPath,
  wanted: Value,
): Value | undefined {
  if (name === undefined || value === undefined) return wanted;
  if (name === '*') {
    if (!isList(value)) return value;
    const items = value.length === 0 ? [wanted] : value;
    return items.map((item) => setAt(item, rest, wanted) ?? wanted);
  }
  if (isMap(value)) return new Map([...value, [name, wanted]]);
  return isStruct(value) ? { ...value, [name]: setAt(value[name], rest, wanted) } : value;
}

/** Ordinary requests of one operation, as the condition of a policy sees them; their values are nobody's in particular. */
export interface SampleGroup {
  /** "Sign a transaction (Solana)" */
  readonly name: string;
  readonly path: string;
  readonly effect: Effect;
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
      effect: operation.effect,
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
