import { listSecrets } from '#protocol/catalogue/secrets.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { type Emitter, createEmitter } from '../../platform/emitter.ts';
import type { FileParts } from '../files/module.ts';
import type { GroupModuleParts, PurposeParts } from '../request-groups/module.ts';
import { type GatheredSecrets, type OnSettled, secretsPurpose, targetsPurpose } from './import-purposes.ts';
import { createSecretImport } from './secret-import.ts';

const PAGE = 100;

/** The names of the organization's secrets. @throws ServiceError */
async function secretNames(ask: ContextResolver['query']): Promise<Set<string>> {
  const names = new Set<string>();
  for (let before: string | undefined; ;) {
    const { secrets } = await ask(listSecrets, {
      paginationOptions: { limit: String(PAGE), ...(before === undefined ? {} : { before }) },
    });
    for (const { name } of secrets) if (name !== undefined) names.add(name);
    const last = secrets.at(-1)?.secretId;
    if (secrets.length < PAGE || last === undefined || last === before) return names;
    before = last;
  }
}

/** The groups of an import, and what came of their requests. */
export interface SecretGroups {
  readonly purposes: { readonly targets: PurposeParts; readonly secrets: PurposeParts };
  readonly settled: Emitter<Parameters<OnSettled>>;
  /** The import writes it, the approvals say it. */
  readonly gathered: GatheredSecrets;
}

/** Stands before the groups, which tell it what came of each request. */
export function createSecretGroups(): SecretGroups {
  const settled: SecretGroups['settled'] = createEmitter();
  const gathered: GatheredSecrets = { leftOut: 0 };
  return {
    purposes: {
      targets: targetsPurpose(settled.emit, gathered),
      secrets: secretsPurpose(settled.emit, gathered),
    },
    settled,
    gathered,
  };
}

type Needs = FileParts &
  GroupModuleParts & { readonly secretGroups: SecretGroups } & Pick<
    ConsoleContext,
    'host' | 'storage' | 'sessions' | 'profileId'
  >;

/** Secrets on their way into the organization. */
export const secretImport = defineModule({
  start: async ({
    host,
    storage,
    sessions,
    profileId,
    files,
    groups,
    groupMoved,
    secretGroups,
  }: Needs): Promise<ModuleParts<'secrets'>> => {
    // The keys of an interrupted import are of no use: what was to be sealed to them was in memory alone.
    for (const { id, purpose } of await storage.groups.list())
      if (purpose === 'targets') await storage.groups.remove(id);
    const secrets = createSecretImport({
      groups,
      store: storage.groups,
      gathered: secretGroups.gathered,
      quorumKey: async (id) => {
        const profile = await storage.profiles.find(id);
        if (profile?.keys == null) throw contextError('KEYS_NOT_PINNED');
        return profile.keys.enclaveQuorum;
      },
      takenNames: () => secretNames(sessions.query),
      profileId,
      onChange: (state) => host.send('console', 'secrets.changed', state),
    });
    secretGroups.settled.on((...settled) => secrets.onSettled(...settled));
    groupMoved.on((group) => secrets.onSet(group));
    return {
      handlers: {
        secrets: {
          current: () => secrets.current(),
          addTyped: async ({ entries }) => secrets.addTyped(entries),
          addFile: async ({ file }) => secrets.addFile(files.pathOf(file)),
          rename: ({ id, name }) => secrets.edit((draft) => draft.rename(id, name)),
          setProperties: ({ id, properties }) => secrets.edit((draft) => draft.setProperties(id, properties)),
          propertyForAll: (property) => secrets.edit((draft) => draft.propertyForAll(property)),
          remove: async ({ id }) => secrets.remove(id),
          begin: async () => secrets.begin(),
          clear: async () => {
            await secrets.clear();
            return undefined;
          },
        },
      },
      onLock: () => secrets.reset(),
      onProfileChange: () => secrets.leave(),
    };
  },
});
