import { z } from 'zod';
import { BY_GENESIS, type NodeReader, requireNetwork, unusable } from '../model/node.ts';

/** The main network's first block; its last four bytes are the chain ID. */
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const block = z.looseObject({ blockID: z.string() });

/** Reads nodes of Tron by HTTP: wallet/getblockbynum of the first block, then wallet/getnowblock. No address is told. */
export const tronNode: NodeReader = async (account, { ask, read }) => {
  const first = block.safeParse(
    await ask({ name: 'wallet/getblockbynum', path: '/wallet/getblockbynum', body: { num: 0 } }),
  );
  if (!first.success) throw unusable('wallet/getblockbynum', 'it isn’t a block');
  requireNetwork(first.data.blockID === GENESIS, BY_GENESIS, account);
  const values = read(await ask({ name: 'wallet/getnowblock', path: '/wallet/getnowblock', body: {} }));
  if (values === null) throw unusable('wallet/getnowblock', 'it isn’t a block');
  return { values, remarks: [] };
};
