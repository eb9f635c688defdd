import { type OutputOf, TandemError } from '@tandem/contract'
import { type Context, verdictOf } from '@tandem/plugin-kit'
import { seeCard } from './card.ts'
import { type Channel, channelOf, channelsOf, wants } from './channels.ts'
import type { Deps } from './deps.ts'
import type { Asked } from './event.ts'
import { asPerson, type Person } from './people.ts'
import { escaped, linked, short } from './text.ts'
import { inEach, showCard } from './thread.ts'

/**
 * Makes a card for someone in the channel, at the end of its list. The token of a person may make none, so the plugin does, for those who
 * may themselves: a viewer gets nothing here that the board refuses them.
 */
export type NewCard = { title: string; description: (author: string) => string; external?: boolean }

export async function createCard(event: Asked, person: Person, card: NewCard, context: Context, deps: Deps): Promise<void> {
  const { slack, respond, inSerial } = deps
  const { install, tandem, mutationId } = context
  const outline = await asPerson(event, context, respond, () => person.tandem.call('board.outline', { boardId: install.boardId }))
  if (!outline) return
  const member = outline.members.find(({ actorId }) => actorId === person.actorId)
  if (!member || member.role === 'viewer') return respond(event.responseUrl, 'Your role on this board is read-only.', context)
  const open = outline.lists.filter(({ archivedAt }) => archivedAt === null)
  const list = listForNew(open, channelOf(install, event.channelId)?.listId)
  if (!list) return respond(event.responseUrl, 'This board has no lists yet. Create one first.', context)

  const description = short(card.description(member.name), 20_000)
  const input = {
    listId: list.id,
    title: short(card.title, 500),
    description,
    external: card.external,
    clientMutationId: mutationId('card'),
  }
  const made = await unlessRefused(() => tandem.call('card.create', input))
  if (typeof made === 'string') return respond(event.responseUrl, `The card was not created: ${escaped(made, 500)}`, context)
  // The board sends this plugin no events of its own acts.
  await inSerial(`${install.name} ${made.id}`, async () => {
    const seen = await seeCard(made.id, context)
    const followsCreated = (channel: Channel) => channel.channelId === event.channelId || wants(channel, 'card.created')
    if (seen)
      await inEach(channelsOf(install).filter(followsCreated), context, (channelId) => showCard(channelId, { seen, context, slack }))
  })
  await respond(event.responseUrl, `${linked(install.cardUrl(made.key), made.key)} was created in ${escaped(list.name, 200)}.`, context)
}

type List = OutputOf<'board.outline'>['lists'][number]

/** The list that the channel names, else the first one for work that has not begun: its category says so. */
const listForNew = (open: readonly List[], listId: string | undefined): List | undefined =>
  open.find(({ id }) => id === listId) ??
  open.find(({ category }) => category === 'backlog') ??
  open.find(({ category }) => category === 'ready') ??
  open[0]

/** A lasting refusal of Tandem: the person who asked gets its message. */
async function unlessRefused<T>(act: () => Promise<T>): Promise<T | string> {
  try {
    return await act()
  } catch (failure) {
    const isFinal = failure instanceof TandemError && verdictOf(failure).next === 'set_aside'
    if (!isFinal) throw failure
    return failure.message
  }
}
