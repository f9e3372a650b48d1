import { defineErrors } from '#protocol/define-errors.ts';

/** Profiles of this console. */
export const profileError = defineErrors({
  PROFILE_IS_BUILT_IN: [
    'The profile Local is built in and cannot be changed or removed.',
    'Select another profile instead.',
  ],
  PROFILE_HAS_CREDENTIALS: ['The profile still has credentials.', 'Forget its credentials first.'],
  AUTH_PROXY_UNPLACED: [
    'It is not known where the auth proxy answers, or which configuration is meant.',
    'Say its address and the configuration id.',
  ],
});
