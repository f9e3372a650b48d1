import { z } from 'zod';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { evaluateAllowlist } from '#protocol/network/ip-allowlist.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { readAllowlists } from '../../context/key-inventory.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { clientError } from '../../service-client/errors.ts';
import { readParameters } from '../../service-client/request-parts.ts';

/** What signs in the organization, for the window to choose from. */
export const keys = defineModule({
  start: ({ sessions, inventory }: Pick<ConsoleContext, 'sessions' | 'inventory'>): ModuleParts<'keys'> => ({
    handlers: {
      keys: {
        list: async () => (await sessions.query(listPrivateKeys, {})).privateKeys,
        accounts: async () => [...(await inventory.listAccounts())],
      },
    },
    onLock: () => inventory.forget(),
  }),
});

const answer = z.json();

/** Queries that the operator writes. */
export const queries = defineModule({
  start: ({ sessions }: Pick<ConsoleContext, 'sessions'>): ModuleParts<'queries'> => ({
    handlers: {
      queries: {
        ask: async ({ operation: path, parameters }) => {
          const operation = operationByPath(path);
          if (operation?.kind !== 'query') throw clientError('OPERATION_UNKNOWN.query', { path });
          return answer.parse(await sessions.query(operation, readParameters(operation, parameters)));
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

/** What was stamped, for the window to show. */
export const journal = defineModule({
  start: (needs: Pick<ConsoleContext, 'journal'>): ModuleParts<'journal'> => ({
    handlers: {
      journal: { list: ({ before, limit, filter }) => needs.journal.list(before, limit, filter) },
    },
  }),
});
