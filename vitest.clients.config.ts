import { defineConfig } from 'vitest/config'

/** Tests that need the programs of tools/clients: `npm run test:clients` installs them. */
export default defineConfig({
  test: {
    include: ['packages/server/test/clients/*.clients.test.ts'],
    globalSetup: ['packages/server/test/kit/global-setup.ts'],
    testTimeout: 130_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', './scripts/count-reporter.ts'],
  },
})
