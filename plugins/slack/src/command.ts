import type { Work, WorkCard } from '@tandem/contract'
import { type Context, inert } from '@tandem/plugin-kit'
import { section } from './card.ts'
import { createCard } from './create.ts'
import type { Deps } from './deps.ts'
import type { SlackEvent } from './event.ts'
import { asPerson, type Person, personOf } from './people.ts'
import { escaped, linked, short } from './text.ts'

/** `/tandem create …`, `/tandem search …`, `/tandem my work`: as a member of the board, and answered to them alone. */
type Command = SlackEvent & { kind: 'command' }
type Run = (words: string, event: Command, person: Person, context: Context, deps: Deps) => Promise<void>

const commands: Readonly<Record<string, Run>> = { create, search, my: mine, work: mine }

const mostRows = 10
const help = [
  '`/tandem create <title>` creates a card in the list of this channel',
  '`/tandem search <words>` searches the cards of the board',
  '`/tandem my work` shows what is waiting for you here',
].join('\n')

export async function runCommand(event: Command, context: Context, deps: Deps): Promise<void> {
  const [name = '', words = ''] = split(event.text)
  const run = Object.hasOwn(commands, name.toLowerCase()) ? commands[name.toLowerCase()] : undefined
  if (!run) return deps.respond(event.responseUrl, help, context)
  const person = await personOf(event, context, deps, 'run the command again')
  if (person) await run(words, event, person, context, deps)
}

function split(text: string): [string, string] {
  const [, name = '', words = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  return [name, words.trim()]
}

async function create(title: string, event: Command, person: Person, context: Context, deps: Deps): Promise<void> {
  if (title === '') return deps.respond(event.responseUrl, 'Add a title for the card: `/tandem create Fix the login`.', context)
  await createCard(
    event,
    person,
    { title: title.replaceAll(/\s+/g, ' '), description: (author) => `From Slack, by ${inert(author)}.` },
    context,
    deps,
  )
}

async function search(words: string, event: Command, person: Person, context: Context, { respond }: Deps): Promise<void> {
  if (words === '') return respond(event.responseUrl, 'Add words to search for: `/tandem search login`.', context)
  const { boardId } = context.install
  const input = { q: short(words, 500), boardId, limit: mostRows }
  const hits = await asPerson(event, context, respond, () => person.tandem.call('search.cards', input))
  if (!hits) return
  const text = hits.length === 0 ? `No card of ${escaped(context.install.boardName, 200)} matches.` : rows(hits, context)
  await respond(event.responseUrl, text, context, [section(text)])
}

async function mine(_words: string, event: Command, person: Person, context: Context, { respond }: Deps): Promise<void> {
  const work = await asPerson(event, context, respond, () => person.tandem.call('me.work', { limit: mostRows }))
  if (!work) return
  const text = workText(work, context)
  await respond(event.responseUrl, text, context, [section(text)])
}

/** Their token sees this board alone. */
function workText({ assigned, sessions_awaiting_me: awaiting }: Work, context: Context): string {
  const questions = awaiting
    .slice(0, mostRows)
    .map(({ cardKey, question }) => `❓ ${linked(context.install.cardUrl(cardKey), cardKey)} ${escaped(question?.question ?? '', 150)}`)
  const parts = [...questions, ...(assigned.length > 0 ? [rows(assigned, context)] : [])]
  return parts.length === 0 ? `Nothing on ${escaped(context.install.boardName, 200)} is waiting for you.` : parts.join('\n')
}

type Row = Pick<WorkCard, 'key' | 'title' | 'completedAt'>
const rows = (cards: readonly Row[], { install }: Context): string =>
  cards
    .slice(0, mostRows)
    .map(
      ({ key, title, completedAt }) => `${completedAt === null ? '▫️' : '✅'} ${linked(install.cardUrl(key), key)} ${escaped(title, 150)}`,
    )
    .join('\n')
