import type { z } from 'zod';
import { formatUnits } from '#chains/model/amounts.ts';
import { SOL_DECIMALS, findSolanaToken } from '#chains/solana/tokens.ts';
import * as solanaHistory from '#protocol/catalogue/solana-history.ts';
import type { solTransactionHistoryItem } from '#protocol/catalogue/solana-history.ts';
import { objectPageOf } from '../../storage/rows.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { type Cluster, clusterOf, nativeAsset, clusterAsset } from '../../solana/cluster.ts';
import type { MovedAsset, Movement, TransactionRecord } from '../../solana/read-transaction.ts';
import type { SolTransactionRow } from '../../storage/integrations-schema.ts';
import { findWalletAccountByAddress } from '../../storage/signing-keys.ts';
import { featureError } from '../errors.ts';

type Item = z.output<typeof solTransactionHistoryItem>;

type Transfer = Item['transfers'][number];

export const solanaHistoryHandlers = handlersOf(solanaHistory, {
  listSolTransactionHistory: {
    asksNetwork: true,
    handle: async ({ store, caller, solanaHistory }, { address, caip2, paginationOptions }) => {
      const account = await findWalletAccountByAddress(store, caller.organizationId, address);
      if (account?.address_format !== 'ADDRESS_FORMAT_SOLANA')
        throw featureError('REQUEST_INVALID.historyAddress', { field: 'address' });
      const cluster = clusterOf(caip2);
      const page = await solanaHistory.page(cluster, address, objectPageOf(paginationOptions));
      const [first, last] = [page.entries[0], page.entries.at(-1)];
      return {
        transactions: page.entries.map(({ transaction }) => itemOf(cluster, address, transaction)),
        pageInfo: {
          hasNextPage: page.hasOlder,
          hasPreviousPage: page.hasNewer,
          ...(first === undefined ? {} : { startCursor: first.id }),
          ...(last === undefined ? {} : { endCursor: last.id }),
        },
      };
    },
  },
});

function itemOf(cluster: Cluster, address: string, row: SolTransactionRow): Item {
  // Written by this service, in this form.
  const record = JSON.parse(row.record) as TransactionRecord;
  return {
    signature: row.signature,
    block: {
      number: String(row.slot),
      hash: row.block_hash,
      timestamp: new Date(row.block_time * 1000).toISOString().replace('.000Z', 'Z'),
    },
    status: row.status,
    // docs/decisions/080: the fee payer is who brought the transaction to the chain.
    origin: record.feePayer,
    feePayer: record.feePayer,
    signers: record.signers.map(({ address: signer, writable }) => ({ address: signer, writable })),
    fee: { amount: record.fee, caip19: nativeAsset(cluster) },
    transfers: record.movements.flatMap((movement) => transfersOf(cluster, address, movement)),
    ...(record.executionFailed ? { executionFailed: true } : {}),
  };
}

/** A movement as the address sees it: out, in, or both when it went from the address to itself. */
function transfersOf(cluster: Cluster, address: string, movement: Movement): Transfer[] {
  const { from, to, amount } = movement;
  const rest = { amount, ...assetOf(cluster, movement.asset, amount) };
  return [
    ...(from === address ? [{ direction: 'OUT' as const, counterparty: to, ...rest }] : []),
    ...(to === address ? [{ direction: 'IN' as const, counterparty: from, ...rest }] : []),
  ];
}

/** A token that is not in the local list is called by its mint: the names on the chain are anybody's. */
function assetOf(cluster: Cluster, asset: MovedAsset, amount: string): Pick<Transfer, 'asset' | 'display'> {
  if (asset.kind === 'unknown') return {};
  const described =
    asset.kind === 'native'
      ? { caip19: nativeAsset(cluster), symbol: 'SOL', name: 'Solana', decimals: SOL_DECIMALS }
      : tokenOf(cluster, asset);
  return {
    asset: described,
    display: { crypto: formatUnits(BigInt(amount), described.decimals).replaceAll(',', '') },
  };
}

function tokenOf(cluster: Cluster, { mint, decimals }: { mint: string; decimals: number }) {
  const known = cluster === 'mainnet' ? findSolanaToken(mint) : undefined;
  return {
    caip19: clusterAsset(cluster, mint),
    symbol: known?.symbol ?? mint,
    name: known?.name ?? mint,
    decimals,
  };
}
