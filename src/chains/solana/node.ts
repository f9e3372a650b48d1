import { BY_GENESIS, type NodeReader, askRpc, requireNetwork, unusable } from '../model/node.ts';

/** The main network's, as its nodes tell it (getGenesisHash). */
const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** Reads nodes of Solana by JSON-RPC: getGenesisHash, then getLatestBlockhash. No address is told. */
export const solanaNode: NodeReader = async (account, node) => {
  requireNetwork((await askRpc(node, 'getGenesisHash', [])) === GENESIS, BY_GENESIS, account);
  const values = node.read(await askRpc(node, 'getLatestBlockhash', [{ commitment: 'confirmed' }]));
  if (values === null) throw unusable('getLatestBlockhash', 'it isn’t a blockhash');
  return { values, remarks: [] };
};
