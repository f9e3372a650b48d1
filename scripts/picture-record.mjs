// A picture of the guide says what it shows: a text in the PNG itself. So a test can tell that the window shows something else by now,
// on machines that draw letters differently. `docs/decisions/231-guide-pictures-are-compared.md` has why.
import { Buffer } from 'node:buffer';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length and type come before a chunk's data, its checksum behind. */
const FRAME = 12;
const KEYWORD = 'KeyOps guide record';
/** Keyword, compressed by zlib, no language, no translated keyword: PNG specification, 11.3.3.4 (iTXt). */
const HEAD = Buffer.concat([Buffer.from(KEYWORD, 'latin1'), Buffer.from([0, 1, 0, 0, 0])]);

/** @param {Buffer} png @returns {Generator<{ type: string, data: Buffer, at: number, end: number }>} */
function* chunksOf(png) {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('This is not a PNG file.');
  let at = SIGNATURE.length;
  while (at + FRAME <= png.length) {
    const end = at + FRAME + png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end - 4), at, end };
    at = end;
  }
}

/** The text that a picture says it shows; undefined where it says nothing. @param {Buffer} png */
export function recordOf(png) {
  for (const { type, data } of chunksOf(png)) {
    if (type === 'iTXt' && data.subarray(0, HEAD.length).equals(HEAD))
      return inflateSync(data.subarray(HEAD.length)).toString('utf8');
  }
  return undefined;
}

/** A PNG file that says what it shows. @param {Buffer} png one without a record @param {string} record */
export function withRecord(png, record) {
  const [header] = chunksOf(png);
  if (header === undefined) throw new Error('This PNG file has no header.');
  const body = Buffer.concat([Buffer.from('iTXt', 'latin1'), HEAD, deflateSync(Buffer.from(record, 'utf8'))]);
  const frame = Buffer.alloc(FRAME - 4);
  frame.writeUInt32BE(body.length - 4, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([
    ...[png.subarray(0, header.end), frame.subarray(0, 4), body, frame.subarray(4)],
    png.subarray(header.end),
  ]);
}

/** How far a box may be from where it was, in CSS pixels: what stands beside it may be a longer ID or time. */
const PLAY = 32;
/** Stands for what is different on every run; a box is as wide as what is in it. */
const MASK = '‹';
const LINE = /^(-?\d+) (\d+)( cut)? \| (.*)$/u;

/** @param {string} record */
const linesOf = (record) =>
  record.split('\n').map((line) => {
    const [, x, width, cut, text] = LINE.exec(line) ?? [];
    return { x: Number(x ?? 0), width: Number(width ?? 0), isCut: cut !== undefined, text: text ?? line };
  });

/**
 * What is different between two records, a line for each: `-` is only in the first, `+` only in the second, `~` has moved.
 * What the edge of a scrolled area cuts may be on either side of it.
 * @param {string} before @param {string} now @returns {string[]}
 */
export function differences(before, now) {
  const [was, is] = [linesOf(before), linesOf(now)];
  // The longest common subsequence: `lengths[i][j]` is that of what follows line i of one and line j of the other.
  const lengths = Array.from({ length: was.length + 1 }, () => new Uint32Array(is.length + 1));
  const at = (/** @type {number} */ i, /** @type {number} */ j) => lengths[i]?.[j] ?? 0;
  for (let i = was.length - 1; i >= 0; i -= 1)
    for (let j = is.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] = was[i]?.text === is[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  /** @type {string[]} */
  const found = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    const [left, right] = [was[i], is[j]];
    if (left !== undefined && right !== undefined && left.text === right.text) {
      const isWide = !left.text.includes(MASK) && Math.abs(left.width - right.width) > PLAY;
      if (isWide || Math.abs(left.x - right.x) > PLAY)
        found.push(`~ ${left.text} (x ${left.x} to ${right.x}, width ${left.width} to ${right.width})`);
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      if (left !== undefined && !left.isCut) found.push(`- ${left.text}`);
      i += 1;
    } else {
      if (!right.isCut) found.push(`+ ${right.text}`);
      j += 1;
    }
  }
  return found;
}
