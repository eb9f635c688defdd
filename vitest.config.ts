import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { moduleCache } from './packages/server/test/kit/module-cache.ts'

/** Tests that replace a module or the recorder of spans, which the whole process shares: each runs in a process of its own. */
const apart = ['actors/password-checks', 'webhooks/seal', 'tracing/spans'].map((name) => `packages/server/test/${name}.test.ts`)
const all = ['packages/*', 'apps/web', 'plugins/*', 'conformance', 'bench'].map((folder) => `${folder}/test/**/*.test.ts`)

/** Too heavy for `npm test`: browsers across widths, killed processes, thousands of rows. `npm run test:heavy` runs them. */
const heavy = all.map((pattern) => pattern.replace('*.test.ts', '*.heavy.test.ts'))

const experimental = moduleCache()

/** The options that all projects share. The database of the run is set up once, at the root. */
const usual: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['packages/server/test/kit/clean-up.ts'],
  exclude: ['**/node_modules/**', '**/*.soak.test.ts', '**/*.clients.test.ts'],
  // Limits for tests that hang only: a machine that does much else at once is slow, not wrong.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  unstubEnvs: true,
  experimental,
}

export default defineConfig({
  test: {
    experimental,
    globalSetup: ['packages/server/test/kit/global-setup.ts'],
    maxWorkers: 2,
    reporters: ['default', './conformance/src/report-reporter.ts', './scripts/count-reporter.ts'],
    projects: [
      // Not isolated: loading the code for each file again would take a third of the run.
      { test: { ...usual, name: 'together', include: all, exclude: [...(usual.exclude ?? []), ...apart, ...heavy], isolate: false } },
      { test: { ...usual, name: 'apart', include: apart } },
      { test: { ...usual, name: 'heavy', include: heavy, isolate: false } },
    ],
  },
})
