import { mayReachPrivateAddresses } from '../../config/derived.ts'
import type { ProviderSettings } from '../../identity-providers.ts'
import { createOutbound, type Outbound } from '../../outbound/outbound.ts'
import { type Check, fail, ok } from './check.ts'

const [timeoutMs, atMostBytes] = [5_000, 1_048_576]

/** The providers that people sign in by, asked what the service asks them first, by the same way out. */
export const signIn: Check = {
  name: 'sign-in',
  async run({ config }) {
    if (config.OIDC_PROVIDERS.length === 0) return [ok('by e-mail and password; there are no OIDC_PROVIDERS')]
    const outbound = createOutbound({ allowPrivate: mayReachPrivateAddresses(config), allowed: config.OUTBOUND_ALLOWED })
    const others = config.LOCAL_LOGIN ? 'People with a password can sign in with it meanwhile.' : 'People cannot sign in until then.'
    return Promise.all(
      config.OIDC_PROVIDERS.map(async (provider) => {
        const problem = await problemOf(provider, outbound)
        if (problem === null) return ok(`${provider.name} answers as ${provider.issuer}`)
        return fail(`${provider.name} does not answer as ${provider.issuer}: ${problem.says}`, `${problem.todo} ${others}`)
      }),
    )
  },
}

type Problem = { says: string; todo: string }

async function problemOf({ issuer }: ProviderSettings, outbound: Outbound): Promise<Problem | null> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const got = await outbound.get(url, { headers: { accept: 'application/json' }, timeoutMs, atMostBytes })
  if ('problem' in got && got.problem === 'blocked')
    return { says: 'the service may not call its address', todo: 'Name its host or network in OUTBOUND_ALLOWED.' }
  if ('problem' in got) return { says: got.problem, todo: 'Check that it runs, and that this machine reaches it.' }
  const named = got.status === 200 ? issuerIn(got.body) : null
  const todo = 'Check the issuer in OIDC_PROVIDERS: it is to be written exactly as the provider does.'
  if (named === null) return { says: `${url} answers ${got.status}, and no description of a provider`, todo }
  return new URL(named).href === new URL(issuer).href ? null : { says: `it calls itself ${named}`, todo }
}

function issuerIn(body: Uint8Array): string | null {
  try {
    const { issuer } = JSON.parse(Buffer.from(body).toString()) as { issuer?: unknown }
    return typeof issuer === 'string' && URL.canParse(issuer) ? issuer : null
  } catch {
    return null
  }
}
