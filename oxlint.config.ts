import { defineConfig, type OxlintOverride } from 'oxlint'

/** Imports refused, by the specifier as it is written; `!` makes an exception. Folders of features are one level deep. */
type Restriction = ({ group: string[] } | { regex: string }) & { message: string }

const domainOnly = {
  group: ['**', '!./**', '!../*.ts', '!typebox', '!typebox/**'],
  message: 'The domain knows neither side nor Node.js: it imports its own modules and typebox.',
}
const noServer = {
  group: ['**/server/src/**', '@chisholm/server/**'],
  message: 'The web app reaches the server over HTTP only.',
}
const noWeb = {
  group: ['**/web/src/**', '@chisholm/web/**'],
  message: 'The server serves the built web app and never imports it.',
}
const noFeatures = { group: ['**/features/**'], message: 'Only what assembles the server imports features.' }
const noApp = {
  regex: String.raw`(^|/)(cli/|(app|main|serve)\.ts$)`,
  message: 'The app assembles features and adapters, not the other way round.',
}
const noPages = {
  regex: String.raw`(^|/)(features/|shell/|routes\.tsx$)`,
  message: 'Components and the API client know nothing of the product.',
}
const noShell = { regex: String.raw`(^|/)(shell/|routes\.tsx$)`, message: 'Pages do not know the layout around them.' }
const byIndex = 'A feature is imported by its index.ts only.'
const otherFeature = { group: ['../*/**', '!../*/index.ts', '!../../**'], message: byIndex }
/** The same from a folder inside a feature. */
const otherFeatureBelow = { group: ['../../*/**', '!../../*/index.ts', '!../../../**'], message: byIndex }
/** Pages are loaded by the routes, each when it is opened. */
const featureInternals = {
  group: ['**/features/*/**', '!**/features/*/index.ts', '!**/features/*/*-page.tsx'],
  message: byIndex,
}

/** An exception of a group ends the search for what refuses an import: the one group with exceptions comes last. */
const imports = (files: string[], ...patterns: Restriction[]): OxlintOverride => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})

const server = 'apps/server/src'
const web = 'apps/web/src'
const tests = ['**/*.test.{ts,tsx,mjs}', '**/testing/**']

export default defineConfig({
  options: { typeAware: true },
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'node'],
  jsPlugins: ['./scripts/lib/lint-rules.mjs'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'import/no-cycle': ['error', { ignoreTypes: true, allowUnsafeDynamicCyclicDependency: true }],
    'node/no-process-env': 'error',
    'chisholm/no-mutate-callbacks': 'error',
    'chisholm/explained-casts': 'error',
    'max-params': ['error', { max: 5 }],
    'no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // every cast says why it is safe instead: chisholm/explained-casts
    'typescript/no-unsafe-type-assertion': 'off',
    // functions are destructured from plain objects everywhere and do not use `this`
    'typescript/unbound-method': 'off',
    // types of libraries are sometimes wrong about what is present at run time
    'typescript/no-useless-default-assignment': 'off',
    'typescript/no-unnecessary-type-conversion': 'off',
    // `unknown` narrows to `{}` in a condition, although the value usually is a string
    'typescript/no-base-to-string': 'off',
    // generated API types use the names of the OpenAPI document
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-generated-empty-object-type': 'off',
    // id functions use a type parameter for the brand
    'typescript/no-unnecessary-type-parameters': 'off',
    // a bare return gives undefined; the return type says whether that is allowed
    'typescript/consistent-return': 'off',
  },
  overrides: [
    imports(['packages/domain/src/**'], domainOnly),
    imports(['packages/domain/src/**/*.test.ts'], { ...domainOnly, group: [...domainOnly.group, '!vitest'] }),
    imports([`${server}/**`], noWeb, noFeatures),
    imports([`${server}/*.ts`, `${server}/{cli,demo,testing}/**`, `${server}/**/*.test.ts`], noWeb),
    imports([`${server}/{http,database,storage,mail,jobs,pdf,backup}/**`], noWeb, noFeatures, noApp),
    imports([`${server}/{http,database,storage,mail,jobs,pdf,backup}/**/*.test.ts`], noWeb),
    imports([`${server}/features/*/*.ts`], noWeb, noApp, otherFeature),
    imports([`${server}/features/*/*/*`], noWeb, noApp, otherFeatureBelow),
    imports([`${server}/features/*/*.test.ts`], noWeb, otherFeature),
    imports([`${server}/features/*/testing/*`], noWeb, otherFeatureBelow),
    imports([`${web}/**`], noServer, featureInternals),
    imports([`${web}/{ui,api}/**`], noServer, noPages),
    imports([`${web}/features/*/*`], noServer, noShell, otherFeature),
    imports([`${web}/features/*/*/*`], noServer, noShell, otherFeatureBelow),
    {
      files: ['packages/domain/src/**'],
      rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'require'] },
    },
    { files: [`${web}/**`], rules: { 'chisholm/no-literal-text': 'error' } },
    { files: ['**/*texts.ts', '**/*.test.{ts,tsx}'], rules: { 'chisholm/no-literal-text': 'off' } },
    { files: [`${server}/**`], rules: { 'chisholm/sql-in-queries': 'error' } },
    { files: [`${server}/features/**/*.queries.ts`], rules: { 'chisholm/no-unauthorized-sites': 'error' } },
    {
      files: [`${server}/**/*.queries.ts`, `${server}/{database,backup,demo}/**`, ...tests],
      rules: { 'chisholm/sql-in-queries': 'off' },
    },
    {
      files: [`${server}/settings.ts`, ...tests, 'scripts/**', 'e2e/**', 'bench/**'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['**/*.test.{ts,tsx,mjs}'],
      plugins: ['vitest'],
      rules: {
        'vitest/no-focused-tests': 'error',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert', 'runThroughFault'] }],
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        // several tests share what they expect by a function
        'vitest/no-standalone-expect': 'off',
        'vitest/no-disabled-tests': 'off',
        'vitest/no-conditional-expect': 'off',
        'vitest/require-to-throw-message': 'off',
      },
    },
    {
      files: [`${server}/**/*.test.ts`],
      rules: {
        'no-restricted-properties': [
          'error',
          ...Object.entries({ vi: 'waitFor', expect: 'poll' }).map(([object, property]) => ({
            object,
            property,
            message: 'It gives up after a second, which a busy machine takes: use testing/wait-for.ts.',
          })),
        ],
      },
    },
    { files: ['e2e/**/*.ts'], rules: { 'chisholm/whole-tests': 'error' } },
    // the columns of a table are parameters of its test
    { files: tests, rules: { 'max-params': 'off' } },
    {
      files: [...tests, 'e2e/**', 'scripts/**'],
      rules: { 'typescript/restrict-template-expressions': 'off' },
    },
  ],
  ignorePatterns: ['**/dist/**', '**/artefacts/**'],
})
