import type { FileHandle } from 'node:fs/promises'
import type { Migration } from '../../db/migrate.ts'
import { chunksOf } from '../../files/unnamed-file.ts'
import { DamagedBackup, type Part, readArchive } from './archive.ts'
import { type Counts, countsName, countsShape, formatVersion, type Manifest, manifestName, manifestShape } from './manifest.ts'

export type Verified = { manifest: Manifest; counts: Counts; bytes: number }

const chunkBytes = 1_048_576

export const partsOf = (file: FileHandle): AsyncGenerator<Part> => readArchive(chunksOf(file, chunkBytes))

/** Reads the whole file and believes nothing before its end. Throws for one that is damaged, foreign, or of a newer release. */
export async function verify(file: FileHandle, known: readonly Migration[], onBytes: (done: number) => void): Promise<Verified> {
  const said = new Map<string, Buffer>()
  let bytes = 0
  for await (const part of partsOf(file)) {
    if (described.has(part.name)) said.set(part.name, part.bytes)
    bytes += part.bytes.length
    onBytes(bytes)
  }
  const manifest = readManifest(parsed(said.get(manifestName)), known)
  const counts = countsShape.safeParse(parsed(said.get(countsName)))
  if (!counts.success) throw lacking()
  return { manifest, counts: counts.data, bytes }
}

const described = new Set([manifestName, countsName])
const lacking = () => new DamagedBackup('The backup is incomplete: its description is missing. Nothing was changed.')

function readManifest(said: { format?: unknown; version?: unknown } | null, known: readonly Migration[]): Manifest {
  const version = said?.format === 'tandem-backup' ? said.version : null
  if (typeof version !== 'number') throw new DamagedBackup('This is not a backup of Tandem. Nothing was changed.')
  if (version > formatVersion)
    throw new Error('This backup was made by a newer release of Tandem. Restore it with that release or a later one.')
  const manifest = manifestShape.safeParse(said)
  if (!manifest.success) throw lacking()
  refuseOtherRelease(manifest.data, known)
  return manifest.data
}

function refuseOtherRelease({ migrations }: Manifest, known: readonly Migration[]): void {
  for (const [at, { name, checksum }] of migrations.entries()) {
    const own = known[at]
    if (own?.name === name && own.checksum === checksum) continue
    throw new Error(
      own?.name === name
        ? `This backup was made by another build of Tandem, whose migration ${name} differs. Restore it with the release that made it.`
        : `This backup was made by a newer release of Tandem (${name}). Restore it with that release or a later one.`,
    )
  }
}

function parsed(bytes: Buffer | undefined): { format?: unknown; version?: unknown } | null {
  try {
    const value: unknown = JSON.parse(bytes?.toString('utf8') ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
