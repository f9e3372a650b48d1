/** A message on a D-Bus connection, as far as it is looked at (D-Bus specification, "Message Protocol"). */
export interface BusMessage {
  readonly type: 'call' | 'return' | 'error' | 'signal' | 'other';
  readonly replySerial: number | undefined;
  readonly path: string | undefined;
  readonly member: string | undefined;
  readonly sender: string | undefined;
  /** The signature of the body, for example `v`. */
  readonly signature: string;
  readonly body: Uint8Array;
  readonly isLittleEndian: boolean;
}

/** A method call. Its arguments are strings, or a body that was written beforehand. */
export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly args: readonly string[];
  /** In place of `args`: the arguments' types, and their bytes, little-endian. */
  readonly body?: { readonly signature: string; readonly bytes: Uint8Array };
  /** How long the answer may take, in ms, where a person is asked. */
  readonly answerMs?: number;
  /** Whether the bus may start a program that answers. */
  readonly mayStart: boolean;
}

const FIELDS = { path: 1, interface: 2, member: 3, destination: 6, signature: 8 } as const;
const FIXED_HEAD = 16;
/** More than the bus allows in one of our answers by far: what is longer ends the connection. */
const MAX_MESSAGE = 1 << 20;
const TYPES = ['other', 'call', 'return', 'error', 'signal'] as const;
const NO_AUTO_START = 0x2;

const align = (offset: number, to: number): number => Math.ceil(offset / to) * to;

/** Writes values with their alignment, little-endian. */
export class BodyWriter {
  readonly #bytes: number[] = [];
  get length(): number {
    return this.#bytes.length;
  }
  pad(to: number): void {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0);
  }
  byte(value: number): void {
    this.#bytes.push(value);
  }
  uint32(value: number): void {
    this.pad(4);
    for (let shift = 0; shift < 32; shift += 8) this.#bytes.push((value >>> shift) & 0xff);
  }
  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.uint32(bytes.length);
    this.#bytes.push(...bytes, 0);
  }
  signature(value: string): void {
    this.#bytes.push(value.length, ...Buffer.from(value, 'latin1'), 0);
  }
  /** An array of elements with that alignment: its length in bytes, then its elements. */
  array(alignment: number, write: () => void): void {
    this.uint32(0);
    const at = this.#bytes.length - 4;
    this.pad(alignment);
    const start = this.#bytes.length;
    write();
    const size = this.#bytes.length - start;
    for (let byte = 0; byte < 4; byte += 1) this.#bytes[at + byte] = (size >>> (8 * byte)) & 0xff;
  }
  take(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** The bytes of a method call. @param serial its number on the connection, from 1 */
export function writeCall(call: BusCall, serial: number): Uint8Array {
  const body = new BodyWriter();
  for (const arg of call.args) body.text(arg);
  const signature = call.body?.signature ?? 's'.repeat(call.args.length);
  const bytes = call.body?.bytes ?? body.take();
  const fields = new BodyWriter();
  const field = (name: keyof typeof FIELDS, type: 'o' | 's' | 'g', value: string): void => {
    fields.pad(8);
    fields.byte(FIELDS[name]);
    fields.signature(type);
    if (type === 'g') fields.signature(value);
    else fields.text(value);
  };
  field('path', 'o', call.path);
  field('interface', 's', call.interface);
  field('member', 's', call.member);
  field('destination', 's', call.destination);
  if (signature !== '') field('signature', 'g', signature);
  const head = new BodyWriter();
  for (const value of ['l'.charCodeAt(0), 1, call.mayStart ? 0 : NO_AUTO_START, 1]) head.byte(value);
  head.uint32(bytes.length);
  head.uint32(serial);
  head.uint32(fields.length);
  // The fields begin at 16, so that their own alignment holds in the message as well.
  const tail = new Uint8Array(align(FIXED_HEAD + fields.length, 8) - FIXED_HEAD - fields.length);
  return Buffer.concat([head.take(), fields.take(), tail, bytes]);
}

/**
 * Reads one message from the start of what has come.
 * @returns the message and its length, or null where it is not whole yet
 * @throws RangeError where it is longer than any answer, or no message
 */
export function readDbusMessage(bytes: Buffer): { message: BusMessage; length: number } | null {
  if (bytes.length < FIXED_HEAD) return null;
  const isLittleEndian = bytes[0] === 'l'.charCodeAt(0);
  if (!isLittleEndian && bytes[0] !== 'B'.charCodeAt(0)) throw new RangeError('no D-Bus message');
  const uint32 = (offset: number): number =>
    isLittleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
  const [bodyLength, fieldsLength] = [uint32(4), uint32(12)];
  const bodyAt = align(FIXED_HEAD + fieldsLength, 8);
  const length = bodyAt + bodyLength;
  if (length > MAX_MESSAGE) throw new RangeError('too long a D-Bus message');
  if (bytes.length < length) return null;

  const known = new Map<number, string | number>();
  const end = FIXED_HEAD + fieldsLength;
  for (let at = FIXED_HEAD; at < end;) {
    at = align(at, 8);
    const code = bytes.readUInt8(at);
    const type = bytes.toString('latin1', at + 2, at + 2 + bytes.readUInt8(at + 1));
    at += 3 + type.length;
    if (type === 'g') {
      const size = bytes.readUInt8(at);
      known.set(code, bytes.toString('latin1', at + 1, at + 1 + size));
      at += size + 2;
      continue;
    }
    at = align(at, 4);
    if (type === 'u') {
      known.set(code, uint32(at));
      at += 4;
    } else if (type === 's' || type === 'o') {
      const size = uint32(at);
      known.set(code, bytes.toString('utf8', at + 4, at + 4 + size));
      at += size + 5;
    } else throw new RangeError('an unknown D-Bus header field');
  }
  const text = (code: number): string | undefined => {
    const value = known.get(code);
    return typeof value === 'string' ? value : undefined;
  };
  const reply = known.get(5);
  const message: BusMessage = {
    type: TYPES[bytes.readUInt8(1)] ?? 'other',
    replySerial: typeof reply === 'number' ? reply : undefined,
    path: text(1),
    member: text(3),
    sender: text(7),
    signature: text(8) ?? '',
    body: bytes.subarray(bodyAt, length),
    isLittleEndian,
  };
  return { message, length };
}

/** The truth value in the variant that `Properties.Get` answers with; undefined where it holds something else. */
export function booleanIn({ signature, body, isLittleEndian }: BusMessage): boolean | undefined {
  // A variant: its signature `b` (a length, the letter, a zero), then the value at the next multiple of four.
  if (signature !== 'v' || body.length < 8 || body[0] !== 1 || body[1] !== 'b'.charCodeAt(0))
    return undefined;
  const value = new DataView(body.buffer, body.byteOffset).getUint32(4, isLittleEndian);
  return value === 1 ? true : value === 0 ? false : undefined;
}

/** The text that is a body's only value; empty where it holds something else. */
export function textIn({ signature, body, isLittleEndian }: BusMessage): string {
  if (signature !== 's' || body.length < 5) return '';
  const length = new DataView(body.buffer, body.byteOffset).getUint32(0, isLittleEndian);
  return length > body.length - 5 ? '' : Buffer.from(body).toString('utf8', 4, 4 + length);
}
