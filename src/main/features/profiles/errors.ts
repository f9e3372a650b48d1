import { defineErrors } from '#protocol/define-errors.ts';

/** Profiles of this console. */
export const profileError = defineErrors({
  PROFILE_IS_BUILT_IN: [
    'The Local profile is built in and can’t be changed or removed.',
    'Select another profile instead.',
  ],
  PROFILE_HAS_CREDENTIALS: ['The profile still has credentials.', 'Delete its credentials first.'],
  AUTH_PROXY_UNPLACED: [
    'The auth proxy’s address or configuration ID is missing.',
    'Enter the address and the configuration ID.',
  ],
});
