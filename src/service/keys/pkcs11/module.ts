import { createRequire } from 'node:module';
import type * as Koffi from 'koffi';
import { NativeMemory } from './native-memory.ts';
import { CallFault } from './return-values.ts';

/** More than a look at all keys of a token takes. */
const MEMORY_BYTES = 1024 * 1024;

/** The functions of CK_FUNCTION_LIST (PKCS #11 2.40, pkcs11f.h) in its order, as far as they are needed. */
const FUNCTIONS = [
  ...['C_Initialize', 'C_Finalize', 'C_GetInfo', 'C_GetFunctionList', 'C_GetSlotList', 'C_GetSlotInfo'],
  ...['C_GetTokenInfo', 'C_GetMechanismList', 'C_GetMechanismInfo', 'C_InitToken', 'C_InitPIN', 'C_SetPIN'],
  ...['C_OpenSession', 'C_CloseSession', 'C_CloseAllSessions', 'C_GetSessionInfo', 'C_GetOperationState'],
  ...['C_SetOperationState', 'C_Login', 'C_Logout', 'C_CreateObject', 'C_CopyObject', 'C_DestroyObject'],
  ...['C_GetObjectSize', 'C_GetAttributeValue', 'C_SetAttributeValue', 'C_FindObjectsInit', 'C_FindObjects'],
  ...['C_FindObjectsFinal', 'C_EncryptInit', 'C_Encrypt', 'C_EncryptUpdate', 'C_EncryptFinal'],
  ...['C_DecryptInit', 'C_Decrypt'],
];

const [ULONG, BYTE, POINTER] = ['unsigned long', 'uint8_t', 'void *'];
/** What each one that is called takes. */
const PARAMETERS = {
  C_Initialize: [POINTER],
  C_Finalize: [POINTER],
  C_GetSlotList: [BYTE, POINTER, POINTER],
  C_GetTokenInfo: [ULONG, POINTER],
  C_OpenSession: [ULONG, ULONG, POINTER, POINTER, POINTER],
  C_Login: [ULONG, ULONG, POINTER, ULONG],
  C_FindObjectsInit: [ULONG, POINTER, ULONG],
  C_FindObjects: [ULONG, POINTER, ULONG, POINTER],
  C_FindObjectsFinal: [ULONG],
  C_GetAttributeValue: [ULONG, ULONG, POINTER, ULONG],
  C_EncryptInit: [ULONG, POINTER, ULONG],
  C_Encrypt: [ULONG, POINTER, ULONG, POINTER, POINTER],
  C_DecryptInit: [ULONG, POINTER, ULONG],
  C_Decrypt: [ULONG, POINTER, ULONG, POINTER, POINTER],
} as const;

type Call = keyof typeof PARAMETERS;
type NativeCall = (...values: readonly unknown[]) => Promise<number | bigint>;
/** What koffi makes of a pointer to a function. */
interface NativeFunction {
  readonly async: (...valuesAndCallback: readonly unknown[]) => void;
}

/** Has a function run on koffi's thread. */
const inBackground =
  ({ async: begin }: NativeFunction): NativeCall =>
  (...values) =>
    new Promise((resolve, reject) => {
      begin(...values, (error: Error | null, returned: number | bigint) =>
        error === null ? resolve(returned) : reject(error),
      );
    });

/** The structures that calls take or fill, with the alignment of this system (natural, as PKCS #11 has it but on Windows). */
function structuresOf({ struct, array }: typeof Koffi) {
  const version = struct({ major: BYTE, minor: BYTE });
  return {
    initializeArgs: struct({
      ...{ createMutex: POINTER, destroyMutex: POINTER, lockMutex: POINTER, unlockMutex: POINTER },
      ...{ flags: ULONG, reserved: POINTER },
    }),
    tokenInfo: struct({
      ...{
        label: array(BYTE, 32),
        manufacturer: array(BYTE, 32),
        model: array(BYTE, 16),
        serial: array(BYTE, 16),
      },
      ...{
        flags: ULONG,
        counts: array(ULONG, 10),
        hardware: version,
        firmware: version,
        time: array(BYTE, 16),
      },
    }),
    attribute: struct({ type: ULONG, value: POINTER, length: ULONG }),
    mechanism: struct({ mechanism: ULONG, parameter: POINTER, length: ULONG }),
    gcmParams: struct({
      ...{ iv: POINTER, ivLength: ULONG, ivBits: ULONG },
      ...{ aad: POINTER, aadLength: ULONG, tagBits: ULONG },
    }),
    functionList: struct({ version, ...Object.fromEntries(FUNCTIONS.map((name) => [name, POINTER])) }),
  };
}

