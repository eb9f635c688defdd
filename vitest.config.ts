import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'apps/web/test/**/*.test.ts',
      'plugins/*/test/**/*.test.ts',
      'conformance/test/**/*.test.ts',
      'bench/test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.soak.test.ts', '**/*.clients.test.ts'],
    globalSetup: ['packages/server/test/kit/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', './conformance/src/report-reporter.ts', './scripts/count-reporter.ts'],
  },
})
