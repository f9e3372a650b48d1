import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Refuses imports that a pattern matches. */
const refused = (regex, message = 'Imports point one way: see docs/architecture.md.') => ({ regex, message });
/** Forbids imports of other areas, by path; the arrows of docs/architecture.md as rules that fail. */
const closed = (areas, packages = [], further = []) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      patterns: [
        refused(
          '^(?:\\.\\./){3}',
          'Name a file this far away by its alias, as #protocol/stamp.ts: see package.json.',
        ),
        ...areas.map((area) => refused(`^(?:\\.{1,2}/(?:.*/)?|#(?:main/)?)${area}(?:/|$)`)),
        ...[...new Set(packages)].map((name) => refused(`^${name}(?:/|$)`)),
        ...further,
      ],
    },
  ],
});
const SYNTAX = [
  { selector: 'TSEnumDeclaration', message: 'No enums: a const object or a union of names.' },
  { selector: 'ExportDefaultDeclaration', message: 'No default exports.' },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Use a CSPRNG.' },
];
/** An error's code, message and remedy stand in a registry, and nowhere else. */
const REGISTRIES = [
  { selector: "NewExpression[callee.name='AppError']", message: 'Throw a row of a registry: defineErrors.' },
  {
    selector: 'NewExpression[callee.name=/(?:Error|Refusal)$/][arguments.0.value=/^[A-Z]+(?:_[A-Z0-9]+)+$/]',
    message: 'Throw a row of a registry: defineErrors.',
  },
];
/** Electron wakes Node's loop for the global timers alone: what waits for these may wait until something else wakes it. */
const TIMERS = {
  selector: "ImportDeclaration[source.value='node:timers/promises']",
  message: 'Use nextTurn or sleep: Electron does not wake for these.',
};
/** So do a warning's severity and texts. */
const WARNINGS = {
  selector: "Property[key.name='severity'][value.type='Literal']",
  message: 'Give a row of a registry: defineWarnings.',
};
/** What the service refuses, too: `invalidField` is for what a reader says. */
const REFUSALS = [
  {
    selector: "NewExpression[callee.name='ServiceError']",
    message: 'Throw a row of a registry: defineRefusals.',
  },
  {
    selector: "CallExpression[callee.name='invalidField'][arguments.1.type=/Literal$/]",
    message: 'Throw a row of a registry: defineRefusals.',
  },
];
const node = [
  'node:.*',
  'electron',
  'keytar',
  '@photostructure/sqlite',
  'undici',
  'fastify',
  'pino',
  'playwright-core',
];
/** The rooms of the privileged side, the lowest first: docs/architecture.md. */
const MAIN_ROOMS = [
  ['platform'],
  ['storage'],
  ['vault', 'service-client', 'embedded-service', 'webauthn', 'bridge', 'journal'],
  ['context'],
  ['governance'],
  ['features'],
  ['app'],
  ['chromium', 'pages', 'inspect', 'terminal', 'electron'],
];
/** The rooms of the service, the lowest first. */
const SERVICE_ROOMS = [
  ['keys', 'policies', 'chains'],
  ['storage'],
  ['authentication', 'oidc', 'webhooks', 'solana'],
  ['engine'],
  ['features'],
  ['http'],
  ['boot'],
];
const sql = ['kysely', '@photostructure/sqlite'];
const FEATURES = MAIN_ROOMS.findIndex((rooms) => rooms.includes('features'));
/** What lies behind a feature's doors: its module.ts, and errors.ts, which imports nothing of it. */
const door = (feature) =>
  refused(
    `^${feature}/(?!(?:module|errors)\\.ts$)`,
    'Import another feature through its module.ts: see docs/architecture.md.',
  );
const knowsBelow = (rooms, level, further = []) =>
  closed(
    ['renderer', 'service', ...MAIN_ROOMS.slice(level + 1).flat()],
    [
      'react.*',
      'fastify',
      ...(rooms.includes('storage') ? [] : sql),
      ...(rooms.includes('electron') ? [] : ['electron']),
    ],
    further,
  );

