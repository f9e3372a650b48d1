import { profileTurn } from '../../bridge/app-state.ts';
import { showToast } from '../../ui/toasts.ts';
import type { Toast } from '../../ui/toasts.ts';
import { createScreenFlow } from '../requests/request-flow.ts';
import { refreshActivities } from './activities-store.ts';
import { loadDetail } from './detail-store.ts';

/** The vote that is being cast from the detail. */
export const voteFlow = createScreenFlow();

export type Way = 'approve' | 'reject';

/**
 * Votes: the privileged side reads the request again, and the approval surface shows it before anything is stamped.
 * @param activity whose request it is; its detail is shown anew afterwards
 */
export async function castVote(
  way: Way,
  activity: { readonly id: string; readonly fingerprint: string },
): Promise<void> {
  const whose = profileTurn();
  await voteFlow.prepare(`${way}_activity`, { fingerprint: activity.fingerprint });
  const outcome = await voteFlow.review();
  if (outcome?.state === 'completed') {
    const [check] = outcome.verifications;
    // The row may be gone from the list by then, and the detail with it.
    if (check?.passed === true)
      showToast({ tone: toneOf(outcome.result), title: check.name, text: check.detail });
  }
  if (profileTurn() !== whose) return;
  await Promise.all([loadDetail(activity.id), refreshActivities()]);
}

/** Green is what was done; a vote that was counted for a request that failed is not. @param result how the request stands */
function toneOf(result: unknown): Toast['tone'] {
  const status =
    typeof result === 'object' && result !== null && 'status' in result ? result.status : undefined;
  if (status === 'ACTIVITY_STATUS_COMPLETED') return 'good';
  return status === 'ACTIVITY_STATUS_FAILED' ? 'bad' : 'plain';
}
