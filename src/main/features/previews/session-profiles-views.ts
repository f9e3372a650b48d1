import type * as sessionProfiles from '#protocol/catalogue/session-profiles.ts';
import type { ViewsOf } from './operation-view.ts';
import { createSessionProfilePreview } from './policies.ts';

export const sessionProfileViews: ViewsOf<typeof sessionProfiles> = {
  create_session_profile: { preview: createSessionProfilePreview },
};
