import type { Identities } from '../../kernel/identities.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { done } from '../../kernel/reply.ts'
import { linkIdentity } from './link.ts'
import { signInElsewhere } from './sign-in.ts'

const signIn = { name: 'auth.oidc', access: { public: true } } as const
const link = { name: 'me.identities.link', access: { self: true, credential: 'session' } } as const

export function createIdentities(kernel: Kernel): Identities {
  return {
    signIn: (caller, claims, arrival) => kernel.takeStep(signIn, caller, (act) => signInElsewhere(act, claims, arrival)),
    async connect(caller, claims) {
      await kernel.takeStep(link, caller, async (act) => done(await linkIdentity(act, claims)))
    },
  }
}
