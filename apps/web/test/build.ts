import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the web app when its sources are newer than its build: what is tested is what is served. */
export function buildWeb(): void {
  const script = fileURLToPath(new URL('../../../scripts/build-web.cjs', import.meta.url))
  spawnSync(process.execPath, [script], { stdio: 'inherit' })
}
