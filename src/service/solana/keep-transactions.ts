import { findSolTransactions, putSolTransaction } from './store.ts';
import type { SolHistoryRow, SolTransactionRow } from '../storage/solana-schema.ts';
import type { Store } from '../storage/store.ts';
import type { GroupCommitWriter } from '../storage/writer.ts';
import type { Cluster } from './cluster.ts';
import { readTransaction } from './read-transaction.ts';
import type { RpcSource } from './rpc-source.ts';

/** How many questions a node is asked at a time. */
const AT_ONCE = 5;

/**
 * The transactions of entries, in their order: those that were read before as they were kept, the others from the node.
 * Those that were not final are asked about again.
 * @throws ServiceError UNAVAILABLE
 */
export async function keepTransactions(
  store: Store,
  writer: GroupCommitWriter,
  source: RpcSource,
  cluster: Cluster,
  rows: readonly SolHistoryRow[],
): Promise<SolTransactionRow[]> {
  const signatures = rows.map(({ signature }) => signature);
  const kept = new Map(
    (await findSolTransactions(store, cluster, signatures)).map((row) => [row.signature, row]),
  );
  const open = signatures.filter((signature) => kept.get(signature)?.status !== 'FINALIZED');
  const finalized = await source.finalized(open);
  const changed: SolTransactionRow[] = [];
  for (let at = 0; at < open.length; at += AT_ONCE) {
    const read = open.slice(at, at + AT_ONCE).map(async (signature) => {
      const row = kept.get(signature) ?? (await readFrom(source, cluster, signature));
      const status = finalized.has(signature) ? ('FINALIZED' as const) : ('CONFIRMED' as const);
      const before = kept.get(signature)?.status;
      return before === status ? [] : [{ ...row, status }];
    });
    changed.push(...(await Promise.all(read)).flat());
  }
  if (changed.length > 0) {
    await writer.write(async (unit) => {
      for (const row of changed) await putSolTransaction(unit, row);
    });
  }
  for (const row of changed) kept.set(row.signature, row);
  return signatures.flatMap((signature) => kept.get(signature) ?? []);
}

async function readFrom(
  source: RpcSource,
  cluster: Cluster,
  signature: string,
): Promise<Omit<SolTransactionRow, 'status'>> {
  const answer = await source.transaction(signature);
  const { hash, time } = await source.block(answer.slot);
  return {
    ...{ cluster, signature, slot: answer.slot, block_hash: hash, block_time: time },
    record: JSON.stringify(readTransaction(answer)),
  };
}
