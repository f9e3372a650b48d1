import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Specification } from './specification.ts';

/** A row of the specification's table: something that a test has to prove. */
export interface Row {
  readonly kind: 'operation' | 'query' | 'header' | 'rule';
  readonly name: string;
  /** Whether the window has to prove it, too: a test of it begins with `window: operation submit/…:`. */
  readonly inWindow?: true;
}

/** A row of the catalogue. */
export interface CatalogueRow extends Row {
  readonly inWindow: true;
}

/** Every operation and query of the catalogue, whether the specification names it or its published sources do. */
export const catalogueRows = (): CatalogueRow[] =>
  catalogue.map(({ kind, path }) => ({
    kind: kind === 'submit' ? 'operation' : 'query',
    name: `${kind}/${path}`,
    inWindow: true,
  }));

/** The name that tests begin with that prove a row, for example `spec: header X-Stamp:`. */
export const titleOf = ({ kind, name }: Row): string => `spec: ${kind} ${name}:`;

const inBackticks = (text: string): string => /`([^`]+)`/.exec(text)?.[1] ?? text;

/** Everything that the specification asks for: operations, queries, headers, and the rules of its tables and sentences. */
export function rowsOf(specification: Specification): Row[] {
  const { operations, text } = specification;
  const submits = operations.filter(({ kind }) => kind === 'submit').map(({ path }) => `submit/${path}`);
  const queries = operations.filter(({ kind }) => kind !== 'submit');
  const discoveries = matches(text, /^\*\*GET \{base_url\}\/public\/v1\/([\w/]+)\*\*/gm);
  const rows = (kind: Row['kind'], names: readonly string[]): Row[] => names.map((name) => ({ kind, name }));
  return [
    ...rows('operation', submits),
    // Queries beside the catalogue, of the auth proxy, have a screen of their own.
    ...queries.map(({ kind, path }) => ({ kind: 'query', name: `${kind}/${path}`, inWindow: true }) as const),
    ...rows('query', discoveries),
    ...rows('header', headersOf(specification)),
    ...rows('rule', [...rulesOfTables(specification), ...defaultsOf(text), ...rulesOfSentences(text)]),
  ];
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, one = '']) => one);

function headersOf({ tables, text }: Specification): string[] {
  const names = [
    ...(tables.get('Authentication') ?? []).map(([, header = '']) => inBackticks(header)),
    ...matches(text, /^- Header: `([\w-]+)`/gm),
    ...(tables.get('Delivery headers') ?? []).map(([header = '']) => header),
    ...matches(text, /carries standard `([\w-]+)` headers/g),
  ];
  return [...new Set(names)];
}

function rulesOfTables({ tables }: Specification): string[] {
  const named = (heading: string, word: string): string[] =>
    [...tables]
      .filter(([title]) => title.startsWith(heading))
      .flatMap(([, rows]) => rows.map(([name = '']) => `${word} ${name}`));
  return [
    ...named('Activity', 'activity member'),
    ...named('Common submit envelope', 'request member'),
    ...named('Webhook endpoint', 'endpoint member'),
    ...named('Key discovery', 'key member'),
    ...named('Limits', 'limit'),
  ];
}

/** The parameters that the specification gives a default. */
function defaultsOf(text: string): string[] {
  const found: string[] = [];
  let path = '';
  for (const line of text.split('\n')) {
    path = /^\*\*(\w+)\*\* — type/.exec(line)?.[1] ?? path;
    if (!line.startsWith('- parameters.')) continue;
    for (const piece of line.slice(2).split(/; (?=\w+ \w+ [RO]\b)/)) {
      const name = /^(?:parameters\.)?(\w+)/.exec(piece)?.[1] ?? '';
      if (/\bdefault\b/.test(piece)) found.push(`default ${path}.${name}`);
    }
  }
  return found;
}

/** What the specification says in sentences about one operation, and the steps of receivers. */
function rulesOfSentences(text: string): string[] {
  return [
    ...matches(text, /^\*\*(\w+)\*\* — type .*result `\w+`\. \S/gm).map((path) => `note on ${path}`),
    ...matches(text, /^- (After removal), /gm).map((words) => words.toLowerCase()),
    ...matches(text, /^The request of `(\w+)` lists no /gm).map(
      (path) => `${path} lists no generateAppProofs`,
    ),
    ...matches(text, /^The (Earn) wrapper has a deposit state/gm).map((word) => `${word} deposit state`),
    ...matches(text, /over the text: `(v1\.ed25519)\./g).map((start) => `signed text ${start}`),
    ...matches(text, /^(\d)\. /gm).map((step) => `receiver step ${step}`),
  ];
}
