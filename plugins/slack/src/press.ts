import { isStateConflict } from '@tandem/contract'
import type { Context } from '@tandem/plugin-kit'
import { seeCard } from './card.ts'
import type { Deps } from './deps.ts'
import type { SlackEvent } from './event.ts'
import { asPerson, personOf } from './people.ts'
import { learnAnswer } from './post-session.ts'
import { dialogueOf } from './question.ts'
import { escaped } from './text.ts'

/** Answers the question as the person who pressed. The first answer counts, from Slack or from the board. Specification: decisions §4. */
export async function answerByPress(event: SlackEvent & { kind: 'press' }, context: Context, deps: Deps): Promise<void> {
  const { sessionId, questionEventId, answer } = event
  const { slack, respond, inSerial } = deps
  const person = await personOf(event, context, deps, 'press again')
  if (!person) return
  const clientMutationId = context.mutationId('answer')
  const given = await asPerson(event, context, respond, () =>
    orWhyNot(() => person.tandem.call('session.answer', { sessionId, answer, questionEventId, clientMutationId })),
  )
  if (given === null) return
  if (typeof given === 'string') return respond(event.responseUrl, given, context)
  // The board sends this plugin no events of its own acts.
  const { cardId } = given.session
  await inSerial(`${context.install.name} ${cardId}`, async () => {
    const seen = await seeCard(cardId, context)
    const news = { sessionId, eventId: given.event.id, answer, byActorId: person.actorId }
    if (seen) await learnAnswer(news, { seen, context, slack })
  })
  if (!isKnown(sessionId, questionEventId, context)) await respond(event.responseUrl, 'Your answer was sent.', context)
}

/** A message that this plugin does not remember cannot be changed: then only the person who pressed gets the result. */
const isKnown = (sessionId: string, questionEventId: string, context: Context): boolean =>
  dialogueOf(sessionId, context).questions.some(({ eventId }) => eventId === questionEventId)

/** The refusal names who or what was first. The agent is told of the late answer all the same. */
async function orWhyNot<T extends object>(act: () => Promise<T>): Promise<T | string> {
  try {
    return await act()
  } catch (failure) {
    if (isStateConflict(failure)) return escaped(failure.message, 1_000)
    throw failure
  }
}
