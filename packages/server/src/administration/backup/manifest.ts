import { z } from 'zod'

/** The first part of a backup: its description. */
export const manifestName = 'backup.json'
export const formatVersion = 1

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

export const manifestShape = z.object({
  format: z.literal('tandem-backup'),
  version: z.number().int(),
  madeAt: z.iso.datetime(),
  /** Identifies how the search index was made. A restore indexes all texts again where it differs. */
  words: z.string(),
  /** The keys that secrets in it were encrypted with, by their names; the keys themselves are elsewhere. */
  keyIds: z.array(z.string()),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name, columns: z.array(name) })),
})
export type Manifest = z.infer<typeof manifestShape>

/** The last part before the sums: the counts of the rows written, to be checked on restore. */
export const countsName = 'counts.json'
export const countsShape = z.object({ rows: z.record(name, z.number().int()), files: z.number().int(), missing: z.array(z.string()) })
export type Counts = z.infer<typeof countsShape>
