import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { evaluateAllowlist } from '../../../protocol/network/network-access.ts';
import { readAllowlists } from '../../context/read-allowlists.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';

export function networkHandlers(
  sessions: Pick<ContextResolver, 'query' | 'self'>,
): Handlers<ConsoleContract>['network'] {
  return {
    standing: async () => {
      const { publicKey, source } = await sessions.self();
      const lists = await readAllowlists(
        (operation, parameters) => sessions.query(operation, parameters),
        publicKey,
      );
      return { source: source ?? null, standing: evaluateAllowlist(source, lists) };
    },
  };
}
