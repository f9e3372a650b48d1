import type { Activity } from '#protocol/activity.ts';
import { getOrganization } from '#protocol/catalogue/organization.ts';
import { getPolicyEvaluations } from '#protocol/catalogue/activities.ts';
import { AppError } from '#protocol/error.ts';
import type { Consensus } from '#preload/contract/consensus.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { consensusFrom, waits } from './consensus.ts';
import type { Evaluations } from './consensus.ts';

/** How the activities of a list stand that wait for votes, by their ids; without those that cannot be told. */
export type RowConsensus = (activities: readonly Activity[]) => Promise<ReadonlyMap<string, Consensus>>;

/** A list is drawn every few seconds: no more activities than these are newly asked about at a time. */
const NEW_AT_ONCE = 25;
const KEPT = 500;

/**
 * Tells how rows stand: the organization is asked once for each list, and what the policies said once for each state of an
 * activity's votes.
 */
export function createRowConsensus(ask: ContextResolver['query']): RowConsensus {
  const known = new Map<string, Evaluations>();

  const learn = async (activity: Activity): Promise<void> => {
    const { policyEvaluations } = await ask(getPolicyEvaluations, { activityId: activity.id });
    known.set(stateOf(activity), policyEvaluations);
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  };

  return async (activities) => {
    const waiting = activities.filter(waits);
    if (waiting.length === 0) return new Map();
    try {
      const unknown = waiting.filter((activity) => !known.has(stateOf(activity)));
      const [{ organizationData }] = await Promise.all([
        ask(getOrganization, {}),
        ...unknown.slice(0, NEW_AT_ONCE).map(learn),
      ]);
      return new Map(
        waiting.flatMap((activity) => {
          const said = known.get(stateOf(activity));
          return said === undefined ? [] : [[activity.id, consensusFrom(activity, organizationData, said)]];
        }),
      );
    } catch (error) {
      // Who may not ask still sees the list, with the votes alone.
      if (!(error instanceof AppError)) throw error;
      return new Map();
    }
  };
}

const stateOf = ({ id, votes }: Activity): string => `${id} ${votes.length}`;
