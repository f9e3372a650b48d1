import { clientError } from '../../service-client/errors.ts';
import { z } from 'zod';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { readParameters } from '../../service-client/request-parts.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';

const answer = z.json();

/** Queries that the operator writes. */
export const queries = defineModule({
  start: ({ sessions }: Pick<ConsoleContext, 'sessions'>): ModuleParts<'queries'> => ({
    handlers: {
      queries: {
        ask: async ({ operation: path, parameters }) => {
          const operation = operationByPath(path);
          if (operation?.kind !== 'query') {
            throw clientError('OPERATION_UNKNOWN.query', { path });
          }
          return answer.parse(await sessions.query(operation, readParameters(operation, parameters)));
        },
      },
    },
  }),
});
