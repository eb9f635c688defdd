import { mayReachPrivateAddresses } from '../../config/derived.ts'
import type { ProviderSettings } from '../../identity-providers.ts'
import { createOutbound, type Outbound } from '../../outbound/outbound.ts'
import { type Check, fail, ok } from './check.ts'

const [timeoutMs, atMostBytes] = [5_000, 1_048_576]

/** The providers that people sign in by, asked what the service asks them first, by the same way out. */
export const signIn: Check = {
  name: 'sign-in',
  async run({ config }) {
    if (config.OIDC_PROVIDERS.length === 0) return [ok('with e-mail and password; OIDC_PROVIDERS is not set')]
    const outbound = createOutbound({ allowPrivate: mayReachPrivateAddresses(config), allowed: config.OUTBOUND_ALLOWED })
    const others = config.LOCAL_LOGIN ? 'Meanwhile, people with a password can sign in with it.' : 'People cannot sign in until then.'
    return Promise.all(
      config.OIDC_PROVIDERS.map(async (provider) => {
        const problem = await problemOf(provider, outbound)
        if (problem === null) return ok(`${provider.name} responds as ${provider.issuer}`)
        return fail(`${provider.name} does not respond as ${provider.issuer}: ${problem.says}`, `${problem.todo} ${others}`)
      }),
    )
  },
}

type Problem = { says: string; todo: string }

async function problemOf({ issuer }: ProviderSettings, outbound: Outbound): Promise<Problem | null> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const got = await outbound.get(url, { headers: { accept: 'application/json' }, timeoutMs, atMostBytes })
  if ('problem' in got && got.problem === 'blocked')
    return { says: 'the service is not allowed to call its address', todo: 'Add its host or network to OUTBOUND_ALLOWED.' }
  if ('problem' in got) return { says: got.problem, todo: 'Check that it is running and that this machine can reach it.' }
  const named = got.status === 200 ? issuerIn(got.body) : null
  const todo = 'Check the issuer in OIDC_PROVIDERS: it must match the provider exactly.'
  if (named === null) return { says: `${url} responds with ${got.status} and no OpenID Connect configuration`, todo }
  return new URL(named).href === new URL(issuer).href ? null : { says: `its issuer is ${named}`, todo }
}

function issuerIn(body: Uint8Array): string | null {
  try {
    const { issuer } = JSON.parse(Buffer.from(body).toString()) as { issuer?: unknown }
    return typeof issuer === 'string' && URL.canParse(issuer) ? issuer : null
  } catch {
    return null
  }
}
