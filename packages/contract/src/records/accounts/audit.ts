import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A private act, or one without a board. Never contains a secret. Specification: decisions §1. */
export const auditEntry = z
  .object({
    id,
    actorId: id.nullable().describe('null if no actor is known, as in a login with an unknown e-mail.'),
    act: z.string().describe('The operation, such as token.create.'),
    outcome: z.string().describe('`ok`, or the code of the error.'),
    credential: z.string().nullable().describe('`session`, or `token:<id>`.'),
    address: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()).nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntry>

/** The acts in the audit log that are no operations: steps of protocols, replies by e-mail, and commands of the administration. */
export const auditSteps = [
  'auth.oidc',
  'mail.refused',
  'mail.unopened',
  'me.identities.link',
  'oauth.client.register',
  'oauth.consent',
  'oauth.token.exchange',
  'oauth.token.refresh',
  'oauth.token.revoke',
  'restore',
  'secrets.rewrap',
  'user.erase',
  'user.reset',
  'user.update',
] as const
export type AuditStep = (typeof auditSteps)[number]
