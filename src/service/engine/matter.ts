import { engineError } from './errors.ts';
import type { ActivityWithVotes } from '../storage/activities.ts';
import type { QueryHandler, VoteHandler, SubmitHandler } from './operation-handler.ts';
import type { Proposal } from './policy-input.ts';

/** Finds what an activity type does. */
export type EffectFinder = (type: string) => SubmitHandler | undefined;

/** The finder over all operations of the service. */
export function effectFinder(
  operations: readonly (SubmitHandler | QueryHandler | VoteHandler)[],
): EffectFinder {
  const effects = operations.flatMap((each) =>
    each.kind === 'submit' ? [[each.operation.type, each] as const] : [],
  );
  const byType = new Map(effects);
  return (type) => byType.get(type);
}

/** What an open activity is about, from its stored intent. */
export function matterOf(effectOf: EffectFinder, { activity, votes }: ActivityWithVotes): Proposal {
  const effect = effectOf(activity.type);
  const intent = JSON.parse(activity.intent) as Record<string, object | undefined>;
  const echo = effect === undefined ? undefined : intent[effect.operation.intent];
  const parameters = effect?.operation.parameters.safeParse(echo);
  if (effect === undefined || echo === undefined || parameters?.success !== true) {
    throw engineError('INTERNAL.unknownActivity', { type: activity.type });
  }
  return { effect, parameters: parameters.data, echo, votes };
}
