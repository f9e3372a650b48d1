// Where the registries of errors are: every file that makes one.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './prepare.mjs';

/** What makes a registry, and the sentence over it. */
const REGISTRY = /\/\*\* (.*) \*\/\nexport const (\w+) = (defineErrors|defineRefusals|Object\.assign)\(/;

/**
 * @typedef {object} RegistryFile
 * @property {string} file below the project's root
 * @property {string} folder
 * @property {string} name what it is exported as; its `rows` are what it holds, or its `refusals`
 * @property {boolean} refuses whether its codes are the API's: what the service answers
 * @property {string} sentence
 */

/** In the order of their paths. @returns {RegistryFile[]} */
export const registryFiles = () =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => {
      const [, sentence = '', name = '', maker] = REGISTRY.exec(readFileSync(join(root, file), 'utf8')) ?? [];
      const refuses = maker === 'defineRefusals';
      return name === '' ? [] : [{ file, folder: dirname(file), name, refuses, sentence }];
    });

/** @typedef {Record<string, [string, string] | Record<string, [string, string]>>} Rows */

/**
 * Each code of a registry with the texts of its situations.
 * @param {Rows} rows
 * @returns {[code: string, texts: [message: string, remedy: string][]][]}
 */
export const codesOf = (rows) =>
  Object.entries(rows).map(([code, row]) => [code, Array.isArray(row) ? [row] : Object.values(row)]);
