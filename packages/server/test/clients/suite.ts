import type { IncomingMessage } from 'node:http'
import type { TestContext } from 'vitest'
import type { TestService } from '../kit/service.ts'
import { commandOf, environmentIn, type Ran, run } from './program.ts'

/** The conformance suite of the protocol. */
export const suite = (context: Pick<TestContext, 'skip'>): readonly string[] =>
  commandOf(context, '@modelcontextprotocol/conformance', 'conformance')

/** How a server does in the scenarios that a revision of the protocol requires, and in some that it does not. */
export async function examine(
  context: Pick<TestContext, 'skip'>,
  { url }: TestService,
  { revision, home }: { revision: string; home: string },
): Promise<Ran & { verdicts: Map<string, string> }> {
  const ran = await run(suite(context), ['server', '--url', `${url}/mcp`, '--requirements', revision], {
    env: environmentIn(home),
    patienceMs: 120_000,
  })
  const said = ran.out.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gm)
  return { ...ran, verdicts: new Map([...said].map(([, mark, name = '', passed, failed]) => [name, `${mark} ${passed} ${failed}`])) }
}

/** The suite sends no credential: a listener in front of the service adds a token to requests without one. */
export function lendToken({ service }: TestService, token: string): void {
  service.app.server.prependListener('request', (request: IncomingMessage) => {
    request.headers.authorization ??= `Bearer ${token}`
  })
}
