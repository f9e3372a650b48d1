import type { ConsoleContext } from '../context/console-context.ts';
import { defineModule } from '../context/module.ts';
import { batchPurpose } from '../features/batches/module.ts';
import type { PreviewModuleParts } from '../features/previews/module.ts';
import type { GroupPurposeParts } from '../features/request-groups/module.ts';
import { type SecretGroups, createSecretGroups } from '../features/secret-import/module.ts';
import { type VoteSets, createVoteSets } from '../features/votes/module.ts';

/** Says of each purpose of a request group how it is described: by the features that make such groups. */
export const groupPurposes = defineModule({
  start: ({ reads, clock }: PreviewModuleParts & Pick<ConsoleContext, 'clock'>) => {
    const secretGroups = createSecretGroups();
    const voteSets = createVoteSets(reads, clock);
    const parts: GroupPurposeParts & { readonly secretGroups: SecretGroups; readonly voteSets: VoteSets } = {
      ...{ secretGroups, voteSets },
      purposes: { ...secretGroups.purposes, batch: batchPurpose(reads, clock), votes: voteSets.purpose },
    };
    return { parts };
  },
});
