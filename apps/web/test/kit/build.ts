import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the web app if its sources are newer than its build, so that the tests use the current code. */
export function buildWeb(): void {
  const script = fileURLToPath(new URL('../../../../scripts/build-web.cjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`The web app was not built: ${script} ended with ${status}`)
}
