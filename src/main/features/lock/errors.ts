import { defineErrors } from '#protocol/define-errors.ts';

/** What stands against unlocking, and against an approval that asks for a person. None of them says how close a passphrase was. */
export const lockError = defineErrors({
  UNLOCK_PASSPHRASE_WRONG: [
    'That passphrase isn’t right.',
    'Check Caps Lock and the keyboard layout, then try again.',
  ],
  PASSPHRASE_BLOCKED: [
    'Too many wrong passphrases. The console takes no more for {wait}.',
    'Wait, then try again. Restarting the console doesn’t shorten this.',
  ],
  PASSPHRASE_TOO_SHORT: [
    'The passphrase is too short.',
    'Use at least {shortest} characters. Several unrelated words are easy to remember.',
  ],
  PASSKEY_NOT_VERIFIED: [
    'The passkey’s answer doesn’t prove that it’s you.',
    'Use the passkey that you registered for unlocking, with its PIN or your fingerprint.',
  ],
  USER_NOT_VERIFIED: {
    polkit: ['The system didn’t confirm that it’s you.', 'Try again, and answer the system’s prompt.'],
    withoutAsking: [
      'The system approved without asking anybody, which proves nothing.',
      'Change the polkit rule that allows com.keyops.console.verify-user without authentication, then try again.',
    ],
    touchId: ['Touch ID didn’t confirm that it’s you.', 'Try again.'],
  },
  VERIFICATION_METHOD_MISSING: [
    'This computer doesn’t offer {method} now.',
    'Make it available again. The guide says what to do if that isn’t possible.',
  ],
  VERIFICATION_UNREADABLE: [
    'The keychain item that says how the console unlocks can’t be read.',
    'Something changed it. The guide, in “Lock and unlock”, says how to set it up again.',
  ],
  VERIFICATION_REMOVED: [
    'The unlock method was deleted from the keychain.',
    'If you deleted it, choose a new method. If you didn’t, another program of this computer changed your keychain.',
  ],
  VERIFICATION_CHANGED: [
    'The unlock method changed in the meantime. Nothing was changed.',
    'Look at the settings and start again.',
  ],
});
