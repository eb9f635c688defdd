import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs the programs of `tools/<name>` if its lock file has changed since; returns whether they are there. They are separate from the
 * dependencies of the checkout, and none of them needs its install script.
 */
export function installTool(name: string): boolean {
  const folder = join(import.meta.dirname, '..', 'tools', name)
  const lock = join(folder, 'package-lock.json')
  const installed = join(folder, 'node_modules', '.installed-lock.json')
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return true
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32', timeout: 900_000 })
  if (status !== 0) return false
  copyFileSync(lock, installed)
  return true
}
