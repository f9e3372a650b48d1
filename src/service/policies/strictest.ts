import { decide, type Decision, type PolicyInput } from './decide.ts';

/** From the mildest to the strictest. */
const ORDER: readonly Decision['outcome'][] = [
  'OUTCOME_ALLOW',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_DENY_IMPLICIT',
  'OUTCOME_DENY_EXPLICIT',
  // Last: it is final, where a denial leaves an open request as it is.
  'OUTCOME_REJECTED',
];

/**
 * Decides over a request that acts on several things: once for each, and the strictest decision counts, so that nothing
 * passes in the company of something that is allowed.
 * @param questions one for each thing; at least one
 * @param decideOne `decide` for a new request, `decideOpen` for a further vote
 */
export function decideOverAll(
  questions: readonly [PolicyInput, ...PolicyInput[]],
  decideOne: (question: PolicyInput) => Decision = decide,
): Decision {
  const [first, ...others] = questions;
  return others
    .map(decideOne)
    .reduce(
      (strictest, decision) =>
        ORDER.indexOf(decision.outcome) > ORDER.indexOf(strictest.outcome) ? decision : strictest,
      decideOne(first),
    );
}
