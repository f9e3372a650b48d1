/** What a call of a module returned (CK_RV), by its name in PKCS #11 2.40 and 3.0; for those that somebody could meet here. */
const RETURN_VALUES = {
  CKR_HOST_MEMORY: 0x02,
  CKR_SLOT_ID_INVALID: 0x03,
  CKR_GENERAL_ERROR: 0x05,
  CKR_FUNCTION_FAILED: 0x06,
  CKR_ARGUMENTS_BAD: 0x07,
  CKR_ATTRIBUTE_SENSITIVE: 0x11,
  CKR_ATTRIBUTE_TYPE_INVALID: 0x12,
  CKR_DATA_INVALID: 0x20,
  CKR_DATA_LEN_RANGE: 0x21,
  CKR_DEVICE_ERROR: 0x30,
  CKR_DEVICE_MEMORY: 0x31,
  CKR_DEVICE_REMOVED: 0x32,
  CKR_ENCRYPTED_DATA_INVALID: 0x40,
  CKR_ENCRYPTED_DATA_LEN_RANGE: 0x41,
  CKR_AEAD_DECRYPT_FAILED: 0x42,
  CKR_FUNCTION_CANCELED: 0x50,
  CKR_FUNCTION_NOT_SUPPORTED: 0x54,
  CKR_KEY_HANDLE_INVALID: 0x60,
  CKR_KEY_SIZE_RANGE: 0x62,
  CKR_KEY_TYPE_INCONSISTENT: 0x63,
  CKR_KEY_FUNCTION_NOT_PERMITTED: 0x68,
  CKR_MECHANISM_INVALID: 0x70,
  CKR_MECHANISM_PARAM_INVALID: 0x71,
  CKR_OBJECT_HANDLE_INVALID: 0x82,
  CKR_OPERATION_ACTIVE: 0x90,
  CKR_OPERATION_NOT_INITIALIZED: 0x91,
  CKR_PIN_INCORRECT: 0xa0,
  CKR_PIN_INVALID: 0xa1,
  CKR_PIN_LEN_RANGE: 0xa2,
  CKR_PIN_EXPIRED: 0xa3,
  CKR_PIN_LOCKED: 0xa4,
  CKR_SESSION_CLOSED: 0xb0,
  CKR_SESSION_COUNT: 0xb1,
  CKR_SESSION_HANDLE_INVALID: 0xb3,
  CKR_TOKEN_NOT_PRESENT: 0xe0,
  CKR_TOKEN_NOT_RECOGNIZED: 0xe1,
  CKR_USER_ALREADY_LOGGED_IN: 0x100,
  CKR_USER_NOT_LOGGED_IN: 0x101,
  CKR_USER_PIN_NOT_INITIALIZED: 0x102,
  CKR_USER_ANOTHER_ALREADY_LOGGED_IN: 0x104,
  CKR_BUFFER_TOO_SMALL: 0x150,
  CKR_CRYPTOKI_NOT_INITIALIZED: 0x190,
  CKR_CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;

export type ReturnName = keyof typeof RETURN_VALUES;

const nameOf = (value: number): string =>
  Object.entries(RETURN_VALUES).find(([, each]) => each === value)?.[0] ?? 'an unknown value';

/** A call that did not return CKR_OK. */
export class CallFault extends Error {
  override readonly name = 'CallFault';
  readonly #returned: number;

  constructor(call: string, returned: number) {
    super(`${call}: ${nameOf(returned)} (0x${returned.toString(16)})`);
    this.#returned = returned;
  }

  /** Whether it returned one of these. */
  isOneOf(...names: readonly ReturnName[]): boolean {
    return names.some((name) => RETURN_VALUES[name] === this.#returned);
  }
}
