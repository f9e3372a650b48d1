import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Forbids imports of other areas, by path; the arrows of docs/architecture.md as rules that fail. */
const closed = (areas, packages = [], message = 'Imports point one way: see docs/architecture.md.') => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      patterns: [
        ...areas.map((area) => ({ regex: `^\\.{1,2}/(?:.*/)?${area}(?:/|$)`, message })),
        ...[...new Set(packages)].map((name) => ({ regex: `^${name}(?:/|$)`, message })),
      ],
    },
  ],
});
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
  ['features'],
  ['app'],
  ['chromium', 'pages', 'inspect', 'electron'],
];
const sql = ['kysely', '@photostructure/sqlite'];
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
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // React's form handlers and event listeners take functions that return promises.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...SYNTAX],
    },
  },
  {
    files: ['src/{protocol,chains,storage,preload,main,renderer}/**/*.{ts,tsx}'],
    ignores: ['src/protocol/define-errors.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, ...REGISTRIES] },
  },
  {
    files: ['src/protocol/**/*.ts'],
    rules: closed(
      ['main', 'preload', 'renderer', 'service', 'storage', 'chains'],
      [...node, ...sql, 'react.*'],
    ),
  },
  {
    files: ['src/chains/**/*.ts'],
    rules: closed(['main', 'preload', 'renderer', 'service', 'storage'], [...node, ...sql, 'react.*']),
  },
  {
    files: ['src/storage/**/*.ts'],
    rules: closed(['main', 'preload', 'renderer', 'service', 'protocol', 'chains'], ['electron']),
  },
  {
    files: ['src/preload/**/*.ts'],
    rules: closed(
      ['main', 'renderer', 'service', 'storage'],
      [...node.filter((n) => n !== 'electron'), ...sql, 'react.*'],
    ),
  },
  // Each room of the privileged side knows only those below it.
  ...MAIN_ROOMS.map((rooms, level) => ({
    files: rooms.map((room) => `src/main/${room}/**/*.ts`),
    rules: closed(
      ['renderer', 'service', ...MAIN_ROOMS.slice(level + 1).flat()],
      [
        'react.*',
        'fastify',
        ...(rooms.includes('storage') ? [] : sql),
        ...(rooms.includes('electron') ? [] : ['electron']),
      ],
    ),
  })),
  {
    // The way into Electron, and its own calls of the bridge.
    files: ['src/main/index.ts', 'src/main/bridge/ipc.ts'],
    rules: closed(['renderer', 'service'], [...sql, 'fastify', 'react.*']),
  },
  {
    files: ['src/service/**/*.ts'],
    ignores: ['src/service/storage/**'],
    rules: closed(['main', 'preload', 'renderer'], [...sql, 'electron', 'react.*']),
  },
  {
    files: ['src/service/storage/**/*.ts'],
    rules: closed(['main', 'preload', 'renderer'], ['electron', 'react.*']),
  },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: closed(['main', 'service', 'storage'], [...node, ...sql]),
  },
  {
    files: ['**/*.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: { 'max-lines': ['error', { max: 600, skipBlankLines: true }] },
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
