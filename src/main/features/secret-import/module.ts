import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { GivenFiles } from '../files/given-files.ts';
import type { SecretImportFlow } from './secret-import.ts';

export function secretHandlers(
  secrets: SecretImportFlow,
  files: Pick<GivenFiles, 'pathOf'>,
): Handlers<ConsoleContract>['secrets'] {
  return {
    current: () => secrets.current(),
    addTyped: async ({ entries }) => {
      return secrets.addTyped(entries);
    },
    addFile: async ({ file }) => {
      return secrets.addFile(files.pathOf(file));
    },
    rename: ({ id, name }) => secrets.edit((draft) => draft.rename(id, name)),
    setProperties: ({ id, properties }) => secrets.edit((draft) => draft.setProperties(id, properties)),
    propertyForAll: (property) => secrets.edit((draft) => draft.propertyForAll(property)),
    remove: async ({ id }) => secrets.remove(id),
    begin: async () => {
      return secrets.begin();
    },
    clear: async () => {
      await secrets.clear();
      return undefined;
    },
  };
}
