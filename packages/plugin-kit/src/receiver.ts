import { type VerifiedDelivery, verifyWebhook } from '@tandem/client'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import { limitConnections, type ReceiverLimits, standardLimits } from './connections.ts'
import { type Inbox, InboxFull } from './inbox.ts'
import type { Installation } from './installation.ts'
import type { Entry } from './memory.ts'
import type { BoardActivity, HttpAnswer, Plugin, ProviderDelivery } from './plugin.ts'
import { problemOf, type SignatureProblem } from './provider-signature.ts'
import { closeConnectionsReadably } from './refused-bodies.ts'
import { traceparentIn } from './trace.ts'

/**
 * The addresses of a plugin: `/tandem/<install>` for the service, the manifest's path for the provider (with `/<install>` behind it for
 * one install alone), and its health. Everything is verified over the bytes as received. Specification: service §6, decisions §5.
 */
type Deps<Event> = {
  plugin: Plugin<Event>
  installations: ReadonlyMap<string, Installation>
  inbox: Inbox
  now: () => number
  log: Logger
  limits?: Partial<ReceiverLimits> | undefined
}

/** GitHub sends up to 25 MB, the others less. */
const longestBodyBytes = 26_000_000
/** Tandem's own deliveries carry one activity; the longest texts and a history of ten entries fit many times. */
const longestDeliveryBytes = 2_000_000
const retryAfterSeconds = 10
/** For the longest body on a line of 8 Mbit/s. */
const longestRequestMs = 30_000

export const boardActivity = z.looseObject({
  id: z.string(),
  boardId: z.string(),
  actorId: z.string(),
  cardId: z.string().nullable(),
  verb: z.string(),
  payload: z.record(z.string(), z.unknown()),
  origin: z.object({ integrationId: z.string(), externalId: z.string().optional() }).optional(),
})

