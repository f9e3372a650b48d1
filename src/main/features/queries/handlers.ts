import { z } from 'zod';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { operationByPath } from '../../../protocol/catalogue/catalogue.ts';
import { AppError } from '../../../protocol/error.ts';
import { readParameters } from '../requests/prepare.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';

const answer = z.json();

export function queryHandlers(
  sessions: Pick<ContextResolver, 'query'>,
): Handlers<ConsoleContract>['queries'] {
  return {
    ask: async ({ operation: path, parameters }) => {
      const operation = operationByPath(path);
      if (operation?.kind !== 'query') {
        throw new AppError('OPERATION_UNKNOWN', `There is no query ${path}.`, 'Choose one of the list.');
      }
      return answer.parse(await sessions.query(operation, readParameters(operation, parameters)));
    },
  };
}
