import { defineConfig } from 'vitest/config'

/** The long forms, among them the fault run (`npm run test:faults`): one file after the other, so that each has the machine to itself. */
export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.soak.test.ts'],
    globalSetup: ['packages/server/test/kit/global-setup.ts'],
    setupFiles: ['packages/server/test/kit/clean-up.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    pool: 'forks',
    reporters: ['default', './scripts/count-reporter.ts'],
  },
})
