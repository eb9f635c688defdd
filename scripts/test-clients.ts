import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Tries the MCP surface with programs that others wrote: `npm run test:clients -- [FILTER…]`. They are installed in tools/clients when its
 * lock file has changed since; where that fails, the tests say which program they lack, and are skipped.
 */
const folder = join(import.meta.dirname, '..', 'tools', 'clients')
const lock = join(folder, 'package-lock.json')
const installed = join(folder, 'node_modules', '.installed-lock.json')
const isInstalled = existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))

if (!isInstalled && install() === 0) copyFileSync(lock, installed)
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.clients.config.ts', ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit', timeout: 600_000 }).status ?? 1

/** None of them needs its install script. */
function install(): number | null {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  return spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32', timeout: 300_000 }).status
}
