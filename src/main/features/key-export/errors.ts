import { defineErrors } from '#protocol/define-errors.ts';

/** Exports of keys and secrets. */
export const exportError = defineErrors({
  PLAINTEXT_LENGTH: [
    'The bundle contains {length} bytes; a private key has {wanted}.',
    'Don’t use it. Export again; if this happens again, report it with the activity’s ID.',
  ],
  SECRET_UNKNOWN: ['This secret doesn’t exist.', 'Choose one from the list.'],
  EXPORT_UNKNOWN: ['This export was wiped.', 'Export it again if you still need it.'],
  EXPORT_NOT_CONFIRMED: ['The name you typed doesn’t match.', 'Type the name exactly as shown.'],
  EXPORT_NOT_IN_FORM: ['This key can’t be shown in that format.', 'Choose one of the formats offered.'],
  EXPORT_UNVERIFIED: [
    'The answer failed a check before its bundle was opened.',
    'Check the activity, then export again.',
  ],
});
