import { CHAINS } from '#chains/chains.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import { LARGEST_INTEGER } from '#protocol/policies/token-reader.ts';
import { HexText, type Struct, type Value, kindOf } from '#protocol/policies/value.ts';
import { type MemberPath, mentionsOf } from './mentions.ts';
import { sampleRequests, setAt, sampledAt, variationsOf } from './sample-requests.ts';

/** What of a transaction somebody may want to limit, in the order in which it is told. */
export type Topic = 'keys' | 'recipients' | 'amounts' | 'calls' | 'networks' | 'gas' | 'fees';

const at = (path: string): MemberPath => path.split('.');
/** Where a transaction says it; places of one topic change together. */
const PLACES: Readonly<Record<Topic, readonly MemberPath[]>> = {
  keys: [
    ...['private_key.id', 'private_key.label', 'private_key.tags.*', 'wallet.id', 'wallet.label'],
    'wallet_account.address',
  ].map(at),
  recipients: [
    ...['eth.tx.to', 'tempo.tx.calls.*.to', 'solana.tx.transfers.*.to', 'solana.tx.spl_transfers.*.to'],
    ...['tron.tx.contract.*.to_address', 'tron.tx.contract.*.contract_address'],
    ...['bitcoin.tx.outputs.*.address', 'bitcoin.tx.outputs.*.script_pubkey'],
  ].map(at),
  amounts: [
    ...['eth.tx.value', 'solana.tx.transfers.*.amount', 'solana.tx.spl_transfers.*.amount'],
    ...['tron.tx.contract.*.amount', 'tron.tx.contract.*.call_value', 'bitcoin.tx.outputs.*.value'],
  ].map(at),
  calls: [
    ...['eth.tx.data', 'tempo.tx.calls.*.input', 'tempo.tx.calls.*.function_signature'],
    ...['tron.tx.contract.*.data', 'solana.tx.program_keys.*', 'solana.tx.instructions.*.program_key'],
    'solana.tx.instructions.*.instruction_data_hex',
  ].map(at),
  networks: ['eth.tx.chain_id', 'tempo.tx.chain_id'].map(at),
  gas: ['eth.tx.gas', 'tempo.tx.gas_limit'].map(at),
  fees: [
    ...['eth.tx.gas_price', 'eth.tx.max_fee_per_gas', 'eth.tx.max_priority_fee_per_gas'],
    ...[
      'tempo.tx.max_fee_per_gas',
      'tempo.tx.max_priority_fee_per_gas',
      'tron.tx.fee_limit',
      'bitcoin.tx.fee',
    ],
  ].map(at),
};
const TOPICS = Object.keys(PLACES) as readonly Topic[];

/** What a condition leaves free in the transactions of one chain. */
export interface FreeTopics {
  /** As the chain is called: "Ethereum". */
  readonly chain: string;
  /** Whether it holds for any transaction of the chain. */
  readonly applies: boolean;
  readonly topics: readonly Topic[];
}

/**
 * What a condition doesn't limit, chain by chain: a topic is free where the condition holds for some transaction and holds
 * as well with the largest number, or a text that nobody wrote, in every place of the topic. That is found by evaluating it, so a
 * comparison that every value passes is no limit, and neither is one beside an “or”.
 * @param nowMs the time to evaluate it at, in ms since the epoch
 */
export function freeTopicsOf(condition: Expression, nowMs: number): readonly FreeTopics[] {
  const mentions = mentionsOf(condition);
  const holds = (environment: Struct): boolean => evaluate(condition, environment) === true;
  const groups = sampleRequests(nowMs).filter(({ path }) => path === 'sign_transaction');
  return CHAINS.map(({ name }) => {
    const group = groups.find((each) => each.name.endsWith(`(${name})`));
    const free = new Set<Topic>();
    let applies = false;
    for (const environment of group?.environments ?? [])
      for (const one of variationsOf(environment, mentions)) {
        if (free.size === TOPICS.length) break;
        if (!holds(one)) continue;
        applies = true;
        for (const topic of TOPICS) if (!free.has(topic) && isFree(one, topic, holds)) free.add(topic);
      }
    return { chain: name, applies, topics: TOPICS.filter((topic) => free.has(topic)) };
  });
}

function isFree(environment: Struct, topic: Topic, holds: (environment: Struct) => boolean): boolean {
  let changed: Value = environment;
  let isThere = false;
  for (const path of PLACES[topic]) {
    const now = sampledAt(environment, path);
    const next = now === undefined ? undefined : beyond(now);
    if (next === undefined) continue;
    isThere = true;
    changed = setAt(changed, path, next) ?? changed;
  }
  return isThere && holds(changed as Struct);
}

/** A value that nobody writes into a policy. */
function beyond(value: Value): Value | undefined {
  if (typeof value === 'bigint') return LARGEST_INTEGER;
  if (value instanceof HexText) return new HexText(`0x${'e7'.repeat(36)}`);
  return kindOf(value) === 'string' ? 'beyond-every-list' : undefined;
}
