import type { Client } from '@tandem/client'
import type { Actor, Token } from '@tandem/contract'
import { oneAmong } from './among.ts'

/** An agent of the user, by handle, id or name. Throws Complaint. */
export async function findAgent(client: Client, text: string): Promise<Actor> {
  return oneAmong(await client.call('agent.list'), text.replace(/^@/, ''), {
    what: 'agent of yours',
    names: ({ handle, name }) => [handle, name],
    show: ({ handle }) => `@${handle}`,
    instead: 'Run tandem agent list to see them.',
  })
}

/** A token of the user or of one of their agents, by id, label or last four characters. Throws Complaint. */
export async function findToken(client: Client, text: string): Promise<Token> {
  return oneAmong(await client.call('token.list'), text.replace(/^…/, ''), {
    what: 'token of yours',
    names: ({ label, lastFour }) => [label, lastFour],
    show: ({ label, lastFour }) => `${label} (…${lastFour})`,
    instead: 'Run tandem token list to see them.',
  })
}
