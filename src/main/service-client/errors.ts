import { defineErrors } from '#protocol/define-errors.ts';

/** What is asked of a service: where it is, what, and with what. */
export const clientError = defineErrors({
  OPERATION_UNKNOWN: {
    query: ['There is no query {path}.', 'Choose one of the list.'],
    activity: ['There is no such operation that makes an activity.', 'Choose one of the list.'],
    any: ['There is no operation {path}.', 'Choose one of the list.'],
  },
  PARAMETERS_INVALID: ['{where}: {why}', 'Correct the value.'],
  PROFILE_ADDRESS_INSECURE: [
    'The address is neither https nor on this machine.',
    'Use an https address; plain http only for 127.0.0.1, [::1] or localhost.',
  ],
});
