import type { InputOf, OperationName } from '@tandem/contract'
import type { Attempts } from '../../src/kernel/identity/authenticate.ts'
import type { Principal } from '../../src/kernel/identity/principal.ts'
import { bodyOf } from '../../src/kernel/reply.ts'
import type { TestService } from '../kit/service.ts'

/** Uses an access token at its resource. */
export type Granted = {
  principal: Principal
  does<N extends OperationName>(name: N, input: InputOf<N>): Promise<any>
  /** The code of the refusal. */
  isRefused<N extends OperationName>(name: N, input: InputOf<N>): Promise<string>
}

const unlimited: Attempts = { lookUp: (question) => question(), failed: () => {} }

/** As a surface that takes access tokens for `resource` lets it in. Throws invalid_token. */
export async function at({ service, url }: TestService, token: string, resource = `${url}/mcp`): Promise<Granted> {
  const principal = await service.authenticator.byToken(token, unlimited, resource)
  const execute = (name: OperationName, input: unknown) => service.kernel.execute(name, { principal, address: null }, input)
  return {
    principal,
    does: async (name, input) => bodyOf((await execute(name, input)).reply),
    isRefused: (name, input) =>
      execute(name, input).then(
        () => 'allowed',
        (error) => error.code,
      ),
  }
}
