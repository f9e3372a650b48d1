import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { bitcoinNode } from './bitcoin/node.ts';
import { chainOf } from './chains.ts';
import { evmNode } from './ethereum/node.ts';
import { ethereumTransfer } from './ethereum/transfer.ts';
import { readNodeAnswer } from './known-values.ts';
import type { Node, NodeAccount, NodeFindings, NodeReader } from './model/node.ts';
import { solanaNode } from './solana/node.ts';
import { tempoTransfer } from './tempo/transfer.ts';
import { tronNode } from './tron/node.ts';

/** A chain that is left out does not compile. */
const READERS: Readonly<Record<TransactionType, NodeReader>> = {
  TRANSACTION_TYPE_ETHEREUM: evmNode(ethereumTransfer),
  TRANSACTION_TYPE_TEMPO: evmNode(tempoTransfer),
  TRANSACTION_TYPE_BITCOIN: bitcoinNode,
  TRANSACTION_TYPE_SOLANA: solanaNode,
  TRANSACTION_TYPE_TRON: tronNode,
};

/** A network that a node can be named for. */
export interface NodeNetwork {
  readonly type: TransactionType;
  /** As the chain's form calls it. */
  readonly network: string;
  readonly name: string;
}

/** Every network whose nodes are understood here. */
export const NODE_NETWORKS: readonly NodeNetwork[] = (Object.keys(READERS) as TransactionType[]).flatMap(
  (type) => chainOf(type).transfer.networks.map(({ id: network, name }) => ({ type, network, name })),
);

/**
 * Asks a node what a payment's form must know of an account. What it says is its word: numbers are bounded, and everything
 * is held against the rules of the form when the transaction is built.
 * @returns values by the names of the form's fields, and what wasn't taken
 * @throws AppError `NODE_OTHER_NETWORK`, `NODE_ANSWER_INVALID`, and those of `ask`
 */
export const askNodeFor = (
  { type, network, name: networkName, address }: NodeNetwork & Pick<NodeAccount, 'address'>,
  ask: Node['ask'],
): Promise<NodeFindings> =>
  READERS[type]({ network, networkName, address }, { ask, read: (answer) => readNodeAnswer(type, answer) });
