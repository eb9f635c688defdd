import { type Context, inert, quoted } from '@tandem/plugin-kit'
import { createCard } from './create.ts'
import type { Deps } from './deps.ts'
import type { SlackEvent } from './event.ts'
import { personOf } from './people.ts'
import { short } from './text.ts'

/**
 * Makes a card of a message: its first line is the title, the whole of it stands in the description, quoted, with the way back. Anyone in
 * the channel may have written it.
 */
export async function cardFromMessage(event: SlackEvent & { kind: 'shortcut' }, context: Context, deps: Deps): Promise<void> {
  const title = event.text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim()
  if (title === undefined) return deps.respond(event.responseUrl, 'This message has no text to create a card from.', context)
  const person = await personOf(event, context, deps, 'choose it again')
  if (!person) return
  const permalink = await deps.slack.permalink(event.channelId, event.messageTs)
  const source = permalink === null ? 'a message in Slack' : `[a message in Slack](${permalink})`
  const description = (author: string) => `From ${source}, by ${inert(author)}:\n\n${quoted(event.text, 10_000)}`
  await createCard(event, person, { title: short(title, 200), description, external: true }, context, deps)
}
