import type { Pkcs11Module } from './module.ts';
import { CallFault } from './return-values.ts';

/** Attributes (CKA_…) and their values, as PKCS #11 2.40 numbers them. */
const [CKA_CLASS, CKA_TOKEN, CKA_LABEL, CKA_KEY_TYPE, CKA_ID] = [0x0, 0x1, 0x3, 0x100, 0x102];
const [CKA_SENSITIVE, CKA_ENCRYPT, CKA_DECRYPT, CKA_VALUE_LEN, CKA_EXTRACTABLE] = [
  0x103, 0x104, 0x105, 0x161, 0x162,
];
const [CKO_SECRET_KEY, CKK_AES] = [4, 0x1f];
const KEY_BYTES = 32;
const MOST_KEYS = 256;
const MOST_VALUE_BYTES = 64;
/** An ID is the number of its version, the highest byte first. */
const MOST_ID_BYTES = 4;

/** A version of the key, in the token. */
export interface TokenKey {
  readonly handle: bigint;
  /** Its CKA_ID in hex: 1 to 4 bytes. */
  readonly id: string;
  /** Why nothing is wrapped under it. */
  readonly fault?: string;
}

/** The AES keys of a label whose ID is the number of a version. Memory is the caller's to clear. @throws CallFault */
export async function findKeys(
  module: Pkcs11Module,
  session: bigint,
  label: string,
): Promise<readonly TokenKey[]> {
  const { memory } = module;
  const number = (value: number) => ({ value: memory.putNumber(value), length: 8 });
  const text = Buffer.from(label);
  const wanted = [
    { type: CKA_CLASS, ...number(CKO_SECRET_KEY) },
    { type: CKA_KEY_TYPE, ...number(CKK_AES) },
    { type: CKA_TOKEN, value: memory.put(Uint8Array.of(1)), length: 1 },
    { type: CKA_LABEL, value: memory.put(text), length: text.length },
  ];
  const { attribute } = module.structures;
  const template = memory.encodeAll(attribute, wanted);
  await module.call('C_FindObjectsInit', session, template, wanted.length);
  const [list, count] = [memory.take(MOST_KEYS * 8), memory.putNumber(0)];
  try {
    await module.call('C_FindObjects', session, list, MOST_KEYS, count);
  } catch (error) {
    // One that isn't ended refuses every search after it; the first fault says more.
    await module.call('C_FindObjectsFinal', session).catch(() => undefined);
    throw error;
  }
  await module.call('C_FindObjectsFinal', session);
  const keys: TokenKey[] = [];
  for (const handle of module.handles(list, Math.min(memory.number(count), MOST_KEYS))) {
    const id = await readAttribute(module, session, handle, CKA_ID);
    if (id === undefined || id.length === 0 || id.length > MOST_ID_BYTES) continue;
    const fault = await faultOf(module, session, handle);
    keys.push({ handle, id: Buffer.from(id).toString('hex'), ...(fault !== undefined && { fault }) });
  }
  return keys;
}

/** Why a key isn't one that never leaves the token and does what it is needed for. */
async function faultOf(module: Pkcs11Module, session: bigint, handle: bigint): Promise<string | undefined> {
  const is = async (type: number): Promise<boolean | undefined> => {
    const value = await readAttribute(module, session, handle, type);
    return value?.length === 1 ? value[0] !== 0 : undefined;
  };
  if ((await is(CKA_EXTRACTABLE)) !== false) return 'can be taken out of it (CKA_EXTRACTABLE)';
  if ((await is(CKA_SENSITIVE)) !== true) return 'can be read (CKA_SENSITIVE is off)';
  if ((await is(CKA_ENCRYPT)) !== true || (await is(CKA_DECRYPT)) !== true)
    return 'may not encrypt and decrypt';
  const length = await readAttribute(module, session, handle, CKA_VALUE_LEN);
  // A number that fits into one byte, whichever way round the system has them.
  if (length !== undefined && String(length.filter((byte) => byte !== 0)) !== String(KEY_BYTES))
    return `isn’t an AES key of ${KEY_BYTES} bytes`;
  return undefined;
}

/** @returns undefined for one that the token doesn't show, or hasn't */
async function readAttribute(
  module: Pkcs11Module,
  session: bigint,
  handle: bigint,
  type: number,
): Promise<Uint8Array | undefined> {
  const { memory, structures } = module;
  const value = memory.take(MOST_VALUE_BYTES);
  const template = memory.encode(structures.attribute, { type, value, length: MOST_VALUE_BYTES });
  try {
    await module.call('C_GetAttributeValue', session, handle, template, 1);
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    if (error.isOneOf('CKR_ATTRIBUTE_SENSITIVE', 'CKR_ATTRIBUTE_TYPE_INVALID', 'CKR_BUFFER_TOO_SMALL'))
      return undefined;
    throw error;
  }
  const { length } = module.decode(template, structures.attribute) as { readonly length: number | bigint };
  return Number(length) > MOST_VALUE_BYTES ? undefined : memory.read(value, Number(length));
}
