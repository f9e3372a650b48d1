import type { Target } from '../../service-client/client.ts';
import type { StoredGroup } from '../../storage/request-groups.ts';
import { revisit } from '../requests/module.ts';
import type { ResultWriter } from './group-purpose.ts';
import { type RunParts, conclude, knownOf, sentRequestOf } from './group-run.ts';

const PAGE = 200;

/**
 * Asks what became of the requests of a set that waited for votes, and keeps what those came to that wait no more.
 * @param requireSame throws once another profile is selected: what results are checked against is read for the selected one
 * @throws ServiceError; whatever `requireSame` throws
 */
export async function lookAgain(
  { groups, reads, send }: Pick<RunParts, 'groups' | 'reads' | 'send'>,
  set: StoredGroup,
  to: { readonly target: Target; readonly sink: ResultWriter; readonly requireSame: () => void },
): Promise<void> {
  let after = -1;
  const next = (): ReturnType<typeof groups.page> => groups.page(set.id, ['waiting'], after, PAGE);
  for (let page = await next(); page.length > 0; page = await next()) {
    for (const request of page) {
      after = request.position;
      if (request.activityId === null) continue;
      const sentRequest = await sentRequestOf(reads, request, { set, target: to.target });
      to.requireSame();
      const outcome = await revisit(send, sentRequest, request.activityId);
      const { state } = conclude(outcome);
      if (state === 'waiting') continue;
      await to.sink.settled(request, outcome);
      await groups.setState(set.id, request.position, state, knownOf(state, outcome));
    }
  }
}
