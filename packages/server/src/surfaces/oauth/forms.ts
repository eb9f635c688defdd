import { parse } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { OAuthRefusal } from '../../kernel/oauth.ts'
import { refuseInQuery } from '../http/body.ts'
import { refuseManyFields } from '../http/body-size.ts'

/** Lets the routes of `app` take forms in bodies. */
export function takeForms(app: FastifyInstance): void {
  app.register(formbody, {
    parser(form) {
      refuseManyFields(form)
      return parse(form, '&', '=', { maxKeys: 0 })
    },
  })
}

/** The parameters of a query or a form. Throws for a duplicate: a check might read the other one. */
export function parametersIn(sent: unknown): Partial<Record<string, string>> {
  const parameters = { ...(sent as Record<string, unknown>) }
  refuseInQuery(parameters)
  const twice = Object.entries(parameters).find(([, value]) => typeof value !== 'string')
  if (twice)
    throw new OAuthRefusal(
      'invalid_request',
      `${JSON.stringify(twice[0].slice(0, 100))} must be sent exactly once, as text.`,
      'consentRequestUnfit',
    )
  // A parameter without a value counts as left out (RFC 6749 §3.1).
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== '')) as Partial<Record<string, string>>
}

/** Every value of one field of a form. */
export function valuesOf(sent: unknown, name: string): string[] {
  const form = { ...(sent as Record<string, unknown>) }
  refuseInQuery(form)
  return [form[name] ?? []].flat().filter((value): value is string => typeof value === 'string')
}
