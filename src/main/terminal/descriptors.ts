// Secrets go in and out through file descriptors that were handed over: no option, variable or file of ours has one.
import { isUtf8 } from 'node:buffer';
import { fstatSync, readSync, writeSync } from 'node:fs';
import { Secret, copySecret, secretBytes } from '#protocol/secret.ts';
import { consoleError } from '../platform/errors.ts';
import { plainJson } from './operator-lines.ts';

/** The number of a file descriptor that was handed over. @throws AppError `DESCRIPTOR_UNUSABLE` */
export function readDescriptor(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  // Not repeated where it is no number: it may be the secret itself.
  if (number < 3) throw consoleError('DESCRIPTOR_UNUSABLE', { text: number < 0 ? 'that' : text });
  try {
    fstatSync(number);
  } catch (cause) {
    throw consoleError('DESCRIPTOR_UNUSABLE', { text, cause });
  }
  return number;
}

/**
 * Reads a secret's text from a file descriptor, up to its end.
 * @param limit in bytes
 * @returns its bytes, without a line's end behind them; wiped by whoever asked
 * @throws AppError `FILE_TOO_LARGE`
 */
export function readSecretText(descriptor: number, limit: number): Secret {
  const buffer = secretBytes(limit + 1);
  try {
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length === buffer.length) break;
    }
    if (length > limit)
      throw consoleError('FILE_TOO_LARGE', { name: `descriptor ${descriptor}`, limit: limit / 1024 });
    if (buffer[length - 1] === LINE_FEED) length -= buffer[length - 2] === CARRIAGE_RETURN ? 2 : 1;
    return new Secret(copySecret(buffer.subarray(0, length)));
  } finally {
    buffer.fill(0);
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A secret that is handed over. */
export interface HandedSecret {
  readonly name: string;
  readonly plaintext: Secret;
}

/**
 * Writes secrets to a file descriptor, each as one line of JSON: `number`, `of`, `name`, and the secret as `text` or `hex`. The
 * bytes of a secret are escaped: none of them ends a line or a string, so no secret can look like two.
 * @param form `hex` for key bytes; a text that isn't UTF-8 is written as hex, too
 */
export function writeSecrets(
  descriptor: number,
  secrets: readonly HandedSecret[],
  form: 'text' | 'hex',
): void {
  for (const [index, { name, plaintext }] of secrets.entries())
    plaintext.use((bytes) => {
      const isText = form === 'text' && isUtf8(bytes);
      const facts = plainJson({ number: index + 1, of: secrets.length, name }).slice(0, -1);
      const parts = [
        Buffer.from(`${facts},"${isText ? 'text' : 'hex'}":"`),
        isText ? escaped(bytes) : hexDigits(bytes),
        Buffer.from('"}\n'),
      ];
      try {
        for (const part of parts) writeAll(descriptor, part);
      } finally {
        for (const part of parts) part.fill(0);
      }
    });
}

const DIGITS = Buffer.from('0123456789abcdef');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** UTF-8 as it stands in a string of JSON, without a string being made of it. */
function escaped(bytes: Uint8Array): Uint8Array {
  const isEscaped = (byte: number): boolean =>
    byte < 0x20 || byte === 0x7f || byte === QUOTE || byte === BACKSLASH;
  const out = secretBytes(bytes.reduce((length, byte) => length + (isEscaped(byte) ? 6 : 1), 0));
  let at = 0;
  for (const byte of bytes)
    if (isEscaped(byte)) {
      out.set([BACKSLASH, 0x75, 0x30, 0x30, DIGITS[byte >> 4] ?? 0, DIGITS[byte & 15] ?? 0], at);
      at += 6;
    } else out[at++] = byte;
  return out;
}

function hexDigits(bytes: Uint8Array): Uint8Array {
  const out = secretBytes(2 * bytes.length);
  bytes.forEach((byte, index) => {
    out[2 * index] = DIGITS[byte >> 4] ?? 0;
    out[2 * index + 1] = DIGITS[byte & 15] ?? 0;
  });
  return out;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}
