import type { Activity } from '../../protocol/activity.ts';
import { listActivities } from '../../protocol/catalogue/list-activities.ts';
import type { SubmitOperation } from '../../protocol/catalogue/operation.ts';
import type { Client, Target } from './client.ts';

const PAGE = 100;
const PAGES = 20;

/**
 * Looks for the activity of a request among the newest ones of its type.
 * @returns undefined when the service lists none with that fingerprint
 * @throws ServiceError
 */
export async function findActivity(
  client: Client,
  target: Target,
  operation: SubmitOperation,
  fingerprint: string,
): Promise<Activity | undefined> {
  let before: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { activities } = await client.query(target, listActivities, {
      filterByType: [operation.type],
      paginationOptions: { limit: String(PAGE), ...(before === undefined ? {} : { before }) },
    });
    const found = activities.find((activity) => activity.fingerprint === fingerprint);
    if (found !== undefined) return found;
    before = activities.at(-1)?.id;
    if (activities.length < PAGE) return undefined;
  }
  return undefined;
}
