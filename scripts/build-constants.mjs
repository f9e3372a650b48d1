// What the build writes into the program in place of names: both contracts' shapes and the list of operations. The source
// names its rooms by alias, which Node cannot follow into TypeScript, so that it is bundled before it is asked.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withBundle } from './bundle.mjs';

const entries = {
  call: 'src/preload/contract/call.ts',
  contract: 'src/preload/contract.ts',
  approval: 'src/preload/approval-contract.ts',
  catalogue: 'src/protocol/catalogue/catalogue.ts',
};

/** The `define` of preloads, window and tests. @returns {Promise<Record<string, string>>} */
export const buildConstants = () =>
  withBundle(entries, async (folder) => {
    const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const [{ shapeOf }, { contract }, { approvalContract }, { summariesJson }] = await Promise.all(
      Object.keys(entries).map(load),
    );
    return {
      __CONSOLE_SHAPE__: JSON.stringify(shapeOf(contract)),
      __APPROVAL_SHAPE__: JSON.stringify(shapeOf(approvalContract)),
      __OPERATION_SUMMARIES__: summariesJson(),
    };
  });
