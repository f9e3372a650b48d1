// `npm run icons [-- FOLDER]`: makes the icons of every system out of resources/icon.svg. They are built, never committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { root, say } from './prepare.mjs';

/** The sizes of the freedesktop icon theme, and what the stores of macOS and Windows ask for. */
export const SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];
/** The tiles and the store's logo of an MSIX package. */
const TILES = [44, 50, 150];
const WINDOWS = [16, 24, 32, 48, 64, 128, 256];
/** Entries of an `.icns` file that hold a PNG, and its size; `ic11` to `ic14` are for screens of double density. */
const MAC = /** @type {const} */ ([
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]);

/** @typedef {(size: number) => Buffer} PngOf gives the icon in a size, as a PNG */

/** A drawer of the icon in a size, as a PNG. The same bytes for the same SVG. @returns {Promise<PngOf>} */
export async function iconDrawer() {
  const require = createRequire(import.meta.url);
  await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const svg = readFileSync(join(root, 'resources/icon.svg'), 'utf8');
  return (size) => Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng());
}

/**
 * A Windows icon: a directory of 16-byte entries, then the PNGs (Microsoft's ICO format; PNG since Vista).
 * @param {PngOf} pngOf
 */
export function windowsIcon(pngOf) {
  const images = WINDOWS.map((size) => ({ size, png: pngOf(size) }));
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index;
    // A byte has no room for 256: 0 stands for it.
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...images.map(({ png }) => png)]);
}

/** A macOS icon: `icns`, the length of all, and entries of name, length and PNG. @param {PngOf} pngOf */
export function macIcon(pngOf) {
  const entries = MAC.map(([name, size]) => {
    const png = pngOf(size);
    return Buffer.concat([Buffer.from(name), length(png.length + 8), png]);
  });
  const body = Buffer.concat(entries);
  return Buffer.concat([Buffer.from('icns'), length(body.length + 8), body]);
}

/** @param {number} value as four bytes, the highest first */
function length(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Writes `<size>x<size>.png`, `icon.ico` and `icon.icns` into a folder. @param {string} folder */
export async function writeIcons(folder) {
  const pngOf = await iconDrawer();
  mkdirSync(folder, { recursive: true });
  for (const size of [...SIZES, ...TILES]) writeFileSync(join(folder, `${size}x${size}.png`), pngOf(size));
  writeFileSync(join(folder, 'icon.ico'), windowsIcon(pngOf));
  writeFileSync(join(folder, 'icon.icns'), macIcon(pngOf));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2] ?? join(root, 'out/icons');
  await writeIcons(folder);
  say(`The icons are in ${folder}.`);
}