/** A PKCS #11 module, in this process. Its calls run on another thread, one at a time, so that this one goes on. */
export class Pkcs11Module {
  readonly memory: NativeMemory;
  readonly structures: ReturnType<typeof structuresOf>;
  readonly #koffi: typeof Koffi;
  readonly #calls = new Map<Call, NativeCall>();

  private constructor(koffi: typeof Koffi, path: string) {
    this.#koffi = koffi;
    this.memory = new NativeMemory(koffi, MEMORY_BYTES);
    this.structures = structuresOf(koffi);
    // By its own libraries first: Node has an OpenSSL of its own that it shows to everybody.
    const library = koffi.load(path, { deep: true });
    const getList = library.func('C_GetFunctionList', ULONG, [POINTER]);
    const list = this.memory.take(8);
    const returned = Number(getList(list));
    if (returned !== 0) throw new CallFault('C_GetFunctionList', returned);
    const found = koffi.decode(koffi.decode(list, POINTER), this.structures.functionList) as Readonly<
      Record<string, bigint | null>
    > & { readonly version: { readonly major: number } };
    const { major } = found.version;
    if (major !== 2 && major !== 3) throw new Error(`its functions are of version ${major}`);
    for (const [name, parameters] of Object.entries(PARAMETERS)) {
      const address = found[name];
      if (typeof address !== 'bigint') throw new Error(`it has no ${name}`);
      const call = koffi.decode(address, koffi.proto(ULONG, [...parameters])) as NativeFunction;
      this.#calls.set(name as Call, inBackground(call));
    }
    this.memory.clear();
  }

  /** @throws Error for what isn't such a module, which may also end the process */
  static load(path: string): Pkcs11Module {
    // Its structures are packed there.
    if (process.platform === 'win32') throw new Error('tokens aren’t supported on Windows');
    return new Pkcs11Module(loadKoffi(), path);
  }

  /** @param values numbers, handles and addresses in `memory` @throws CallFault for everything but CKR_OK */
  async call(name: Call, ...values: readonly (number | bigint | null)[]): Promise<void> {
    const native = this.#calls.get(name);
    if (native === undefined) throw new TypeError(`${name} was loaded.`);
    const returned = Number(await native(...values));
    if (returned !== 0) throw new CallFault(name, returned);
  }

  /** What is at an address, as a structure. */
  decode(address: bigint, type: Koffi.TypeObject): unknown {
    return this.#koffi.decode(address, type);
  }

  /** Handles, one after the other: they may be larger than what a number holds exactly. */
  handles(address: bigint, count: number): readonly bigint[] {
    const found = this.#koffi.decode(address, ULONG, count) as ArrayLike<number | bigint>;
    return Array.from(found, (each) => BigInt(each));
  }
}

/** Nobody else reads this process's memory, and no file keeps it when a module ends the process: Linux's own switches. */
export function protectMemory(): void {
  if (process.platform !== 'linux') return;
  const PR_SET_DUMPABLE = 4;
  const prctl = loadKoffi()
    .load(null)
    .func('prctl', 'int', ['int', ...Array.from({ length: 4 }, () => ULONG)]);
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) !== 0) throw new Error('The process’s memory can’t be protected.');
}

function loadKoffi(): typeof Koffi {
  try {
    // Loaded only here: whoever has no token needs no such package.
    return createRequire(import.meta.url)('koffi') as typeof Koffi;
  } catch (cause) {
    throw new Error('the package koffi isn’t installed beside the service, or not for this system', {
      cause,
    });
  }
}
