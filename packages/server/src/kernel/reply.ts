import type { TandemError } from '@tandem/contract'

/** What an operation has done or found. A surface translates it: statuses, cookies and caches of HTTP belong to `surfaces/rest`. */
export type Reply<T = unknown> =
  | Done<T>
  | Page<T>
  /** Nothing was created: it existed already. */
  | { kind: 'unchanged'; body: T }
  /** There was nothing to do. It is no result: the same call may be made again. */
  | { kind: 'nothing'; body: T }
  /** Somebody else has to agree first. */
  | { kind: 'requested'; body: T }
  /** A body that is serialised already, and what tells it from an older one. */
  | { kind: 'serialised'; json: Buffer; version: string }
  | { kind: 'file'; file: FileReply }
  | { kind: 'signedIn'; body: T; session: NewWebSession }
  | { kind: 'signedOut' }

export type Done<T> = {
  kind: 'done'
  body: T
  /** The board that the body tells of, if it is another than the target's: the body is repeated only to callers who may see that one then. */
  boardId?: string | undefined
}

/** `next` = the parameters of the next page. */
export type Page<T> = { kind: 'page'; body: T; next: Record<string, string> | null }

/** A refusal of a private act that leaves traces, such as a counted login failure: what was sent commits, then this is thrown. */
export type Refused = { kind: 'refused'; refusal: TandemError }

/** The secret goes into the cookie of a browser. */
export type NewWebSession = { secret: string; expiresAt: string }

/** A file as it goes out. It is opened when its bytes are wanted. */
export type FileReply = {
  filename: string
  contentType: string
  /** Null when it is not known before the end. */
  sizeBytes: number | null
  /** May be shown in a browser, where it must not be able to run anything. */
  inline: boolean
  /** Changes with the bytes. */
  version: string
  /** The whole, or the bytes from `start` to `end`, both inside. */
  open(range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>
}

export const done = <T>(body: T, boardId?: string): Done<T> => ({ kind: 'done', body, boardId })

export const page = <T>(body: T, next: Record<string, string> | null): Page<T> => ({ kind: 'page', body, next })

/** The reply of an operation that leaves nothing behind when it refuses: a refusal is thrown. */
export function replyOf(reply: Reply | Refused): Reply {
  if (reply.kind === 'refused') throw reply.refusal
  return reply
}

export const refused = (refusal: TandemError): Refused => ({ kind: 'refused', refusal })

/** The body of any reply as data; null where there is none. */
export function bodyOf(reply: Reply): unknown {
  if (reply.kind === 'serialised') return JSON.parse(reply.json.toString())
  if (reply.kind === 'file' || reply.kind === 'signedOut') return null
  return reply.body ?? null
}
