import type { Client } from '@tandem/client'
import type { InputOf, OutputOf } from '@tandem/contract'
import { isId } from './find/among.ts'
import { findOwnSession } from './find/card.ts'
import { newsLines } from './format/news.ts'
import { count } from './read-option.ts'
import { type OptionSpec, type Shown, text } from './spec.ts'
import { readStdin } from './terminal/ask.ts'

/** Options of commands with which an agent reports from a script. Specification: beyond §2 and §3. */
export const inSession = {
  session: {
    hint: '<session>',
    about: 'your session, by its id or the key of its card',
    isRequired: true,
    variable: 'TANDEM_SESSION',
  } as OptionSpec<string>,
  generation: { ...count('n', 'generation of your lease, if the session was claimed'), variable: 'TANDEM_GENERATION' },
}
export const withNews = {
  ...inSession,
  newsCursor: text('cursor', 'the news.cursor of an earlier answer, so that its news is not repeated'),
}

export const stopText = 'a person has asked you to stop. Run tandem work fail to end the session.'

type Which = { session: string; newsCursor: string | undefined }
type Given = Which & { generation: number | undefined }
type Report = Omit<InputOf<'session.post'>, 'sessionId' | 'generation' | 'newsCursor'>
type Reply = Pick<OutputOf<'session.heartbeat'>, 'session' | 'news'>

export async function report(client: Client, given: Given, what: Report): Promise<Shown> {
  const reply = await post(client, given, what)
  return { value: reply, text: stateText(reply) }
}

/** The generation is never looked up: a process that has lost its lease would get that of the next claim. */
export async function post(client: Client, { generation, ...which }: Given, what: Report): Promise<OutputOf<'session.post'>> {
  return client.call('session.post', { ...(await whichOf(client, which)), ...what, ...(generation !== undefined && { generation }) })
}

export async function whichOf(client: Client, { session, newsCursor }: Which): Promise<{ sessionId: string; newsCursor?: string }> {
  const sessionId = isId(session) ? session : (await findOwnSession(client, session)).id
  return { sessionId, ...(newsCursor !== undefined && { newsCursor }) }
}

export function stateText({ session: { cardKey, state, endedAt, stopRequestedAt }, news }: Reply): string {
  const isStopping = stopRequestedAt !== null && endedAt === null
  return `${cardKey} is ${state}.${isStopping ? `\n${cardKey}: ${stopText}` : ''}${newsLines(news)}`
}

export const said = async (words: readonly string[], what: string): Promise<string> =>
  words.length > 0 ? words.join(' ') : readStdin(what)
