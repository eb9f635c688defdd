import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** They put something in the place of what the whole process shares, a module or who records spans: each runs in a process of its own. */
const apart = ['actors/password-checks', 'webhooks/seal', 'tracing/spans'].map((name) => `packages/server/test/${name}.test.ts`)
const all = ['packages/*', 'apps/web', 'plugins/*', 'conformance', 'bench'].map((folder) => `${folder}/test/**/*.test.ts`)

/** What a project takes from here. The database of the run is set up once, at the root. */
const usual: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['packages/server/test/kit/clean-up.ts'],
  exclude: ['**/node_modules/**', '**/*.soak.test.ts', '**/*.clients.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 30_000,
  // A machine that does much else at once is slow, not wrong.
  expect: { poll: { timeout: 15_000 } },
  // The end of the run names who needed it, and why.
  retry: 1,
  pool: 'forks',
  unstubEnvs: true,
}

export default defineConfig({
  test: {
    globalSetup: ['packages/server/test/kit/global-setup.ts'],
    maxWorkers: 2,
    reporters: ['default', './conformance/src/report-reporter.ts', './scripts/count-reporter.ts'],
    projects: [
      // To load the code anew for each file would be a third of the run.
      { test: { ...usual, name: 'together', include: all, exclude: [...(usual.exclude ?? []), ...apart], isolate: false } },
      { test: { ...usual, name: 'apart', include: apart } },
    ],
  },
})