export function createReceiver<Event>(deps: Deps<Event>): FastifyInstance {
  const { plugin, log } = deps
  const { path } = plugin.manifest.inbound
  const app = Fastify({
    bodyLimit: longestBodyBytes,
    logger: false,
    requestTimeout: longestRequestMs,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Ended but not destroyed, a connection stays for as long as its client likes.
    clientErrorHandler: (_failure, socket) => void socket.destroy(),
  })
  closeConnectionsReadably(app)
  limitConnections(app, { limits: { ...standardLimits, ...deps.limits }, log })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this address.'))
  app.setErrorHandler((failure: Error & { statusCode?: number }, _request, reply) => {
    if (failure instanceof InboxFull) return refuse(reply, 503, 'Too many events are waiting. Send it again later.')
    const status = failure.statusCode ?? 500
    if (status >= 500) log.error({ err: failure }, 'a delivery could not be accepted')
    return refuse(reply, status, status >= 500 ? 'It could not be accepted. Send it again later.' : failure.message)
  })

  app.post<{ Params: { install: string } }>('/tandem/:install', { bodyLimit: longestDeliveryBytes }, (request, reply) =>
    takeFromTandem(deps, request, reply),
  )
  app.post(path, (request, reply) => takeFromProvider(deps, [...deps.installations.values()], request, reply))
  app.post<{ Params: { install: string } }>(`${path}/:install`, (request, reply) => {
    const installation = deps.installations.get(request.params.install)
    return installation ? takeFromProvider(deps, [installation], request, reply) : refuse(reply, 404, 'Unknown install.')
  })
  app.get('/health/live', () => ({ status: 'ok' }))
  app.get('/health/ready', (_request, reply) => {
    // The request needs no credential, so the details, installs and waiting events, are in the log only.
    const { status } = stateOf(deps)
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
  return app
}

async function takeFromTandem<Event>(
  deps: Deps<Event>,
  request: FastifyRequest<{ Params: { install: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { plugin, inbox, log } = deps
  const installation = deps.installations.get(request.params.install)
  if (!installation) return refuse(reply, 404, 'Unknown install.')
  if (installation.isGone) return refuse(reply, 410, 'This integration was removed.')
  const { name, signingSecret } = installation.settings
  const delivery = deliveryOf(request)
  const verified = await verifyWebhook(delivery, { secret: signingSecret, nowMs: deps.now() })
  if (!verified.ok) return refuseSignature(deps, reply, name, verified.reason)
  const activity = boardActivity.safeParse(verified.activity).data
  if (activity?.verb.startsWith('integration.')) void installation.refresh()
  // A verb or a shape that is not known yet is an addition.
  if (!activity || !plugin.onBoardEvent || !isWanted(plugin.manifest.events, activity.verb) || isEcho(activity, installation))
    return reply.code(204).send()
  await inbox.take([{ ...entryOf(activity, verified, name), traceparent: traceparentIn(delivery.headers) }])
  log.debug({ install: name, verb: activity.verb, deliveryId: verified.deliveryId }, 'an event of the board was accepted')
  return reply.code(204).send()
}

const entryOf = (event: BoardActivity, { deliveryId }: VerifiedDelivery & { ok: true }, install: string): Omit<Entry, 'at'> => ({
  key: `board/${install}/${deliveryId}`,
  source: 'board',
  install,
  eventId: event.id,
  orderingKey: `board/${event.cardId ?? event.boardId}`,
  event,
})

const isWanted = (selectors: readonly string[], verb: string): boolean =>
  selectors.some((selector) => selector === '*' || selector === verb || (selector.endsWith('.*') && verb.startsWith(selector.slice(0, -1))))

/** Whether this install caused the activity: by its own actor, or else by its origin. Specification: service §6. */
export function isEcho(activity: Pick<BoardActivity, 'actorId' | 'origin'>, { install }: Pick<Installation, 'install'>): boolean {
  if (!install) return false
  return activity.actorId === install.actorId || activity.origin?.integrationId === install.integrationId
}

async function takeFromProvider<Event>(
  deps: Deps<Event>,
  among: readonly Installation[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { plugin, inbox, log } = deps
  const delivery = deliveryOf(request)
  const active = among.filter(({ isGone }) => !isGone)
  if (active.length === 0) return refuse(reply, 410, 'This integration was removed.')
  const problems = active.map((installation) => problemFor(deps, installation, delivery))
  const verified = active.filter((_, at) => problems[at] === null)
  // Its secret may be one that Tandem keeps.
  const isUndecided = active.some(({ install }, at) => install === null && problems[at] === 'missing_secret')
  if (verified.length === 0) {
    if (isUndecided) return refuseForNow(reply)
    const names = active.map(({ settings }) => settings.name).join()
    return refuseSignature(deps, reply, names, problems.find((problem) => problem !== 'missing_secret') ?? 'missing_secret')
  }
  const reading = readingOf(plugin, delivery)
  if (reading === null) return refuse(reply, 400, 'This cannot be read.')
  if ('ignored' in reading) {
    log.debug({ ignored: reading.ignored }, 'an event of the provider was ignored')
    return answer(reply, reading.answer)
  }
  const { event, eventId, signedId, orderingKey } = reading
  // In plain JavaScript it may be missing; all events would then be acted on one after the other.
  if (typeof orderingKey !== 'string') throw new TypeError('the plugin read an event without an orderingKey (it was called lane)')
  const concerned = verified.filter(({ install, isActive }) => install === null || (isActive && plugin.provider.isFor(event, install)))
  await inbox.take(
    concerned.map(({ settings: { name } }) => ({
      key: `provider/${name}/${eventId}`,
      source: 'provider',
      install: name,
      eventId,
      orderingKey: `provider/${orderingKey}`,
      event,
      ...(signedId !== undefined && { alias: `provider/${name}/signed/${signedId}` }),
      traceparent: traceparentIn(delivery.headers),
    })),
  )
  log.debug({ eventId, installs: concerned.map(({ settings }) => settings.name) }, 'an event of the provider was accepted')
  // Sent again, it counts for those alone that could not tell yet whether it is theirs.
  if (isUndecided) return refuseForNow(reply)
  return answer(reply, concerned.length === 0 && reading.answerIfUnheard ? reading.answerIfUnheard : reading.answer)
}

function problemFor<Event>({ plugin, now }: Deps<Event>, installation: Installation, delivery: ProviderDelivery): SignatureProblem | null {
  return problemOf(plugin.manifest.inbound.signature, delivery, installation.secret(plugin.provider.signedWith), now())
}

/** Null when the plugin cannot make anything of it. */
function readingOf<Event>(plugin: Plugin<Event>, delivery: ProviderDelivery) {
  try {
    return plugin.provider.read(delivery)
  } catch {
    return null
  }
}

function refuseSignature<Event>({ log }: Deps<Event>, reply: FastifyReply, install: string, reason: string): FastifyReply {
  log.warn({ install, reason }, 'a delivery was rejected: its signature is not valid')
  return refuse(reply, 401, 'The signature is not valid.')
}

export type PluginState = {
  status: 'starting' | 'ready'
  installs: { name: string; state: 'removed' | 'waiting_for_tandem' | 'active' | 'disabled' }[]
  inbox: ReturnType<Inbox['state']>
}

export function stateOf({ installations, inbox }: { installations: ReadonlyMap<string, Installation>; inbox: Inbox }): PluginState {
  const installs = [...installations.values()].map(({ settings: { name }, install, isGone, isActive }) => ({
    name,
    state: isGone
      ? ('removed' as const)
      : install === null
        ? ('waiting_for_tandem' as const)
        : isActive
          ? ('active' as const)
          : ('disabled' as const),
  }))
  const status = installs.some(({ state }) => state === 'waiting_for_tandem') ? 'starting' : 'ready'
  return { status, installs, inbox: inbox.state() }
}

function deliveryOf(request: FastifyRequest): ProviderDelivery {
  const headers = Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value.join(', ') : value])
  return { headers: Object.fromEntries(headers), rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) }
}

const refuseForNow = (reply: FastifyReply): FastifyReply => refuse(reply, 503, 'Tandem could not be reached yet. Send it again later.')

function answer(reply: FastifyReply, { status = 200, contentType, body }: HttpAnswer = {}): FastifyReply {
  if (contentType !== undefined) reply.type(contentType)
  return reply.code(status).send(body)
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ error: { message } })
}
