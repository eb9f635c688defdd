export type EmbeddedPostgresErrorCode =
  | 'unsupported_platform'
  | 'no_account'
  | 'binaries_unusable'
  | 'not_writable'
  | 'not_a_directory'
  | 'foreign_owner'
  | 'foreign_content'
  | 'other_major'
  | 'in_use'
  | 'silent'
  | 'disk_full'
  | 'initdb_failed'
  | 'start_failed'

/** Why the built-in PostgreSQL cannot run; the message tells the operator what to do next. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresErrorCode

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The messages of the system and of PostgreSQL when the disk is full. */
export const isFull = (text: string): boolean => /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(text)

export const diskFull = (folder: string, cause?: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'disk_full',
    `The disk of DATA_DIR (${folder}) is full. Free up space, or set DATA_DIR to a directory on another disk.`,
    {
      cause,
    },
  )

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The code of a failed system call ('EACCES', 'ENOENT', …), or null for any other error. */
export function systemErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
