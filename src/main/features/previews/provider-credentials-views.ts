import type * as providerCredentials from '#protocol/catalogue/provider-credentials.ts';
import { GENERIC } from './generic.ts';
import type { ViewsOf } from './operation-view.ts';

export const providerCredentialViews: ViewsOf<typeof providerCredentials> = {
  create_fiat_on_ramp_credential: GENERIC,
  delete_fiat_on_ramp_credential: GENERIC,
  create_oauth2_credential: GENERIC,
  update_oauth2_credential: GENERIC,
  delete_oauth2_credential: GENERIC,
};
