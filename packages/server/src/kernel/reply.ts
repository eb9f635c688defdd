import type { TandemError } from '@tandem/contract'

/** The result of an operation, independent of the surface: statuses, cookies and caches of HTTP belong to `surfaces/rest`. */
export type Reply<T = unknown> =
  | Done<T>
  | Page<T>
  /** Nothing was created: it existed already. */
  | { kind: 'unchanged'; body: T }
  /** There was nothing to do. It is no result: the same call may be made again. */
  | { kind: 'nothing'; body: T }
  /** Another person has to agree first. */
  | { kind: 'requested'; body: T }
  /** A body that is serialised already, with the version that its ETag is made from. */
  | { kind: 'serialised'; json: Compressed; version: string }
  | { kind: 'file'; file: FileReply }
  | { kind: 'signedIn'; body: T; session: NewWebSession }
  | { kind: 'signedOut' }

/** JSON that is kept compressed. `now` is for a caller that cannot wait; `plainBytes` is its length for a client that takes it plain. */
export type Compressed = { plain(): Promise<Buffer>; gzip(): Promise<Buffer>; now(): Buffer; plainBytes: number }

export type Done<T> = {
  kind: 'done'
  body: T
  /**
   * The board that the body is about, if it is not that of the target: a repeated request gets the body only while its caller may see this
   * board.
   */
  boardId?: string | undefined
}

/** `next` = the parameters of the next page. */
export type Page<T> = { kind: 'page'; body: T; next: Record<string, string> | null }

/**
 * A refusal that commits the writes before it is thrown, such as a counted login failure, or an answer that came too late and is passed on
 * to the agent.
 */
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
  /** A browser may keep it so long without asking again; absent: it asks each time. */
  keptForSeconds?: number
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

/** The body of any reply as data; null for a reply without a body. */
export function bodyOf(reply: Reply): unknown {
  if (reply.kind === 'serialised') return JSON.parse(reply.json.now().toString())
  if (reply.kind === 'file' || reply.kind === 'signedOut') return null
  return reply.body ?? null
}
