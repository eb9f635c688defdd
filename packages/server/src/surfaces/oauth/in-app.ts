import type { FastifyRequest } from 'fastify'
import type { AuthorizationRequest, Offer } from '../../kernel/oauth.ts'
import { placeOf } from './redirects.ts'

/** The web app puts a request to the person in place of our plain page; it asks and answers at the same address, for JSON. */
const accepted = ({ headers }: FastifyRequest): string => headers.accept ?? ''

/** Whether a browser navigates to the address, so that a person sees the answer. */
export const isNavigation = (request: FastifyRequest): boolean => accepted(request).includes('text/html')

export const isApp = (request: FastifyRequest): boolean => !isNavigation(request) && accepted(request).includes('application/json')

/** Longer ones would not survive being quoted in an address. */
const longestQuotedQuery = 4_000

/** The address of the consent page in the web app, with the query as it came; null when the query is too long to be passed on. */
export function consentInApp({ url }: FastifyRequest): string | null {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? []
  return query.length > longestQuotedQuery ? null : `../consent?request=${encodeURIComponent(query)}`
}

/** The request and the choices of the person, for the web app. */
export function askedOnWire({ client, redirectUri, isLocal, scopes }: AuthorizationRequest, offer: Offer, csrf: string) {
  const describedBy = client.id.startsWith('https://') ? new URL(client.id).hostname : null
  return { asked: { clientName: client.name, describedBy, place: placeOf(redirectUri), isLocal, scopes, offer, csrf } }
}
