// Makes docs/errors.md out of the code: the service's checks, statuses, codes and error body, and the console's codes.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withBundle } from './bundle.mjs';
import { codesOf, registryFiles } from './error-registries.mjs';

/** The text of docs/errors.md. @returns {Promise<string>} */
export async function errorsDocument() {
  const files = registryFiles();
  const entries = {
    error: 'src/protocol/error-body.ts',
    status: 'src/protocol/status.ts',
    checks: 'src/service/http/request-checks.ts',
    ...Object.fromEntries(files.map(({ file }, index) => [`registry${index}`, file])),
  };
  return withBundle(entries, async (folder) => {
    const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const [error, { STATUS }, { REQUEST_CHECKS }] = await Promise.all(
      ['error', 'status', 'checks'].map(load),
    );
    const registries = await Promise.all(
      files.map(async (file, index) => ({ ...file, made: (await load(`registry${index}`))[file.name] })),
    );
    const refusals = registries.flatMap(({ refuses, made }) => (refuses ? made.refusals : []));
    const tables = (/** @type {boolean} */ ofService) =>
      registries
        .filter(({ file, refuses }) => !refuses && file.startsWith('src/service/') === ofService)
        .flatMap(({ folder, sentence, made }) => [`### ${folder}`, '', sentence, '', ...tableOf(made.rows)]);
    return [
      ...documentOf({ ...error, STATUS }, REQUEST_CHECKS, refusals),
      ...PROCESS,
      ...tables(true),
      ...CONSOLE,
      ...tables(false),
    ].join('\n');
  });
}

const PROCESS = [
  '## What keeps the service from working',
  '',
  'The codes with which it ends at its start, and what its readers say inside a message, by the folder of `src` whose registry has them.',
  '',
];

const CONSOLE = [
  '## What the console says',
  '',
  'The codes of the console itself, by the folder of `src` whose registry has them. `‹name›` stands for what is known only when it happens.',
  '',
];

/** @param {import('./error-registries.mjs').Rows} rows */
const tableOf = (rows) => [
  '| Code | What happened | What to do |',
  '|---|---|---|',
  ...codesOf(rows).flatMap(([code, texts]) =>
    texts.map(
      ([message, remedy], index) =>
        `| ${index === 0 ? `\`${code}\`` : ''} | ${shown(message)} | ${shown(remedy)} |`,
    ),
  ),
  '',
];

/** @param {string} text */
const shown = (text) => text.replace(/\{(\w+)\}/g, '‹$1›').replaceAll('|', '\\|');

/**
 * @param {{ SERVICE_ERROR_CODES: readonly string[], STATUS: Record<string, { code: number, http: number }>, toErrorBody: (status: string, code: string, message: string, violations: object[]) => object }} error
 * @param {readonly { name: string, holds: string, applies: string, refusals: [string, string][], http?: number }[]} checks
 * @param {{ code: string, status: string, message: string }[]} refusals
 */
function documentOf({ SERVICE_ERROR_CODES, STATUS, toErrorBody }, checks, refusals) {
  const checkRows = checks.map((check, index) => {
    const codes = check.refusals.map(([status, code]) => `${check.http ?? STATUS[status]?.http} \`${code}\``);
    return `| ${index + 1} | ${check.name} | ${check.holds} | ${check.applies} | ${codes.join('<br>')} |`;
  });
  const statusRows = Object.entries(STATUS).map(
    ([name, { code, http }]) => `| ${http} | ${code} | \`${name}\` |`,
  );
  const codeRows = SERVICE_ERROR_CODES.map((code) => {
    const statuses = Object.entries(STATUS)
      .filter(([name]) => refusals.some((row) => row.status === name && row.code === code))
      .map(([, { http }]) => http);
    return `| \`${code}\` | ${statuses.length === 0 ? 'not answered' : statuses.sort().join(', ')} |`;
  });
  const messageRows = SERVICE_ERROR_CODES.flatMap((code) =>
    refusals
      .filter((row) => row.code === code)
      .map(({ status, message }) => `| \`${code}\` | ${STATUS[status]?.http} | ${shown(message)} |`),
  );
  const example = toErrorBody(
    'INVALID_ARGUMENT',
    'REQUEST_INVALID',
    'bad request body (parameters.userName: …)',
    [{ field: 'parameters.userName', description: '…' }],
  );
  return [
    '# Errors',
    '',
    'Written by `npm run generate` from `src/service/http/request-checks.ts`, `src/protocol/error-body.ts`, `src/protocol/status.ts`, and the registries of the service and the console (`defineRefusals`, `defineErrors`).',
    '',
    '## The order of checks',
    '',
    'The first check that does not hold gives the answer; nothing is kept of a request that is refused.',
    '',
    '| # | Check | What holds | Applies to | HTTP status and code |',
    '|---|---|---|---|---|',
    ...checkRows,
    '',
    'An activity that waits for votes, or whose effect fails with the last vote, is no error: HTTP 200 with its `status`.',
    '',
    '## The body',
    '',
    '`code` is the number of the status; `details` names the error code, and each wrong field where there is one.',
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
    '',
    '## Statuses',
    '',
    '| HTTP | `code` | Name |',
    '|---|---|---|',
    ...statusRows,
    '',
    '## Codes',
    '',
    '| `serviceErrorCode` | HTTP |',
    '|---|---|',
    ...codeRows,
    '',
    'Published clients know the codes without a status, and this service has no cause for them: it holds one organization.',
    '',
    '## Messages',
    '',
    '`‹name›` stands for what is known only when it is answered.',
    '',
    '| `serviceErrorCode` | HTTP | `message` |',
    '|---|---|---|',
    ...messageRows,
    '',
  ];
}
