import type { Step } from '../example.ts'
import { boardId, doing, done, otherCardId, scout, toDo } from '../story.ts'

/** The steps before every example. Steps given by name have their example at their operation. */
export const opening = [
  'auth.register',
  'board.create',
  'list.create',
  { do: 'list.create', input: { boardId, name: 'Doing' }, gives: { id: doing } },
  { do: 'list.create', input: { boardId, name: 'Done' }, gives: { id: done } },
  'agent.create',
  'token.create',
  { do: 'member.add', input: { boardId, actorId: scout, role: 'member' } },
  'card.create',
  { do: 'card.create', input: { listId: toDo, title: 'Book the hall' }, gives: { id: otherCardId } },
] as const satisfies readonly Step[]
