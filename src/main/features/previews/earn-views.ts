import type * as earn from '#protocol/catalogue/earn.ts';
import { GENERIC } from './generic.ts';
import type { ViewsOf } from './operation-view.ts';

export const earnViews: ViewsOf<typeof earn> = {
  claim_swap_fees: GENERIC,
  earn_deploy_wrapper: GENERIC,
  earn_deposit: GENERIC,
  earn_set_wrapper_state: GENERIC,
  earn_withdraw: GENERIC,
};
