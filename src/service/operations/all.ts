// Written by `npm run generate`; do not edit.
import { approveActivity } from './approve-activity.ts';
import { createApiKeys } from './create-api-keys.ts';
import { createPrivateKeys } from './create-private-keys.ts';
import { getActivity } from './get-activity.ts';
import { getPrivateKey } from './get-private-key.ts';
import { listActivities } from './list-activities.ts';
import { listPrivateKeys } from './list-private-keys.ts';
import { rejectActivity } from './reject-activity.ts';
import { signTransaction } from './sign-transaction.ts';
import { whoami } from './whoami.ts';

/** What every operation of the catalogue does, in name order. */
export const operations = [
  approveActivity,
  createApiKeys,
  createPrivateKeys,
  getActivity,
  getPrivateKey,
  listActivities,
  listPrivateKeys,
  rejectActivity,
  signTransaction,
  whoami,
] as const;
