import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { chainOf } from './chains.ts';
import { evmNode } from './ethereum/node.ts';
import { MAX_FEE, TIP } from './ethereum/transfer-fields.ts';
import { readNodeAnswer } from './known-values.ts';
import type { Node, NodeAccount, NodeFindings, NodeReader } from './model/node.ts';

/** A chain that is left out does not compile. */
const READERS: Readonly<Record<TransactionType, NodeReader | null>> = {
  TRANSACTION_TYPE_ETHEREUM: evmNode({ maxFee: MAX_FEE, tip: TIP }),
  TRANSACTION_TYPE_TEMPO: null,
  TRANSACTION_TYPE_BITCOIN: null,
  TRANSACTION_TYPE_SOLANA: null,
  TRANSACTION_TYPE_TRON: null,
};

/** A network that a node can be named for. */
export interface NodeNetwork {
  readonly type: TransactionType;
  /** As the chain's form calls it. */
  readonly network: string;
  readonly name: string;
}

/** Every network whose nodes are understood here. */
export const NODE_NETWORKS: readonly NodeNetwork[] = Object.entries(READERS).flatMap(([type, reader]) =>
  reader === null
    ? []
    : chainOf(type as TransactionType).transfer.networks.map(({ id, name }) => ({
        type: type as TransactionType,
        network: id,
        name,
      })),
);

/**
 * Asks a node what a payment's form must know of an account. What it says is its word: numbers are bounded, and everything
 * is held against the rules of the form when the transaction is built.
 * @returns values by the names of the form's fields, and what wasn't taken
 * @throws AppError `NODE_OTHER_NETWORK`, `NODE_ANSWER_INVALID`, and those of `ask`
 */
export async function askNodeFor(
  { type, ...account }: NodeNetwork & Pick<NodeAccount, 'address'>,
  ask: Node['ask'],
): Promise<NodeFindings> {
  const reader = READERS[type];
  if (reader === null) return { values: {}, remarks: [] };
  const { name, ...rest } = account;
  return reader({ ...rest, networkName: name }, { ask, read: (answer) => readNodeAnswer(type, answer) });
}
