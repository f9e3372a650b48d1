import { defineErrors } from '#protocol/define-errors.ts';

/** The features that have one or two. */
export const featureError = defineErrors({
  SIGN_WITH_UNKNOWN: {
    onChain: [
      'The organization has no such key to sign with on {chain}.',
      'Give a private key’s id or address, or the address of a wallet’s account.',
    ],
    anywhere: [
      'The organization has no such key to sign with.',
      'Give a private key’s id or address, or the address of a wallet’s account.',
    ],
  },
  SIGN_WITH_NO_ADDRESS: [
    'The key “{name}” has no {chain} address.',
    'Choose a key with an address of {chain}.',
  ],
  PASSKEY_MISMATCH: [
    'The service registered another passkey than the one that was made.',
    'Delete that authenticator, and do not use this service until it is explained.',
  ],
  TEMPLATE_TOO_LONG: ['This is too much for a template.', 'Leave something out.'],
  TEMPLATE_INVALID: [
    'These values cannot be kept as a template.',
    'Fill in the form again, and save it from there.',
  ],
  ABI_UNKNOWN: ['No ABI is kept for this contract.', 'Choose one of the list.'],
  FOLDER_UNREADABLE: ['The folder cannot be read.', 'Check its path and that you may read it.'],
  FOLDER_TOO_FULL: [
    'The folder holds more than 200 descriptors.',
    'Keep those that you need in a folder of their own.',
  ],
  FILE_NOT_GIVEN: [
    'You did not hand over this file: the window may not name one by itself.',
    'Choose the file in the dialog, drop it, or type its path and approve it.',
  ],
  ACTIVITY_UNKNOWN: ['There is no such activity.', 'Choose one of the list.'],
});
