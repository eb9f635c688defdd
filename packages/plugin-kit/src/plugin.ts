import type { Client } from '@tandem/client'
import type { Activity, PluginManifest } from '@tandem/contract'
import type { Logger } from 'pino'
import type { z } from 'zod'

/**
 * The definition of a plugin: its manifest, how it parses events of its provider, and how it acts on them. The kit verifies, stores,
 * orders, retries and stops. Specification: service §6, decisions §5.
 */
export type Plugin<Event> = {
  manifest: PluginManifest
  /** The environment variable that sets a secret of the manifest for every install of this process, by the name of the secret. */
  environmentSecrets: Readonly<Record<string, string>>
  provider: {
    /** The secret of the manifest with which the provider signs. An install without it refuses everything. */
    signedWith: string
    /** The schema of a stored event. Make it narrow: only the fields that `onProviderEvent` needs. */
    event: z.ZodType<Event>
    /** Called only with verified bytes. A throw is answered with 400: for unreadable requests. */
    read(delivery: ProviderDelivery): Reading<NoInfer<Event>>
    /** Whether an event is this install's, by its config: its repository, project or workspace. */
    isFor(event: Event, install: Install): boolean
  }
  /**
   * Acts on an event, once in effect: it may be called again after a crash or a failure, so give every mutation `mutationId(step)`. Throw
   * `RetryLater` to be called again, `GiveUp` not to be; errors of Tandem are handled as they are.
   */
  onProviderEvent(event: Event, context: Context): Promise<void>
  /** Acts on activities of others on the board, of the events that the manifest names; under the same terms. */
  onBoardEvent?(activity: BoardActivity, context: Context): Promise<void>
}

export type ProviderDelivery = {
  /** Keys in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  rawBody: Buffer
}

export type Reading<Event> =
  | {
      /** The provider's own id of the event: the same when it is sent again. */
      eventId: string
      /**
       * For a provider that does not sign that id: another id, from the signed data, so that a delivery that is replayed under a new id
       * changes nothing.
       */
      signedId?: string
      event: Event
      /** Events with the same key are processed one after the other, in the order of their arrival; others run concurrently. */
      orderingKey: string
      answer?: HttpAnswer
      /** Sent instead of `answer` if no install takes the event. */
      answerIfUnheard?: HttpAnswer
    }
  | { ignored: string; answer?: HttpAnswer }

/** The response to the provider; 200 without a body by default. */
export type HttpAnswer = { status?: number; contentType?: string; body?: string }

export type BoardActivity = Pick<Activity, 'id' | 'boardId' | 'actorId' | 'cardId' | 'payload' | 'origin'> & { verb: string }

/** One installation of the plugin on a board, as it is now: read it anew in each call. */
export type Install = {
  /** The operator's name for it; a part of its addresses. */
  name: string
  integrationId: string
  actorId: string
  boardId: string
  boardName: string
  keyPrefix: string
  config: Readonly<Record<string, unknown>>
  /** The provider's resources that the operator grants to this install; all by default. */
  allow: readonly string[] | undefined
  /** The address of a card for people. */
  cardUrl(key: string): string
  secret(name: string): string | undefined
}

export type Context = {
  install: Install
  /** The API as this install's actor. */
  tandem: Pick<Client, 'call' | 'pages'>
  /**
   * The API as a person who gave this install a token (decisions §5). A 401 of it ends their link and not this install: catch it, for thrown
   * on it means that the integration was removed.
   */
  as(token: string): Pick<Client, 'call' | 'pages'>
  /** The trace that the event belongs to; `tandem` and `as` hand it on. */
  traceparent?: string | undefined
  /** A clientMutationId for one step of this event, the same every time. One step is one operation on one target. */
  mutationId(step: string): string
  store: Store
  log: Logger
  /** Aborted when the plugin stops. */
  signal: AbortSignal
}

/** The persistent state of an install: small JSON values. */
export type Store = {
  get(key: string): unknown
  /** Resolves once the value is on disk. */
  set(key: string, value: unknown, options?: { keepDays?: number }): Promise<void>
  delete(key: string): Promise<void>
  keys(prefix: string): string[]
}
