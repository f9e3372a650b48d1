import aavePool from '#resources/descriptors/aave-v3-pool.json' with { type: 'json' };
import cowOrder from '#resources/descriptors/cow-order.json' with { type: 'json' };
import stEth from '#resources/descriptors/lido-steth.json' with { type: 'json' };
import wstEth from '#resources/descriptors/lido-wsteth.json' with { type: 'json' };

/** When the descriptors were written, out of the interfaces that the contracts' makers publish. */
export const STARTING_SET_DATE = '2026-11-21';

/** The descriptors that come with the console, as text, since they are read like any other. */
export const STARTING_SET = Object.entries({
  'aave-v3-pool.json': aavePool,
  'cow-order.json': cowOrder,
  'lido-steth.json': stEth,
  'lido-wsteth.json': wstEth,
}).map(([file, content]) => ({ file, text: JSON.stringify(content) }));
