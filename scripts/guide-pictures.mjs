// `node scripts/guide-pictures.mjs [--from FOLDER] [NAME…]`: exchanges the guide's pictures, or those of these names, for those that a run
// of `npm test` has left in `artifacts`, its own or that of another folder. All that are asked for, or none: one that no test takes any
// more is told.
import { copyFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { recordOf } from './picture-record.mjs';

const root = join(import.meta.dirname, '..');
const GUIDE = join(root, 'docs/guide');

/** Screens whose picture is the one of the test that visits every screen. */
const SCREENS = ['activities', 'integrations', 'keys', 'operations', 'organization', 'wallets'];
/** Approvals that are drawn on samples. */
const CARDS = ['foreign-key', 'rejection', 'transfer', 'unknown-contract'];

/**
 * Pictures that a test leaves elsewhere than in `artifacts/guide`, or under another name.
 * @type {ReadonlyMap<string, string>}
 */
export const ELSEWHERE = new Map([
  ...SCREENS.map((name) => /** @type {const} */ ([name, `screens/electron/${name}-light.png`])),
  ...CARDS.map((name) => /** @type {const} */ ([`approve-${name}`, `approval/${name}-wide-light.png`])),
  ['approve-batch', 'gallery/batch-approval-light.png'],
  ['offline-return', 'guide/electron/offline-return-light.png'],
]);

/** The names of the guide's pictures, without their ending. */
export const pictureNames = () =>
  readdirSync(GUIDE)
    .filter((name) => name.endsWith('.png'))
    .map((name) => name.slice(0, -'.png'.length));

/** Where a run of the tests leaves a picture, within `artifacts`. @param {string} name */
const placeOf = (name) => ELSEWHERE.get(name) ?? `guide/electron/${name}.png`;

/** The picture of the guide that a run leaves at a place within `artifacts`; undefined for any other. @param {string} place */
export const guideNameOf = (place) => pictureNames().find((name) => placeOf(name) === place);

/** @param {{ name: string, path: string }} picture */
function faultOf({ name, path }) {
  if (!existsSync(path)) return `no test has left ${name}: ${path}`;
  return recordOf(readFileSync(path)) === undefined
    ? `${name} doesn't say what it shows: ${path}`
    : undefined;
}

function exchange() {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string', default: root } },
    allowPositionals: true,
  });
  const names = positionals.length > 0 ? positionals : pictureNames();
  const found = names.map((name) => ({ name, path: join(values.from, 'artifacts', placeOf(name)) }));
  const faults = found.map(faultOf).filter((fault) => fault !== undefined);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  for (const { name, path } of found) copyFileSync(path, join(GUIDE, `${name}.png`));
  console.log(`${found.length} pictures exchanged`);
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = exchange();
