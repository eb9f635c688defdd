import type { Client } from '@tandem/client'
import type { Activity, PluginManifest } from '@tandem/contract'
import type { Logger } from 'pino'
import type { z } from 'zod'

/**
 * What makes a plugin: what it declares, how it reads what its provider sends, and what it does about it. The kit verifies, remembers,
 * orders, repeats and stops. Specification: service §6, decisions §5.
 */
export type Plugin<Event> = {
  manifest: PluginManifest
  /** The environment variable that sets a secret of the manifest for every install of this process, by the name of the secret. */
  environmentSecrets: Readonly<Record<string, string>>
  provider: {
    /** The secret of the manifest with which the provider signs. An install without it refuses everything. */
    signedWith: string
    /** Of what is kept until it has been acted on. Make it narrow: only what `onProviderEvent` needs. */
    event: z.ZodType<Event>
    /** Called with verified bytes alone. A throw is answered with 400: for what cannot be read at all. */
    read(delivery: ProviderDelivery): Reading<NoInfer<Event>>
    /** Whether an event is this install's, by its config: its repository, project or workspace. */
    isFor(event: Event, install: Install): boolean
  }
  /**
   * Acts on an event, once in effect: it may be called again after a crash or a failure, so give every mutation `mutationId(step)`. Throw
   * `RetryLater` to be called again, `GiveUp` not to be; what Tandem throws is understood as it is.
   */
  onProviderEvent(event: Event, context: Context): Promise<void>
  /** Acts on what others did on the board, of the events that the manifest names; under the same terms. */
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
      /** Where the provider does not sign that id: another, of what it signs. A delivery that is repeated under a new id changes nothing. */
      signedId?: string
      event: Event
      /** Events of one lane are acted on one after the other, in the order in which they came; lanes run beside each other. */
      lane: string
      answer?: HttpAnswer
      /** Instead of `answer`, when it is no install's. */
      answerIfUnheard?: HttpAnswer
    }
  | { ignored: string; answer?: HttpAnswer }

/** What the provider gets to hear; 200 without a body when absent. */
export type HttpAnswer = { status?: number; contentType?: string; body?: string }

export type BoardActivity = Pick<Activity, 'id' | 'boardId' | 'actorId' | 'cardId' | 'payload' | 'origin'> & { verb: string }

/** One installation of the plugin on a board, as it is now: read it anew in each call. */
export type Install = {
  /** What the operator calls it; a part of its addresses. */
  name: string
  integrationId: string
  actorId: string
  boardId: string
  boardName: string
  keyPrefix: string
  config: Readonly<Record<string, unknown>>
  /** What of the provider the operator grants to this install; everything when absent. */
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

/** What an install remembers beyond a restart: small JSON values. */
export type Store = {
  get(key: string): unknown
  /** On disk when it returns. */
  set(key: string, value: unknown, options?: { keepDays?: number }): Promise<void>
  delete(key: string): Promise<void>
  keys(prefix: string): string[]
}
