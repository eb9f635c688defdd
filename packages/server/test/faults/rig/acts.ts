import { randomUUID } from 'node:crypto'
import type { Answer, Question } from './ask.ts'
import type { Board, Credential, World } from './world.ts'

/** The tables in which the checker (effects.ts) looks for the text of an act. */
export type Place = 'activities' | 'comments' | 'checklist_items' | 'session_events' | 'tokens'

/** One logical mutation of a writer. */
export type Act = {
  mutationId: string
  by: Credential
  question: Question
  /** How many activities it appends, by board. */
  activities: Record<string, number>
  /** How often its id, which is its text, must be found in each place. */
  marks: Partial<Record<Place, number>>
  answer: Answer | null
}

type Card = { id: string; board: Board }
type Item = { id: string; board: Board }
type Session = { id: string; board: Board; cardId: string; progressed: boolean }

/** The records that writers act on: `Commons` are shared by all, `Belongings` are of one writer. */
export type Commons = { world: World; cards: Card[] }
export type Belongings = { items: Item[]; session: Session | null; worked: Set<string> }

type Choice = { act: Act; learn(answer: Answer): void }
type Maker = (writer: { commons: Commons; own: Belongings; as: Credential }) => Choice | null

/** The next act of a writer: a random kind among those that are possible now. */
export function chooseAct(commons: Commons, own: Belongings, as: Credential): Choice {
  for (;;) {
    const make = pick(as.kind === 'human' ? ofPeople : ofAgents)
    const choice = make?.({ commons, own, as })
    if (choice) return choice
  }
}

const createCard: Maker = ({ commons, as }) => {
  const board = pick(commons.world.boards)
  const listId = board && pick(board.listIds)
  if (!board) return null
  return choice(
    as,
    board,
    { method: 'POST', path: `/api/lists/${listId}/cards`, body: { title: '$id' }, marks: { activities: 1 } },
    (answer) => commons.cards.push({ id: answer.body.id, board }),
  )
}

const renameCard: Maker = ({ commons, as }) => onCard(commons, as, 'PATCH', '', { title: '$id' }, { activities: 1 })

const moveCard: Maker = ({ commons, as }) => {
  const card = pick(commons.cards)
  return card
    ? choice(as, card.board, { method: 'PATCH', path: `/api/cards/${card.id}`, body: { listId: pick(card.board.listIds) }, marks: {} })
    : null
}

const comment: Maker = ({ commons, as }) => onCard(commons, as, 'POST', '/comments', { body: '$id' }, { activities: 1, comments: 1 })

const addItem: Maker = ({ commons, own, as }) => {
  const card = pick(commons.cards)
  if (!card) return null
  const marks = { activities: 1, checklist_items: 1 }
  return choice(as, card.board, { method: 'POST', path: `/api/cards/${card.id}/checklist-items`, body: { text: '$id' }, marks }, (answer) =>
    own.items.push({ id: answer.body.id, board: card.board }),
  )
}

const tickItem: Maker = ({ own, as }) => {
  const item = own.items.shift()
  return item ? choice(as, item.board, { method: 'PATCH', path: `/api/checklist-items/${item.id}`, body: { done: true }, marks: {} }) : null
}

/** A private act: it locks the actor and is recorded in the audit log. */
const mintToken: Maker = ({ as }) =>
  choice(as, null, { method: 'POST', path: '/api/tokens', body: { label: '$id', scopes: ['boards:read'] }, marks: { tokens: 1 } })

/** A private act that is recorded on every board of the actor. */
const renameMyself: Maker = ({ commons, as }) => {
  const { boards, spare } = commons.world
  const made = choice(as, null, { method: 'PATCH', path: '/api/me', body: { name: '$id' }, marks: { activities: boards.length + 1 } })
  for (const board of [...boards, spare]) made.act.activities[board.id] = 1
  return made
}

const workOnCard: Maker = ({ commons, own, as }) => {
  const { session } = own
  if (!session) return openSession(commons, own, as)
  const path = `/api/sessions/${session.id}/events`
  const marks = { activities: 1, session_events: 1 }
  if (session.progressed)
    return choice(as, session.board, { method: 'POST', path, body: { op: 'complete', summary: '$id' }, marks }, () => {
      own.session = null
    })
  return choice(as, session.board, { method: 'POST', path, body: { op: 'progress', note: '$id' }, marks }, () => {
    session.progressed = true
  })
}

function openSession(commons: Commons, own: Belongings, as: Credential): Choice | null {
  const card = pick(commons.cards)
  if (!card || own.worked.has(card.id)) return null
  own.worked.add(card.id)
  return choice(as, card.board, { method: 'POST', path: `/api/cards/${card.id}/sessions`, body: {}, marks: {} }, (answer) => {
    own.session = { id: answer.body.id, board: card.board, cardId: card.id, progressed: false }
  })
}

const onBoards = [createCard, createCard, renameCard, moveCard, moveCard, comment, addItem, tickItem]
const ofPeople = [...onBoards, mintToken, renameMyself]
const ofAgents = [...onBoards, workOnCard, workOnCard, workOnCard]

function onCard(commons: Commons, as: Credential, method: string, below: string, body: object, marks: Act['marks']): Choice | null {
  const card = pick(commons.cards)
  return card ? choice(as, card.board, { method, path: `/api/cards/${card.id}${below}`, body, marks }) : null
}

function choice(
  as: Credential,
  board: Board | null,
  what: { method: string; path: string; body: object; marks: Act['marks'] },
  learn: (answer: Answer) => void = () => {},
): Choice {
  const mutationId = `act-${randomUUID()}`
  const body = { ...(JSON.parse(JSON.stringify(what.body).replace('$id', mutationId)) as object), clientMutationId: mutationId }
  const question = { method: what.method, path: what.path, headers: as.headers, body }
  const activities: Record<string, number> = board ? { [board.id]: 1 } : {}
  return { act: { mutationId, by: as, question, activities, marks: what.marks, answer: null }, learn }
}

export function pick<T>(from: readonly T[]): T | undefined {
  return from[Math.floor(Math.random() * from.length)]
}
