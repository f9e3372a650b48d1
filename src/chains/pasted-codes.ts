import { toHex } from '#protocol/encoding.ts';
import { createBbqrReader, inflated } from '#protocol/offline/bbqr.ts';
import { decodeCanonical } from '#protocol/offline/cbor.ts';
import { offlineFrameError } from '#protocol/offline/errors.ts';
import { createUrReader } from '#protocol/offline/ur.ts';

/** What a UR calls a PSBT (BCR-2020-006), and what it was called before. */
const PSBT_TYPES = ['psbt', 'crypto-psbt'];

/**
 * The PSBT out of the texts of QR codes, one a line: a UR of type `psbt` or `crypto-psbt`, or BBQr of kind `P`.
 * @returns hex
 * @throws AppError `FRAME_KIND`, `FRAME_PARTS`, `FRAME_MALFORMED`, `FRAME_OTHER`, `FRAME_TOO_LARGE`
 */
export async function psbtInCodes(text: string): Promise<string> {
  const lines = text.split(/\s+/).filter((line) => line !== '');
  return toHex(/^ur:/i.test(lines[0] ?? '') ? psbtOfUr(lines) : await psbtOfBbqr(lines));
}

function psbtOfUr(lines: readonly string[]): Uint8Array {
  const reader = createUrReader();
  for (const line of lines) reader.take(line);
  if (reader.message === null) throw someMissing();
  const { type, bytes } = reader.message;
  if (!PSBT_TYPES.includes(type)) throw otherKind(`a UR of the type ${type}`);
  const psbt = decodeCanonical(bytes);
  if (!(psbt instanceof Uint8Array)) throw otherKind('something else');
  return psbt;
}

async function psbtOfBbqr(lines: readonly string[]): Promise<Uint8Array> {
  const reader = createBbqrReader();
  for (const line of lines) reader.take(line);
  if (reader.message === null) throw someMissing();
  if (reader.message.kind !== 'P') throw otherKind('something else');
  return inflated(reader.message);
}

const someMissing = (): Error => offlineFrameError('FRAME_PARTS', { why: 'some are missing' });
const otherKind = (found: string): Error => offlineFrameError('FRAME_KIND.psbt', { found });
