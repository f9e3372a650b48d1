import type * as tvc from '#protocol/catalogue/tvc.ts';
import { GENERIC } from './generic.ts';
import type { ViewsOf } from './operation-view.ts';

export const tvcViews: ViewsOf<typeof tvc> = {
  create_tvc_app: GENERIC,
  create_tvc_deployment: GENERIC,
  delete_tvc_app_and_deployments: GENERIC,
};
