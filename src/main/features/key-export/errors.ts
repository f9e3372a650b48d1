import { defineErrors } from '#protocol/define-errors.ts';

/** Exports of keys and secrets. */
export const exportError = defineErrors({
  PLAINTEXT_LENGTH: [
    'The bundle holds {length} bytes; a private key has {wanted}.',
    'Do not use it. Export it again; if it happens again, report it with the activity’s id.',
  ],
  SECRET_UNKNOWN: ['There is no such secret.', 'Choose one of the list.'],
  EXPORT_UNKNOWN: [
    'This export is not held any more: it was wiped.',
    'Export it again if you still need it.',
  ],
  EXPORT_NOT_CONFIRMED: ['The name that was typed is another.', 'Type the name as it is shown.'],
  EXPORT_NOT_IN_FORM: ['This plaintext cannot be written in that form.', 'Choose one of its forms.'],
  EXPORT_UNVERIFIED: [
    'The answer failed a check before its bundle was looked at; nothing was opened.',
    'Look at the activity, and export again.',
  ],
});
