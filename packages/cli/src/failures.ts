import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { TandemError } from '@tandem/contract'

/** The exit codes that scripts can tell apart. */
export const exitCodes = {
  done: 0,
  'refused or failed': 1,
  'wrong usage': 2,
  'not found': 3,
  'service not reached': 4,
  'not allowed': 5,
} as const

type Failed = Exclude<keyof typeof exitCodes, 'done'>

/** A failure that ends a command; its message says what to do. */
export class Complaint extends Error {
  readonly kind: Failed

  constructor(kind: Failed, message: string) {
    super(message)
    this.kind = kind
  }
}

/** A command has printed its negative answer: no further message is needed. */
export class Answered extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`answered with ${exitCode}`)
    this.exitCode = exitCode
  }
}

const kinds: Partial<Record<TandemError['code'], Failed>> = {
  unauthorized: 'not allowed',
  invalid_token: 'not allowed',
  invalid_credentials: 'not allowed',
  forbidden: 'not allowed',
  not_found: 'not found',
  unavailable: 'service not reached',
}

function kindOf(error: unknown): Failed {
  if (error instanceof Complaint) return error.kind
  return (error instanceof TandemError ? kinds[error.code] : undefined) ?? 'refused or failed'
}

/** Prints the failure on stderr, as text or with `--json` as JSON. Returns the exit code. */
export function printFailure(error: unknown, isJson: boolean): number {
  if (error instanceof Answered) return error.exitCode
  const kind = kindOf(error)
  const message = error instanceof Error ? messageOf(error) : String(error)
  process.stderr.write(`${isJson ? JSON.stringify(envelopeOf(error, kind, message)) : message}\n`)
  return exitCodes[kind]
}

/** Messages for errors of the file system, whose own texts do not say what to do. */
const refusedByDisk: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) =>
    existsSync(dirname(path)) ? `${path} does not exist.` : `Folder ${dirname(path)} does not exist. Create it, or use another path.`,
  EACCES: (path) => `This account cannot open ${path}. Use another path, or run this as a user who can.`,
  EPERM: (path) => `This account cannot open ${path}. Use another path, or run this as a user who can.`,
  EROFS: (path) => `${path} is on a read-only file system. Use another path.`,
  EISDIR: (path) => `${path} is a folder. Use the path of a file.`,
  ENOTDIR: (path) => `A parent of ${path} is not a folder. Use another path.`,
  ENOSPC: (path) => `The disk of ${path} is full. Free some space, or use another path.`,
}

function messageOf(error: Error): string {
  const { code, path } = error as NodeJS.ErrnoException
  // A draft is named after its final file.
  const place = path?.replace(/(\.\d+)?\.part$/, '')
  return (code !== undefined && place !== undefined && refusedByDisk[code]?.(place)) || error.message
}

function envelopeOf(error: unknown, kind: Failed, message: string): object {
  if (error instanceof TandemError) return error.envelope()
  return { error: { code: kind.replaceAll(' ', '_'), message } }
}
