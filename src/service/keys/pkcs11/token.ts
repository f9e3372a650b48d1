import { randomBytes } from 'node:crypto';
import { type PinState, TokenFault } from './messages.ts';
import type { Pkcs11Module } from './module.ts';
import { CallFault } from './return-values.ts';
import { type TokenKey, findKeys } from './token-keys.ts';

const CKF_OS_LOCKING_OK = 0x2;
const CKF_SERIAL_SESSION = 0x4;
const CKF_USER_PIN_COUNT_LOW = 0x10000;
const CKF_USER_PIN_FINAL_TRY = 0x20000;
const CKF_USER_PIN_LOCKED = 0x40000;
const CKU_USER = 1;
const CKM_AES_GCM = 0x1087;
const MOST_SLOTS = 256;
const [NONCE_BYTES, DATA_KEY_BYTES, TAG_BYTES] = [12, 32, 16];
/** More than any answer has. */
const OUTPUT_BYTES = 256;

/** A token, in the process that has loaded its module; one call at a time. */
export class TokenSession {
  readonly #module: Pkcs11Module;
  readonly #keyLabel: string;
  readonly #session: bigint;
  #keys: readonly TokenKey[] = [];

  private constructor(module: Pkcs11Module, session: bigint, keyLabel: string) {
    this.#module = module;
    this.#session = session;
    this.#keyLabel = keyLabel;
  }

  /** Finds the token of a label, and begins a session with it. @throws TokenFault */
  static async open(
    module: Pkcs11Module,
    { token: label, key }: { readonly token: string; readonly key: string },
  ): Promise<{ readonly token: TokenSession; readonly pin: PinState }> {
    const { memory, structures } = module;
    return await cleared(module, async () => {
      const args = {
        createMutex: null,
        destroyMutex: null,
        lockMutex: null,
        unlockMutex: null,
        reserved: null,
      };
      await module.call(
        'C_Initialize',
        memory.encode(structures.initializeArgs, { ...args, flags: CKF_OS_LOCKING_OK }),
      );
      const { slot, flags } = await findToken(module, label);
      const session = memory.take(8);
      await module.call('C_OpenSession', slot, CKF_SERIAL_SESSION, null, null, session);
      const [handle = 0n] = module.handles(session, 1);
      const has = (flag: number): boolean => (flags & flag) !== 0;
      const [isLocked, isFinalTry] = [has(CKF_USER_PIN_LOCKED), has(CKF_USER_PIN_FINAL_TRY)];
      return {
        token: new TokenSession(module, handle, key),
        pin: { isLocked, isFinalTry, isCountLow: has(CKF_USER_PIN_COUNT_LOW) },
      };
    });
  }