export default tseslint.config(
  { ignores: ['out/**', 'dist/**', 'node_modules/**', 'artifacts/**'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // `import { type T }` loads the file all the same: so zod came into the window's first script.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // React's form handlers and event listeners take functions that return promises.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
      'no-console': 'error',
      'no-duplicate-imports': 'error',
      'no-restricted-syntax': ['error', ...SYNTAX],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/protocol/define-errors.ts', 'src/service/errors.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...REGISTRIES, ...REFUSALS] },
  },
  {
    files: ['src/{protocol,main}/**/*.ts'],
    ignores: ['src/protocol/define-errors.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...REGISTRIES, ...REFUSALS, WARNINGS, TIMERS] },
  },
  {
    files: ['src/protocol/**/*.ts'],
    rules: closed(
      ['main', 'preload', 'renderer', 'service', 'storage', 'native', 'chains'],
      [...node, ...sql, 'react.*'],
    ),
  },
  {
    files: ['src/chains/**/*.ts'],
    rules: closed(
      ['main', 'preload', 'renderer', 'service', 'storage', 'native'],
      [...node, ...sql, 'react.*'],
    ),
  },
  {
    files: ['src/storage/**/*.ts'],
    rules: closed(['main', 'preload', 'renderer', 'service', 'native', 'protocol', 'chains'], ['electron']),
  },
  {
    files: ['src/native/**/*.ts'],
    rules: closed(['main', 'preload', 'renderer', 'service', 'storage', 'chains'], [...sql, 'electron']),
  },
  {
    files: ['src/preload/**/*.ts'],
    rules: closed(
      ['main', 'renderer', 'service', 'storage', 'native'],
      [...node.filter((n) => n !== 'electron'), ...sql, 'react.*'],
    ),
  },
  // Each room of the privileged side knows only those below it.
  ...MAIN_ROOMS.map((rooms, level) => ({
    files: rooms.map((room) => `src/main/${room}/**/*.ts`),
    rules: knowsBelow(rooms, level, rooms.includes('app') ? [door('(?:\\.\\./|#main/)features/[^/]+')] : []),
  })),
  // A feature, and a folder within one.
  {
    files: ['src/main/features/*/*.ts'],
    rules: knowsBelow(['features'], FEATURES, [door('(?:\\.\\./|#main/features/)[a-z][^/]*')]),
  },
  {
    files: ['src/main/features/*/*/*.ts'],
    rules: knowsBelow(['features'], FEATURES, [door('(?:\\.\\./\\.\\./|#main/features/)[a-z][^/]*')]),
  },
  {
    // The way into Electron, and its own calls of the bridge.
    files: ['src/main/index.ts', 'src/main/bridge/ipc.ts'],
    rules: closed(['renderer', 'service'], [...sql, 'fastify', 'react.*']),
  },
  // Each room of the service knows only those below it; its stores alone name the database.
  ...SERVICE_ROOMS.flatMap((rooms, level) => {
    const above = SERVICE_ROOMS.slice(level + 1).flat();
    // Relative to the room, as `src/chains` and `src/storage` have folders of the same names.
    const arrows = (/** @type {string} */ up) =>
      above.map((room) => refused(`^(?:${up.replaceAll('.', '\\.')}|#service/)${room}(?:/|$)`));
    const files = rooms.map((room) => `src/service/${room}`);
    const may = rooms.includes('storage') ? [] : sql;
    const rules = (/** @type {string[]} */ packages, /** @type {string} */ up) =>
      closed(['main', 'preload', 'renderer'], [...packages, 'electron', 'react.*'], arrows(up));
    return [
      { files: files.map((room) => `${room}/*.ts`), rules: rules(may, '../') },
      { files: files.map((room) => `${room}/*/**/*.ts`), rules: rules(may, '../../') },
      { files: files.map((room) => `${room}/store.ts`), rules: rules([], '../') },
      { files: files.map((room) => `${room}/*/store.ts`), rules: rules([], '../../') },
    ];
  }),
  {
    // What every room may use: it uses none.
    files: ['src/service/*.ts'],
    rules: closed(
      ['main', 'preload', 'renderer'],
      [...sql, 'electron', 'react.*'],
      SERVICE_ROOMS.flat().map((room) => refused(`^(?:\\./|#service/)${room}(?:/|$)`)),
    ),
  },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: closed(['main', 'service', 'storage', 'native'], [...node, ...sql]),
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: { 'max-params': ['error', { max: 4 }] },
  },
  {
    files: ['**/*.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: { ...closed([]), 'max-lines': ['error', { max: 600, skipBlankLines: true }] },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
