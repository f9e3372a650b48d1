import type { Handlers } from '../../preload/call.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import { operationError } from '../console-error.ts';
import type { Volatile } from '../console-state.ts';
import type { SecretImportFlow } from '../flows/import/secret-import.ts';

export function secretHandlers(
  secrets: SecretImportFlow,
  volatile: Volatile,
): Handlers<ConsoleContract>['secrets'] {
  const requireUnlocked = (): void => {
    if (volatile.locked) throw operationError('CONSOLE_LOCKED');
  };
  return {
    current: () => secrets.current(),
    addTyped: async ({ entries }) => {
      requireUnlocked();
      return secrets.addTyped(entries);
    },
    addFile: async ({ path }) => {
      requireUnlocked();
      return secrets.addFile(path);
    },
    rename: ({ id, name }) => secrets.edit((draft) => draft.rename(id, name)),
    setProperties: ({ id, properties }) => secrets.edit((draft) => draft.setProperties(id, properties)),
    propertyForAll: (property) => secrets.edit((draft) => draft.propertyForAll(property)),
    remove: async ({ id }) => secrets.remove(id),
    begin: async () => {
      requireUnlocked();
      return secrets.begin();
    },
    clear: async () => {
      await secrets.clear();
      return undefined;
    },
  };
}
