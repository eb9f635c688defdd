import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const above = new URL('../../../', import.meta.url)
const buildScript = new URL('scripts/build-web.cjs', above)

/** The folder of the checkout that contains this command line, with a trailing slash; null in a package or an image. */
export const checkout: string | null = existsSync(buildScript) ? fileURLToPath(above) : null

/** A program of ours, by its name without the extension: the source in a checkout, otherwise its build. */
export const programAt = (path: string, base: string): URL => new URL(`${path}${base.endsWith('.ts') ? '.ts' : '.js'}`, base)
