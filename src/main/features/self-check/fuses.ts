import { open } from 'node:fs/promises';

/** Marks the fuses in an executable of Electron (electron/fuses, "wire"): version, length, and a character for each fuse. */
const SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'ascii');
const CHUNK = 4 << 20;
/** More fuses than any version of Electron has. */
const LONGEST_WIRE = 64;

/** The fuses in the order of the wire's first version, and how a package of ours sets each (scripts/package-folder.mjs). */
const STRICT = [
  ['RunAsNode', false],
  ['EnableCookieEncryption', true],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['OnlyLoadAppFromAsar', true],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['GrantFileProtocolExtraPrivileges', false],
] as const;

/** The position of a fuse that a running program is asked for by name. */
export const INTEGRITY_FUSE = 4;

/**
 * Reads the fuses out of an executable's own bytes.
 * @returns the wire's characters: `1` on, `0` off, `r` removed; null for a file that has none
 * @throws a system error; Error for a wire of another version, or two that differ
 */
export async function readFuses(file: string): Promise<string | null> {
  const handle = await open(file, 'r');
  try {
    const found = new Set<string>();
    const overlap = SENTINEL.length + 2 + LONGEST_WIRE;
    const buffer = Buffer.alloc(CHUNK + overlap);
    for (let position = 0; ; position += CHUNK) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
      const chunk = buffer.subarray(0, bytesRead);
      // A program for two processors has two of them.
      for (let at = chunk.indexOf(SENTINEL); at !== -1; at = chunk.indexOf(SENTINEL, at + 1))
        if (at < CHUNK) found.add(wireAt(chunk, at + SENTINEL.length));
      // What lies beyond a piece is looked at with the next.
      if (bytesRead <= CHUNK) break;
    }
    if (found.size > 1) throw new Error('The program has two sets of fuses that differ.');
    const [wire] = found;
    return wire ?? null;
  } finally {
    await handle.close();
  }
}

function wireAt(bytes: Buffer, at: number): string {
  const [version, length = 0] = bytes.subarray(at, at + 2);
  const wire = bytes.subarray(at + 2, at + 2 + length).toString('latin1');
  const ok = version === 1 && length >= STRICT.length && length <= LONGEST_WIRE && wire.length === length;
  if (!ok || !/^[01r]+$/.test(wire)) throw new Error('The program’s fuses have an unknown format.');
  return wire;
}

/** The fuses that are not as a package of ours has them, by name, with how they are. */
export const looseFuses = (wire: string): readonly string[] =>
  STRICT.flatMap(([name, on], position) =>
    wire[position] === (on ? '1' : '0') ? [] : [`${name} is ${fuseWord(wire[position])}`],
  );

const fuseWord = (fuse: string | undefined): string =>
  fuse === '1' ? 'on' : fuse === '0' ? 'off' : 'missing';
