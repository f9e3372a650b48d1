import { defineErrors } from './define-errors.ts';

/** What is wrong with the wire’s own forms: encodings, stamps, signatures, sessions, webhooks, addresses of networks. */
export const protocolError = defineErrors({
  HEX_INVALID: {
    empty: ['The {what} is empty.', 'Enter hex digits.'],
    digit: ['Invalid hex at character {position} of the {what}.', 'Enter hex digits, with or without 0x.'],
    odd: [
      'The {what} has an odd number of hex digits ({count}).',
      'A digit is missing or extra. Copy it again.',
    ],
  },
  BASE64URL_INVALID: ['The {what} is not base64url.', 'Send it as RFC 4648, section 5 says.'],
  UTF8_INVALID: ['The {what} is not UTF-8 text.', 'Send it as UTF-8.'],
  HPKE_OPEN_FAILED: [
    'HPKE could not open the message: it was sealed to another key, or it was changed.',
    'Make the request again: each has a key of its own that the answer is sealed to.',
  ],
  CIDR_INVALID: ['{text} is no CIDR block: {why}.', 'Write it like 192.168.1.0/24 or 2001:db8::/48.'],
  IP_ALLOWLIST_TOO_LONG: [
    'The allowlist has more than {max} blocks of IPv{family}.',
    'Use fewer, larger blocks.',
  ],
  IP_ALLOWLIST_RULE_INVALID: ['Rule {index} ({cidr}): {why}', 'Correct this rule.'],
  SIGNATURE_MALFORMED: [
    'The signature of the {what} is malformed ({why}).',
    'Request the {what} from the service again.',
  ],
  SIGNATURE_INVALID: [
    'The signature of the {what} is invalid: it was changed, or another key signed it.',
    'Do not use it. Request the {what} from the service again.',
  ],
  PROOF_SCHEME: ['The proof’s scheme {scheme} is unknown.', 'Update this program.'],
  PROOF_KEY_MISMATCH: [
    'The proof was made with a key that isn’t trusted.',
    'Don’t rely on it. Check which enclave key is current.',
  ],
  PROOF_MALFORMED: ['The app proof is malformed: {why}.', 'Request it again.'],
  SEED_LENGTH: ['A quorum key takes a seed of 32 bytes, not {length}.', 'Give 32 bytes.'],
  SESSION_EXPIRED: ['The session expired at {end}.', 'Log in again.'],
  SESSION_MALFORMED: ['The session token is malformed: {why}.', 'Log in again.'],
  SIGNED_FILE_INVALID: {
    form: ['This is no {format} file.', 'Choose a file that a console saved in this form.'],
    version: ['The file has version {version}, which this console doesn’t know.', 'Update this program.'],
    signature: [
      'The signature of the file is invalid: it was changed after it was signed.',
      'Don’t use it. Ask whoever sent it for the file again.',
    ],
  },
  STAMP_MALFORMED: {
    apiKey: ['malformed activity stamp ({why})', 'Stamp the request again.'],
    webauthn: ['could not extract webauthn stamp ({why})', 'Stamp the request again.'],
  },
  JSON_INVALID: ['The {what} {why}.', 'Correct it, or request it again.'],
  WEBHOOK_KEYS_MALFORMED: [
    'The service’s set of webhook keys is malformed ({why}).',
    'Fetch it again. If this happens again, tell the service’s operator.',
  ],
  WEBHOOK_ID: ['A webhook’s key id or event id is empty or holds a dot.', 'Use a UUID.'],
});
