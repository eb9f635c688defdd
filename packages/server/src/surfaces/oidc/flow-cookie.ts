import { refusal } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isPublicProfile } from '../../config/derived.ts'
import type { Config } from '../../config.ts'
import type { Seal } from '../../seal.ts'

/**
 * The state of a sign-in, sealed in a cookie of the browser that began it, for ten minutes. In another browser there is no sign-in to
 * complete.
 */
const flow = z.object({
  providerId: z.string(),
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  /** The path to go to after signing in, on our own origin. */
  next: z.string(),
  inviteToken: z.string().optional(),
  timezone: z.string().optional(),
  /** The actor who connects an account, instead of signing in. */
  linkTo: z.string().optional(),
  endsAtMs: z.number(),
})
export type Flow = z.infer<typeof flow>

export const flowMs = 600_000
const name = 'kb_oidc'
const context = 'oidc/flow/cookie'

type Deps = { config: Config; seal: Seal }

export function keepFlow({ config, seal }: Deps, request: FastifyRequest, reply: FastifyReply, kept: Flow): void {
  reply.setCookie(name, seal.seal(JSON.stringify(kept), context), { ...flags(config, request), maxAge: flowMs / 1_000 })
}

/** It is used once, also when the sign-in fails. Throws for one that is not there, has run out, or was begun with another provider. */
export function takeFlow(
  { config, seal }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  at: { providerId: string; nowMs: number },
): Flow {
  reply.clearCookie(name, flags(config, request))
  const kept = opened(seal, request.cookies[name])
  if (!kept || kept.providerId !== at.providerId || kept.endsAtMs <= at.nowMs) throw refusal('signInElsewhere')
  return kept
}

function opened(seal: Seal, blob: string | undefined): Flow | null {
  try {
    return blob === undefined ? null : flow.parse(JSON.parse(seal.open(blob, context)))
  } catch {
    return null
  }
}

/** Lax: the browser comes back from the provider's site, by a link. */
const flags = (config: Config, request: FastifyRequest) =>
  ({ path: '/oidc', httpOnly: true, sameSite: 'lax', secure: isPublicProfile(config) || request.protocol === 'https' }) as const
