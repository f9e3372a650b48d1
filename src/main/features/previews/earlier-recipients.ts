import type { Activity } from '#protocol/activity.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import type { Chain } from '#chains/chains.ts';
import { paidBy } from '#chains/model/recipients.ts';
import { AppError } from '#protocol/error.ts';
import type { PreviewReads } from './preview-maker.ts';

/** So many of the last signed transactions are looked through. */
const LOOKED_THROUGH = 100;

/**
 * Whom the organization's last transactions on a chain paid. None where the service does not say.
 * @returns each address once
 */
export async function earlierRecipients(ask: PreviewReads['ask'], chain: Chain): Promise<readonly string[]> {
  try {
    const { activities } = await ask(listActivities, {
      filterByType: [signTransaction.type],
      filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
      paginationOptions: { limit: String(LOOKED_THROUGH) },
    });
    return [...new Set(activities.flatMap((each) => recipientsIn(each, chain)))];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

function recipientsIn({ intent }: Activity, chain: Chain): string[] {
  const parsed = signTransaction.parameters.safeParse(intent[signTransaction.intent]);
  if (!parsed.success || parsed.data.type !== chain.type) return [];
  try {
    return paidBy(chain.read(parsed.data.unsignedTransaction));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
