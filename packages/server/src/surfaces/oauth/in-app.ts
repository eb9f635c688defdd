import type { FastifyRequest } from 'fastify'
import type { AuthorizationRequest, Offer } from '../../kernel/oauth.ts'
import { placeOf } from './redirects.ts'

/** The web app puts a request to the person in place of our plain page; it asks and answers at the same address, for JSON. */
const accepted = ({ headers }: FastifyRequest): string => headers.accept ?? ''

/** A browser that goes to an address: a person sees what comes. */
export const isNavigation = (request: FastifyRequest): boolean => accepted(request).includes('text/html')

export const isApp = (request: FastifyRequest): boolean => !isNavigation(request) && accepted(request).includes('application/json')

/** Longer ones would not survive being quoted in an address. */
const longestQuotedQuery = 4_000

/** Where the app asks the person, with the query as it came; null when it is too long to be handed on. */
export function consentInApp({ url }: FastifyRequest): string | null {
  const [, query = ''] = /\?(.*)$/s.exec(url) ?? []
  return query.length > longestQuotedQuery ? null : `../consent?request=${encodeURIComponent(query)}`
}

/** What the person is to know and can choose. */
export function askedOnWire({ client, redirectUri, isLocal, scopes }: AuthorizationRequest, offer: Offer, csrf: string) {
  const describedBy = client.id.startsWith('https://') ? new URL(client.id).hostname : null
  return { asked: { clientName: client.name, describedBy, place: placeOf(redirectUri), isLocal, scopes, offer, csrf } }
}
