import { z } from 'zod';
import {
  type Node,
  type NodeFindings,
  type NodeReader,
  askRpc,
  feeFrom,
  mostOf,
  requireNetwork,
  together,
  unanswered,
  unlessUnusable,
  unusable,
} from '../model/node.ts';
import type { TransferField, TransferForm } from '../model/transfer.ts';
import { GWEI, MAX_FEE, NONCE, TIP } from './transfer-fields.ts';

const quantity = z
  .string()
  .regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,15})$/)
  .transform((hex) => BigInt(hex));
/** eth_feeHistory: the last base fee is the next block's. */
const feeHistory = z.looseObject({
  baseFeePerGas: z.array(quantity).min(1).max(1_025),
  reward: z.array(z.array(quantity).length(1)).max(1_024).nullish(),
});
const BLOCKS = '0x5';
/** Of the tips that were paid in a block, the middle one. */
const PERCENTILES = [50];
/** More transactions than any account has sent: a node that counts more would make payments that no network takes. */
const MOST_NONCE = 1_000_000_000n;

/**
 * Reads nodes that speak Ethereum's JSON-RPC: eth_chainId, then eth_getTransactionCount with what waits in the node's pool,
 * and eth_feeHistory. The max fee is twice the next base fee and the tip, as wallets have it.
 * @param form whose usual fees bound what is taken
 */
export const evmNode =
  ({ fields }: Pick<TransferForm, 'fields'>): NodeReader =>
  async (account, node) => {
    const chainId = quantity.safeParse(await askRpc(node, 'eth_chainId', []));
    if (!chainId.success) throw unusable('eth_chainId', 'it isn’t a number');
    const found = chainId.data.toString();
    requireNetwork(found === account.network, `chain ID ${found}`, account);
    const [count, fees] = await Promise.all([
      askRpc(node, 'eth_getTransactionCount', [account.address, 'pending']),
      // A node that doesn't say its fees has said the nonce all the same.
      unlessUnusable(readFees(node, fields), MAX_FEE.name, TIP.name),
    ]);
    const nonce = node.read(count)?.[NONCE.name];
    if (nonce === undefined) throw unusable('eth_getTransactionCount', 'it isn’t a number');
    if (BigInt(nonce) > MOST_NONCE)
      throw unusable('eth_getTransactionCount', 'no account has sent so many transactions');
    return together({ values: { [NONCE.name]: nonce }, remarks: [] }, fees);
  };

async function readFees(node: Node, fields: readonly TransferField[]): Promise<NodeFindings> {
  const parsed = feeHistory.safeParse(await askRpc(node, 'eth_feeHistory', [BLOCKS, 'latest', PERCENTILES]));
  const base = parsed.data?.baseFeePerGas.at(-1);
  if (base === undefined) return unanswered(MAX_FEE.name, TIP.name);
  const tip = middleOf((parsed.data?.reward ?? []).flat());
  const fee = ({ name }: TransferField, said: bigint): NodeFindings => {
    const own = fields.find((field) => field.name === name);
    if (own === undefined) return { values: {}, remarks: [] };
    return feeFrom(name, said, { decimals: GWEI.decimals, most: mostOf(own, GWEI) });
  };
  return together(fee(MAX_FEE, 2n * base + tip), fee(TIP, tip));
}

function middleOf(tips: readonly bigint[]): bigint {
  const sorted = [...tips].sort((one, other) => (one < other ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}
