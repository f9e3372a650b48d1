import type * as authenticators from '#protocol/catalogue/authenticators.ts';
import { createAuthenticatorsPreview } from './add-credentials.ts';
import type { ViewsOf } from './operation-view.ts';
import { deleteAuthenticatorsPreview } from './remove-credentials.ts';

export const authenticatorViews: ViewsOf<typeof authenticators> = {
  create_authenticators: { preview: createAuthenticatorsPreview },
  delete_authenticators: { preview: deleteAuthenticatorsPreview },
};
