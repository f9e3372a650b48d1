// `npm run security [-- --run]`: prints every claim of the security documents with its proofs; ends with 1 when a claim has none,
// or names a test that is not there. With `--run` it runs the tests that are named as well.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

const DOCUMENTS = ['docs/threat-model.md', 'docs/electron-security.md'];

/** @typedef {{ document: string, claim: string, proofs: string[], missing: string[] }} Claim */

/**
 * The rows of a document's tables whose last column is called "Test" or "Proof". A proof is a test's path (the folder may be
 * left out after the first of a row, and "the same" stands for the row before) or a command of package.json.
 * @param {string} document @param {string} text @param {(path: string) => boolean} isThere @returns {Claim[]}
 */
export function claimsOf(document, text, isThere) {
  /** @type {Claim[]} */
  const claims = [];
  let inTable = false;
  for (const line of text.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const last = cells.at(-2) ?? '';
    if (!line.startsWith('|')) inTable = false;
    else if (last === 'Test' || last === 'Proof') inTable = true;
    else if (inTable && !/^[-: ]+$/u.test(last)) {
      const before = /^the same\b/u.test(last) ? (claims.at(-1)?.proofs ?? []) : [];
      const named = [...last.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
      const { proofs, missing } = resolve(named, isThere);
      claims.push({ document, claim: cells[1] ?? '', proofs: [...before, ...proofs], missing });
    }
  }
  return claims;
}

/** @param {readonly string[]} named @param {(path: string) => boolean} isThere */
function resolve(named, isThere) {
  /** @type {string[]} */
  const proofs = [];
  /** @type {string[]} */
  const missing = [];
  for (const name of named) {
    if (name.startsWith('npm run ')) {
      proofs.push(name);
      continue;
    }
    const folders = proofs.flatMap((proof) => [dirname(proof), dirname(dirname(proof))]);
    const found = [name, ...folders.map((folder) => join(folder, name))].find(
      (path) => path.startsWith('test/') && isThere(path),
    );
    if (found === undefined) missing.push(name);
    else proofs.push(found);
  }
  return { proofs, missing };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const claims = DOCUMENTS.flatMap((document) =>
    claimsOf(document, readFileSync(join(root, document), 'utf8'), (path) => existsSync(join(root, path))),
  );
  const unproven = claims.filter(({ proofs, missing }) => proofs.length === 0 || missing.length > 0);
  console.log('| Claim | Proofs |\n| --- | --- |');
  for (const { claim, proofs } of claims) console.log(`| ${claim} | ${proofs.join(', ') || '**none**'} |`);
  for (const { document, claim, missing } of unproven) {
    const why = missing.length > 0 ? `names what is not there: ${missing.join(', ')}` : 'has no proof';
    console.log(`FAILED ${document}: “${claim}” ${why}`);
  }
  console.log(`${claims.length - unproven.length} claims with proofs, ${unproven.length} without`);
  process.exitCode = unproven.length === 0 ? 0 : 1;
  if (process.argv.includes('--run') && unproven.length === 0) {
    const files = [...new Set(claims.flatMap(({ proofs }) => proofs))].filter((proof) =>
      proof.startsWith('test/'),
    );
    const { status } = spawnSync(process.execPath, [join(root, 'scripts/test.mjs'), ...files], {
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  }
}
