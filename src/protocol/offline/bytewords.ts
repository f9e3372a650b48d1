import type { AppError } from '../error.ts';
import { offlineFrameError } from './errors.ts';

/** The 256 words of BCR-2020-012 in the order of the bytes that they stand for, four letters each. */
const WORDS =
  'ableacidalsoapexaquaarchatomauntawayaxisbackbaldbarnbeltbetabias' +
  'bluebodybragbrewbulbbuzzcalmcashcatschefcityclawcodecolacookcost' +
  'cruxcurlcuspcyandarkdatadaysdelidicedietdoordowndrawdropdrumdull' +
  'dutyeacheasyechoedgeepicevenexamexiteyesfactfairfernfigsfilmfish' +
  'fizzflapflewfluxfoxyfreefrogfuelfundgalagamegeargemsgiftgirlglow' +
  'goodgraygrimgurugushgyrohalfhanghardhawkheathelphighhillholyhope' +
  'hornhutsicedideaidleinchinkyintoirisironitemjadejazzjoinjoltjowl' +
  'judojugsjumpjunkjurykeepkenokeptkeyskickkilnkingkitekiwiknoblamb' +
  'lavalazyleaflegsliarlimplionlistlogoloudloveluaulucklungmainmany' +
  'mathmazememomenumeowmildmintmissmonknailnavyneednewsnextnoonnote' +
  'numbobeyoboeomitonyxopenovalowlspaidpartpeckplaypluspoempoolpose' +
  'puffpumapurrquadquizraceramprealredorichroadrockroofrubyruinruns' +
  'rustsafesagascarsetssilkskewslotsoapsolosongstubsurfswantacotask' +
  'taxitenttiedtimetinytoiltombtoystriptunatwinuglyundouniturgeuser' +
  'vastveryvetovialvibeviewvisavoidvowswallwandwarmwaspwavewaxywebs' +
  'whatwhenwhizwolfworkyankyawnyellyogayurtzapszerozestzinczonezoom';

const PAIRS: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => WORDS.charAt(4 * byte) + WORDS.charAt(4 * byte + 3),
);
const BYTE_OF: ReadonlyMap<string, number> = new Map(PAIRS.map((pair, byte) => [pair, byte]));

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let crc = start;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 of the bytes (ISO 3309, as in zlib): a number from 0 to 2^32-1. It finds mistakes, not forgeries. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** A number from 0 to 2^32-1 as four bytes, the highest first. */
export const uint32Bytes = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

/** Bytewords in the minimal form (BCR-2020-012, BCR-2020-005): two lowercase letters a byte, the CRC-32 last. */
export function encodeBytewords(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += PAIRS[byte] ?? '';
  for (const byte of uint32Bytes(crc32(bytes))) text += PAIRS[byte] ?? '';
  return text;
}

/**
 * Reads Bytewords of the minimal form.
 * @param text lowercase letters
 * @throws AppError `FRAME_MALFORMED` for other letters, an odd number of them, or a checksum that isn't theirs
 */
export function decodeBytewords(text: string): Uint8Array {
  if (text.length % 2 !== 0) throw malformed('half a word');
  const count = text.length / 2;
  if (count < 5) throw malformed('no content');
  const bytes = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const byte = BYTE_OF.get(text.slice(2 * index, 2 * index + 2));
    if (byte === undefined) throw malformed('letters that are no word');
    bytes[index] = byte;
  }
  const body = bytes.slice(0, -4);
  const sum = uint32Bytes(crc32(body));
  if (!sum.every((byte, index) => byte === bytes[count - 4 + index])) throw malformed('a wrong checksum');
  return body;
}

const malformed = (what: string): AppError => offlineFrameError('FRAME_MALFORMED', { why: `it has ${what}` });
