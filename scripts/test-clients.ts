import { spawnSync } from 'node:child_process'
import { installTool } from './tool.ts'

/**
 * Tries the MCP surface with programs that others wrote: `npm run test:clients -- [FILTER…]`. They are installed in tools/clients when its
 * lock file has changed since; where that fails, the tests say which program they lack, and are skipped.
 */
installTool('clients')
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.clients.config.ts', ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit', timeout: 1_200_000 }).status ?? 1
