import { z } from 'zod';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { operationByPath } from '../../../protocol/catalogue/find.ts';
import { readParameters } from '../requests/prepare.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { requestError } from '../requests/errors.ts';

const answer = z.json();

export function queryHandlers(
  sessions: Pick<ContextResolver, 'query'>,
): Handlers<ConsoleContract>['queries'] {
  return {
    ask: async ({ operation: path, parameters }) => {
      const operation = operationByPath(path);
      if (operation?.kind !== 'query') {
        throw requestError('OPERATION_UNKNOWN.query', { path });
      }
      return answer.parse(await sessions.query(operation, readParameters(operation, parameters)));
    },
  };
}
