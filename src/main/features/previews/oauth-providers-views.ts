import type * as oauthProviders from '#protocol/catalogue/oauth-providers.ts';
import { createOauthProvidersPreview } from './add-credentials.ts';
import type { ViewsOf } from './operation-view.ts';
import { deleteOauthProvidersPreview } from './remove-credentials.ts';

export const oauthProviderViews: ViewsOf<typeof oauthProviders> = {
  create_oauth_providers: { preview: createOauthProvidersPreview },
  delete_oauth_providers: { preview: deleteOauthProvidersPreview },
};
