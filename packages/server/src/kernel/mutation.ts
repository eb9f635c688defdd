import type { Activity, AgentCall, PayloadOf, Role, ServerFrame, Verb } from '@tandem/contract'
import type { Query, Reader, Value } from '../db/database.ts'
import type { Trace } from '../tracing/w3c.ts'
import type { LoadableTarget, TargetRows } from './access.ts'
import type { Principal } from './identity/principal.ts'

/** The locked row of a board: the head of its log. */
export type BoardHead = {
  id: string
  name: string
  keyPrefix: string
  version: number
  archivedAt: string | null
  lastSeq: number
  lastActivityId: string | null
  lastCardNumber: number
  /** The log has hashes up to this seq; `lastHash` is the hash of that activity, null when there is none. */
  hashedSeq: number
  lastHash: string | null
  /** The last id made under this lock, of an activity or of anything else. */
  lastId?: string
  /** By list, the highest rank that a card has got under this lock. */
  highestRanks?: Map<string, string>
  /** Whether the board has a webhook; absent when it was not read under the lock. */
  hasWebhooks?: boolean
}

/** The numbers of the configuration that rules depend on. */
export type Policy = {
  staleAfterMs: number
  sessionTimeoutMs: number
  webhooksPerBoard: number
  /** The limit for the attached files of one board together. */
  boardQuotaBytes: number
  /** Limits for one person together with their agents; null = no limit. */
  quotas: Readonly<Record<'boards' | 'agents' | 'tokens' | 'uploadBytes', number | null>>
  /** Within a day; null = without bound. */
  registrationsPerAddress: number | null
  registrationsPerInviter: number | null
  registration: 'open' | 'invite' | 'closed' | null
  /** The public URL, or null while the service only knows the address that it listens on. */
  publicUrl: string | null
  /** The base of links in mails and invitations: the public URL, else the address that the service listens on, if it is fixed. */
  webUrl: string | null
  isPublicProfile: boolean
  /** Whether pages that cards link to are fetched. */
  linkPreviews: 'true' | 'private' | 'false'
  /** Whether people can sign in with e-mail and password. */
  localLogin: boolean
  /** The providers of OpenID Connect whose sign-ins are accepted. */
  providers: readonly { id: string; name: string; issuer: string }[]
  mailEnabled: boolean
  /** Whether questions are pushed to browsers. */
  pushEnabled: boolean
}

export const notificationReasons = [
  'question',
  'mentioned',
  'assigned',
  'delegated',
  'unblocked',
  'review',
  'session_ended',
  'reviewed',
  'commented',
  'watching',
  'due_soon',
  'webhook_disabled',
  'rule',
  'agent_requested',
  'invited',
  'budget',
] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** A kind of data that belongs to one person, such as their notifications, so that no board's log records it. */
export type OwnThing = Extract<ServerFrame, { type: 'changed' }>['what']

/**
 * The recipients of a notification and its reason. The door removes the caller and keeps the first reason per actor. `peopleOnly` leaves out
 * the agents among them: for an excerpt of a text from outside the board. `because`: why the mention of an agent opened no session.
 */
export type Notice = {
  actorIds: readonly string[]
  reason: NotificationReason
  excerpt?: string
  peopleOnly?: boolean
  because?: AgentCall['because']
}

export type RecordOptions = {
  cardId?: string | null
  /** The agent whose actor-scoped webhooks hear this (agent_session.* only). */
  agentActorId?: string
  sessionId?: string
  /** The object of an external system that an integration acts upon. */
  externalId?: string | undefined
  notify?: readonly Notice[]
  /** Also notifies the watchers of the card who have no more specific notification of this activity. */
  watching?: { excerpt?: string; reason?: 'watching' | 'due_soon'; peopleOnly?: boolean } | undefined
  /** The open question of the session is settled: notifications of it that this transaction makes are marked as read. */
  settlesQuestion?: boolean
  /** Recorded as an act of the service, within the act of another actor. */
  byService?: boolean
  /** The undo that it is part of. */
  undoId?: string
}

export type Recorded = Pick<Activity, 'id' | 'seq' | 'createdAt' | 'hash' | 'payloadHash'>

/** One mutation, under the lock of its board. Everything that it changes commits with its activities, or not at all. */
export type Mutation<V extends Verb = Verb> = Reader & {
  readonly principal: Principal
  readonly policy: Policy
  readonly board: BoardHead
  /** The caller's role on the board. */
  readonly role: Role
  /** The time of this mutation, never before that of an earlier one on the board. */
  readonly now: string
  /** A UUIDv7. Ids of one board are in commit order where an activity is recorded after them. */
  newId(): string
  send(query: Query, values?: readonly Value[]): void
  /** A write whose rows are deliveries: they go out as soon as it has committed, with an activity that tells of it. */
  queue(query: Query, values?: readonly Value[]): void
  /**
   * Other boards that this act changes too, locked, with their logs; access to them is the handler's to check. To be called before the
   * first write: where a lock is missing the handler is run again from its beginning, under all of them.
   */
  lockBoards(boardIds: readonly string[]): Map<string, Mutation<V>>
  /** The log of a board that this act has made itself, as its admin. Each call opens it anew: call it once. */
  openLog(boardId: string): Promise<Mutation<V>>
  /**
   * Gives this mutation a transaction of its own. The locks of a transaction do not keep apart the mutations of other boards that share it.
   * To be called before the first write: if other mutations share the transaction, the handler is run again from its beginning.
   */
  requireOwnTransaction(): void
  /** Activities recorded after this call get this trace. */
  causedBy(trace: Trace | undefined): void
  /** Appends to the board's log. */
  record<T extends V>(verb: T, payload: PayloadOf<T>, options?: RecordOptions): Recorded
}

/** A mutation of an operation with a target. */
export type TargetMutation<V extends Verb, T extends LoadableTarget> = Mutation<V> & { readonly target: TargetRows[T] }

/** A private or board-less act, under the lock of the caller's own actor row. */
export type PrivateAct<V extends Verb = Verb> = Reader & {
  /** Null only for public operations such as registering. */
  readonly principal: Principal | null
  readonly policy: Policy
  readonly now: string
  readonly address: string | null
  /** The name that the client gives itself. */
  readonly device: string | null
  /** The languages that the client prefers, as in Accept-Language. */
  readonly languages: string | undefined
  newId(): string
  send(query: Query, values?: readonly Value[]): void
  /** Locks boards in id order and opens their logs; asks no questions about access. Call it once. */
  lockBoards(boardIds: readonly string[]): Promise<Map<string, Mutation<V>>>
  /** Tells the caller, in all their browsers, that something of their own has changed; once it has committed. */
  tell(what: OwnThing): void
  /** Adds to the entry that this act leaves in the audit log; never a secret. */
  audit(entry: { actorId?: string; detail?: Record<string, unknown>; outcome?: string }): void
}
