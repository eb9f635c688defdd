import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The providers of OpenID Connect that the operator trusts to identify people. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** An unencrypted answer could be changed on its way; on loopback there is no way to do that. */
const isTrustworthy = (issuer: string): boolean => {
  const { protocol, hostname, search, hash } = new URL(issuer)
  return search === '' && hash === '' && (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname)))
}

const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lowercase letters, digits and dashes: it is part of a URL'),
  name: z.string().trim().min(1).max(60),
  issuer: z.url().refine(isTrustworthy, 'must be an https URL without query and fragment'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** How the secret is sent: in a header, as every provider has to take it unless it was set up otherwise there, or in the form. */
  clientAuth: z.enum(['basic', 'post']).default('basic'),
  scopes: z.array(z.string().regex(/^\S+$/)).default(['openid', 'profile', 'email']),
  /** The claim whose values make an instance admin, such as `groups` or `realm_access.roles`. */
  roleClaim: z.string().min(1).optional(),
  adminValues: z.array(z.string().min(1)).default([]),
  /** Only people with a verified address in these domains may sign in. If absent, all accounts of the provider may. */
  allowedDomains: z.array(z.string().trim().toLowerCase().min(1)).optional(),
  /** True for a provider that verifies addresses but does not send the claim `email_verified`. */
  trustEmail: z.boolean().default(false),
})
const list = z.array(provider).refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'has the same id twice')

export type ProviderSettings = z.infer<typeof provider>

/** `setting` is the JSON itself or the path of a file with it. */
export function providersIn(setting: string, context: z.RefinementCtx): ProviderSettings[] {
  const read = readList(setting)
  if ('problem' in read) {
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  }
  const parsed = list.safeParse(read.value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  context.addIssue({ code: 'custom', message: `${issue?.path.join('.') || 'the list'}: ${issue?.message ?? 'is not valid'}` })
  return z.NEVER
}

/** The content is left out of the error: it may be a secret. */
function readList(setting: string): { value: unknown } | { problem: string } {
  const isList = setting.trimStart().startsWith('[')
  try {
    const text = isList ? setting : readFileSync(setting, 'utf8')
    try {
      return { value: JSON.parse(text) }
    } catch {
      return {
        problem: isList ? 'is not valid JSON: a quote, a comma or a bracket may be missing' : 'the file does not contain valid JSON',
      }
    }
  } catch {
    return { problem: 'is neither a JSON list, which starts with [, nor the path of a file that can be read' }
  }
}
