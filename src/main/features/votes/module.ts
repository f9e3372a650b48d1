import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { GroupModuleParts } from '../request-groups/module.ts';
import { type VoteSets, castVotes } from './cast-votes.ts';

export { createVoteSets } from './cast-votes.ts';
export type { VoteSets } from './cast-votes.ts';

type Needs = GroupModuleParts & { readonly voteSets: VoteSets } & Pick<
    ConsoleContext,
    'storage' | 'sessions'
  >;

/** Votes on many requests under one approval. */
export const votes = defineModule({
  start: async ({ storage, sessions, groups, voteSets }: Needs): Promise<ModuleParts<'votes'>> => {
    // Whoever pressed is not there any more; what was sent stands with its request, and the rest still waits.
    for (const { id, purpose } of await storage.groups.list())
      if (purpose === 'votes') await storage.groups.remove(id);
    const parts = { groups, voteSets, session: () => sessions.current() };
    return { handlers: { votes: { cast: (given) => castVotes(parts, given) } } };
  },
});
