import type { z } from 'zod';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { evaluateAllowlist } from '#protocol/network/ip-allowlist.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { pageOfKeys, readAllowlists, sliceAfter } from '../../context/key-inventory.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { nextTurn } from '../../platform/pacing.ts';
import { clientError } from '../../service-client/errors.ts';
import { readParameters } from '../../service-client/request-parts.ts';

/** A list in pages: it is read for the first one, and the others are of the same list. */
function inPages<T>(read: () => Promise<readonly T[]>, idOf: (row: T) => string): PagedList<T> {
  let rows: readonly T[] = [];
  return {
    page: async (asked) => {
      if (asked === undefined) rows = await read();
      return sliceAfter(rows, asked?.after, idOf);
    },
    forget: () => {
      rows = [];
    },
  };
}

interface PagedList<T> {
  /** A page behind an object of the list; without one, the first. @throws AppError `LIST_CHANGED` */
  readonly page: (asked: { after: string } | undefined) => Promise<T[]>;
  readonly forget: () => void;
}

/** What signs in the organization, for the window to choose from. */
export const keys = defineModule({
  start: ({ sessions, inventory }: Pick<ConsoleContext, 'sessions' | 'inventory'>): ModuleParts<'keys'> => {
    const known = inPages(inventory.listPrivateKeys, ({ privateKeyId }) => privateKeyId);
    const accounts = inPages(inventory.listAccounts, ({ walletAccountId }) => walletAccountId);
    const forget = (): void => {
      known.forget();
      accounts.forget();
    };
    return {
      handlers: {
        keys: {
          list: (asked) => pageOfKeys(sessions.query, asked?.after),
          known: known.page,
          accounts: accounts.page,
        },
      },
      onLock: () => {
        forget();
        inventory.forget();
      },
      onProfileChange: forget,
    };
  },
});

/** Queries that the operator writes. */
export const queries = defineModule({
  start: ({ sessions }: Pick<ConsoleContext, 'sessions'>): ModuleParts<'queries'> => ({
    handlers: {
      queries: {
        ask: async ({ operation: path, parameters }) => {
          const operation = operationByPath(path);
          if (operation?.kind !== 'query') throw clientError('OPERATION_UNKNOWN.query', { path });
          const answer = await sessions.query(operation, readParameters(operation, parameters));
          // A whole organization takes long to look through: what was read of it a moment ago, and now by the router.
          await nextTurn();
          return answer as z.infer<z.ZodJSONSchema>;
        },
      },
    },
  }),
});

/** Whether the credential that stamps gets in from here. */
export const network = defineModule({
  start: ({ sessions }: Pick<ConsoleContext, 'sessions'>): ModuleParts<'network'> => ({
    handlers: {
      network: {
        standing: async () => {
          const { publicKey, source } = await sessions.self();
          const lists = await readAllowlists(sessions.query, publicKey);
          return { source: source ?? null, standing: evaluateAllowlist(source, lists) };
        },
      },
    },
  }),
});
