import { defineErrors } from '#protocol/define-errors.ts';

/** The features that have one or two. */
export const featureError = defineErrors({
  SIGN_WITH_UNKNOWN: {
    onChain: [
      'The organization has no such signing key on {chain}.',
      'Enter a private key’s ID or address, or a wallet account’s address.',
    ],
    anywhere: [
      'The organization has no such signing key.',
      'Enter a private key’s ID or address, or a wallet account’s address.',
    ],
  },
  SIGN_WITH_NO_ADDRESS: [
    'The key “{name}” has no {chain} address.',
    'Choose a key with an address on {chain}.',
  ],
  CONTACT_ADDRESS_GONE: [
    'The contact “{name}” doesn’t have this address any more.',
    'Choose the contact again, and check why the address changed.',
  ],
  PAYMENT_ROWS_CHANGED: [
    'Other rows of the file can’t be paid than those you left out.',
    'Read the file again, and look at what is wrong now.',
  ],
  PASSKEY_MISMATCH: [
    'The service registered a different passkey than the one you created.',
    'Delete that authenticator. Don’t use this service until you know why.',
  ],
  TEMPLATE_TOO_LONG: ['These values are too long for a template.', 'Leave out some of them.'],
  TEMPLATE_INVALID: [
    'These values can’t be saved as a template.',
    'Fill in the form again, and save the template from there.',
  ],
  ABI_UNKNOWN: ['No ABI is saved for this contract.', 'Choose one from the list.'],
  FOLDER_UNREADABLE: [
    'The folder can’t be read.',
    'Check the path, and that you have permission to read it.',
  ],
  FOLDER_TOO_FULL: [
    'The folder holds more than 200 descriptors, or more than 5 token lists.',
    'Keep those that you need in a folder of their own.',
  ],
  FILE_NOT_GIVEN: [
    'You didn’t choose this file: the window can’t open files on its own.',
    'Choose the file in the dialog, drop it here, or type its path and approve it.',
  ],
  CAMERA_REFUSED: {
    press: ['The camera opens only when you ask for it.', 'Press “Use camera” again.'],
    approval: ['A request waits for your approval.', 'Decide about it, then use the camera.'],
  },
  PACKAGE_UNKNOWN: ['The program has no such package.', 'Choose one from the list.'],
  CONTACT_UNKNOWN: ['This contact doesn’t exist.', 'Choose one from the list.'],
  CONTACT_EDITED_MEANWHILE: [
    'This contact was changed while you looked at it.',
    'Look at it again, then decide.',
  ],
  CONTACT_NAME_TAKEN: ['Another contact is called “{name}”.', 'Give this contact a name of its own.'],
  CONTACT_NAME_UNSEEN: [
    'The name “{name}” has characters that can’t be seen.',
    'Type the name instead of pasting it.',
  ],
  CONTACT_ADDRESS_TAKEN: [
    'The address {address} already belongs to “{name}”.',
    'An address belongs to one contact. Remove it there first.',
  ],
  CONTACTS_FULL: ['There are already {most} contacts.', 'Delete contacts that you no longer pay.'],
  CONTACTS_NONE: ['There are no contacts to save.', 'Add a contact first.'],
  FILE_SIGNER_NEEDED: [
    'Only an API key can sign a file.',
    'Select an API key as the credential, then save the file again.',
  ],
  CONTACTS_CHANGED: [
    'The contact list was changed outside this console, so it isn’t used.',
    'Restore the data folder from a backup, or start a new list on the Contacts screen.',
  ],
  REQUEST_KIND_UNKNOWN: ['There is no such kind of request.', 'Choose one from the list.'],
  SAVED_FILTERS_FULL: [
    'This list already has {most} saved filters.',
    'Remove one that you no longer use, then save again.',
  ],
  SAVED_FILTER_NAME: [
    'The saved filter “{name}” can’t be renamed “{to}”.',
    'Choose a name that no other filter of the list has.',
  ],
  ACTIVITY_UNKNOWN: ['This activity doesn’t exist.', 'Choose one from the list.'],
});