  /** @param pin left as it is @throws TokenFault `pin-wrong`, `pin-locked` */
  async login(pin: Uint8Array): Promise<void> {
    await cleared(this.#module, async () => {
      try {
        const address = this.#module.memory.put(pin);
        await this.#module.call('C_Login', this.#session, CKU_USER, address, pin.length);
      } catch (error) {
        if (!(error instanceof CallFault)) throw error;
        if (error.isOneOf('CKR_USER_ALREADY_LOGGED_IN')) return;
        if (error.isOneOf('CKR_PIN_LOCKED')) throw new TokenFault('pin-locked', error.message);
        if (error.isOneOf('CKR_PIN_INCORRECT', 'CKR_PIN_INVALID', 'CKR_PIN_LEN_RANGE'))
          throw new TokenFault('pin-wrong', error.message);
        throw error;
      }
    });
  }

  /** The IDs of the versions that the token has of the key, in hex, as they are found. @throws TokenFault */
  async versions(): Promise<readonly string[]> {
    this.#keys = await cleared(this.#module, () => findKeys(this.#module, this.#session, this.#keyLabel));
    return this.#keys.map(({ id }) => id);
  }

  /**
   * Wraps data keys under a version of the key.
   * @returns nonce (12 bytes), ciphertext and tag (16 bytes) of each
   * @throws TokenFault `no-key`
   */
  wrap(version: string, record: string, items: readonly Uint8Array[]): Promise<Uint8Array[]> {
    return this.#withKey(version, async (key) => {
      const wrapped: Uint8Array[] = [];
      for (const item of items) wrapped.push(await this.#encrypt(key, record, item));
      return wrapped;
    });
  }

  /** The other way round. @throws TokenFault `no-key`, `invalid` */
  unwrap(version: string, record: string, items: readonly Uint8Array[]): Promise<Uint8Array[]> {
    return this.#withKey(version, async (key) => {
      const opened: Uint8Array[] = [];
      for (const item of items) {
        try {
          opened.push(await this.#decrypt(key, record, item));
        } catch (error) {
          for (const each of opened) each.fill(0);
          if (!(error instanceof CallFault) || isLost(error) || isKeyGone(error)) throw error;
          // Tokens say all kinds of things where a tag is wrong, and the same where they are broken.
          await this.#prove(key, record, error);
          throw new TokenFault('invalid', error.message);
        }
      }
      return opened;
    });
  }

  /** Ends the session, and whatever the module has with its device. */
  async close(): Promise<void> {
    await this.#module.call('C_Finalize', null);
  }

  /** @throws what is given, where the key doesn't open what it has just wrapped */
  async #prove(key: bigint, record: string, otherwise: CallFault): Promise<void> {
    try {
      const probe = new Uint8Array(DATA_KEY_BYTES);
      const opened = await this.#decrypt(key, record, await this.#encrypt(key, record, probe));
      if (Buffer.from(opened).equals(probe)) return;
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
    }
    throw otherwise;
  }

  async #withKey<T>(version: string, work: (key: bigint) => Promise<T>): Promise<T> {
    if (this.#keys.some(({ id }) => id === version)) {
      try {
        return await work(this.#handleOf(version));
      } catch (error) {
        // It may have been replaced since it was found.
        if (!(error instanceof CallFault) || !isKeyGone(error)) throw error;
      }
    }
    await this.versions();
    return await work(this.#handleOf(version));
  }

  #handleOf(version: string): bigint {
    const [key, another] = this.#keys.filter(({ id }) => id === version);
    if (key === undefined) throw new TokenFault('no-key', `it has no key of the ID ${version}`);
    if (another !== undefined) throw new TokenFault('failed', `it has two keys of the ID ${version}`);
    if (key.fault !== undefined) throw new TokenFault('failed', `its key of the ID ${version} ${key.fault}`);
    return key.handle;
  }

  async #encrypt(key: bigint, record: string, plain: Uint8Array): Promise<Uint8Array> {
    const nonce = randomBytes(NONCE_BYTES);
    const sealed = await this.#once('Encrypt', key, { nonce, record, input: plain });
    if (sealed.length !== plain.length + TAG_BYTES)
      throw new TokenFault('failed', `C_Encrypt gave ${sealed.length} bytes`);
    return Buffer.concat([nonce, sealed]);
  }

  async #decrypt(key: bigint, record: string, wrapped: Uint8Array): Promise<Uint8Array> {
    const [nonce, input] = [wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(NONCE_BYTES)];
    return await this.#once('Decrypt', key, { nonce, record, input });
  }

  /** AES-256-GCM of a whole, by the parameters of PKCS #11 2.40 (2.12.3 of its mechanisms; `ulIvBits` is in the header's alone). */
  async #once(
    verb: 'Encrypt' | 'Decrypt',
    key: bigint,
    {
      nonce,
      record,
      input,
    }: { readonly nonce: Uint8Array; readonly record: string; readonly input: Uint8Array },
  ): Promise<Uint8Array> {
    const module = this.#module;
    const { memory, structures } = module;
    return await cleared(module, async () => {
      const aad = Buffer.from(record);
      const parameter = memory.encode(structures.gcmParams, {
        ...{ iv: memory.put(nonce), ivLength: nonce.length, ivBits: nonce.length * 8 },
        ...{ aad: memory.put(aad), aadLength: aad.length, tagBits: TAG_BYTES * 8 },
      });
      const length = structures.gcmParams.size;
      const mechanism = memory.encode(structures.mechanism, { mechanism: CKM_AES_GCM, parameter, length });
      await module.call(`C_${verb}Init`, this.#session, mechanism, key);
      const output = memory.take(OUTPUT_BYTES);
      const outputLength = memory.putNumber(OUTPUT_BYTES);
      await module.call(`C_${verb}`, this.#session, memory.put(input), input.length, output, outputLength);
      return memory.read(output, memory.number(outputLength));
    });
  }
}

/** @throws TokenFault where there is no such token, or more than one */
async function findToken(
  module: Pkcs11Module,
  label: string,
): Promise<{ readonly slot: bigint; readonly flags: number }> {
  const { memory, structures } = module;
  const count = memory.putNumber(MOST_SLOTS);
  const list = memory.take(MOST_SLOTS * 8);
  await module.call('C_GetSlotList', 1, list, count);
  const found: { slot: bigint; flags: number }[] = [];
  for (const slot of module.handles(list, memory.number(count))) {
    const address = memory.take(structures.tokenInfo.size);
    try {
      await module.call('C_GetTokenInfo', slot, address);
    } catch (error) {
      // One that can't be asked isn't the one.
      if (error instanceof CallFault) continue;
      throw error;
    }
    const info = module.decode(address, structures.tokenInfo) as {
      label: Uint8Array;
      flags: number | bigint;
    };
    if (Buffer.from(info.label).toString().trimEnd() === label)
      found.push({ slot, flags: Number(info.flags) });
  }
  const [only, another] = found;
  if (only === undefined) throw new TokenFault('failed', `no token is called “${label}”`);
  if (another !== undefined) throw new TokenFault('failed', `two tokens are called “${label}”`);
  return only;
}

/** What a call says of the key or of what it was given: another session would say the same. */
const OF_WHAT_WAS_ASKED = [
  ...(['CKR_ARGUMENTS_BAD', 'CKR_ATTRIBUTE_SENSITIVE', 'CKR_ATTRIBUTE_TYPE_INVALID'] as const),
  ...(['CKR_DATA_INVALID', 'CKR_DATA_LEN_RANGE', 'CKR_AEAD_DECRYPT_FAILED', 'CKR_BUFFER_TOO_SMALL'] as const),
  ...(['CKR_ENCRYPTED_DATA_INVALID', 'CKR_ENCRYPTED_DATA_LEN_RANGE', 'CKR_FUNCTION_NOT_SUPPORTED'] as const),
  ...(['CKR_KEY_HANDLE_INVALID', 'CKR_OBJECT_HANDLE_INVALID', 'CKR_KEY_SIZE_RANGE'] as const),
  ...(['CKR_KEY_TYPE_INCONSISTENT', 'CKR_KEY_FUNCTION_NOT_PERMITTED'] as const),
  ...(['CKR_MECHANISM_INVALID', 'CKR_MECHANISM_PARAM_INVALID'] as const),
] as const;

/** Whether a new session may help: also after a general fault, which some modules never get out of, and after a vendor's own. */
export const isWorthNewSession = (fault: CallFault): boolean => !fault.isOneOf(...OF_WHAT_WAS_ASKED);

/** Whether the session is over for certain. */
const isLost = (fault: CallFault): boolean =>
  fault.isOneOf(
    ...(['CKR_SESSION_HANDLE_INVALID', 'CKR_SESSION_CLOSED', 'CKR_USER_NOT_LOGGED_IN'] as const),
    ...(['CKR_DEVICE_REMOVED', 'CKR_DEVICE_ERROR', 'CKR_TOKEN_NOT_PRESENT'] as const),
    'CKR_CRYPTOKI_NOT_INITIALIZED',
  );

const isKeyGone = (fault: CallFault): boolean =>
  fault.isOneOf('CKR_KEY_HANDLE_INVALID', 'CKR_OBJECT_HANDLE_INVALID');

/** Nothing of a call is left in the memory that it used. */
async function cleared<T>(module: Pkcs11Module, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    module.memory.clear();
  }
}
