import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const above = new URL('../../../', import.meta.url)
const buildScript = new URL('scripts/build-web.cjs', above)

/** The folder of a checkout that this command line lies in, with a slash at its end; null where it came as a package or in an image. */
export const checkout: string | null = existsSync(buildScript) ? fileURLToPath(above) : null

/** A program of ours, by its name without the ending: sources in a checkout, else what they were built to. */
export const programAt = (path: string, base: string): URL => new URL(`${path}${base.endsWith('.ts') ? '.ts' : '.js'}`, base)
