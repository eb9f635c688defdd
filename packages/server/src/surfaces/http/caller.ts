import { dryRunPreference, generationHeader, refusal, sessionHeader } from '@tandem/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../kernel/kernel.ts'
import { longestAccepted } from '../../texts/language.ts'

/** The caller of a request, for the kernel. */
export const callerOf = ({ principal, ip, trace, headers }: FastifyRequest): Caller => ({
  principal,
  address: ip,
  trace,
  sessionId: headers[sessionHeader]?.toString(),
  sessionGeneration: generationIn(headers[generationHeader]),
  device: headers['user-agent']?.slice(0, longestDevice) ?? null,
  languages: headers['accept-language']?.slice(0, longestAccepted),
})

/** NaN for what is no number: the door refuses it where it matters. */
const generationIn = (header: string | string[] | undefined): number | undefined =>
  header === undefined ? undefined : Number(/^\d+$/.exec(header.toString())?.[0])

/** Preferences are a list, each with parameters, which we do not use (RFC 7240). */
export const prefersDryRun = ({ headers }: FastifyRequest): boolean =>
  String(headers.prefer ?? '')
    .split(',')
    .some((one) => one.split(';')[0]?.trim().toLowerCase() === dryRunPreference)

/** For routes that act but cannot be tried: they refuse before they do anything. A hook of the route. */
export async function refuseDryRun(request: FastifyRequest): Promise<void> {
  if (prefersDryRun(request)) throw refusal('dryRunNotHere')
}

/** Maximum length in UTF-16 code units. */
const longestDevice = 300
