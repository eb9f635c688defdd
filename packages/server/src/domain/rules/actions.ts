import { type RuleAction, refusal, type Verb } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ListEndRow } from '../../db/tables/boards/lists.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { truncate } from '../../kernel/common/truncate.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { assign } from '../cards/assignees.ts'
import { createCard } from '../cards/create.ts'
import { keyOf } from '../cards/summary.ts'
import { updateCard } from '../cards/update.ts'
import { addItem } from '../checklists/handlers.ts'
import { writeComment } from '../comments/write.ts'
import { clearFieldValue, setFieldValue } from '../fields/on-cards.ts'
import { labelCard, unlabelCard } from '../labels/on-cards.ts'
import { delegateCard } from '../sessions/delegation.ts'
import { watchersOfCard } from '../watches/handlers.ts'

/** The actions of rules: each calls the same operation as a caller would, as the automation. Specification: decisions §5. */
export type Doing = {
  tx: Mutation<Verb>
  /** Null if the rule was not triggered by a card. */
  card: CardFaceRow | null
  /** The actor of the activity that triggered the rule. */
  actorName: string
  /** Messages by recipient. */
  messages: Map<string, Message[]>
}
export type Message = { text: string; isOutside: boolean }
type Act<T extends RuleAction['type']> = (doing: Doing, action: Extract<RuleAction, { type: T }>) => Promise<unknown>

const readList = sql<ListEndRow>('select * from list_ends where board_id = $1 and id = $2')
/** Places among the cards that are not archived. */
const atEnd = {
  top: sql<{ id: string }>('select id from cards where board_id = $1 and list_id = $2 and archived_at is null order by rank limit 1'),
  bottom: sql<{ id: string }>(
    'select id from cards where board_id = $1 and list_id = $2 and archived_at is null order by rank desc limit 1',
  ),
}
/** `$3` true leaves out the agents: a text from outside lies in no inbox of theirs. */
const membersAmong = sql<{ actorId: string }>(
  `select actor_id from members where board_id = $1 and actor_id = any ($2::uuid[])
    and (not $3 or exists (select from actors a where a.id = actor_id and a.kind = 'human')) order by actor_id`,
)

const acts: { [T in RuleAction['type']]: Act<T> } = {
  async move_card(doing, { listId, position }) {
    const { tx, target } = onCard(doing)
    const end = position && (await tx.row(atEnd[position], [tx.board.id, listId]))
    if (target.listId === listId && (!end || end.id === target.id)) return
    await updateCard({ ...tx, target }, { cardId: target.id, listId, ...(position === 'top' && { beforeId: null }) })
  },
  add_label: (doing, { labelId }) => on(doing, (tx, cardId) => labelCard(tx, { cardId, labelId })),
  remove_label: (doing, { labelId }) => on(doing, (tx, cardId) => unlabelCard(tx, { cardId, labelId })),
  assign: (doing, { actorId }) => on(doing, (tx, cardId) => assign(tx, { cardId, actorId })),
  delegate: (doing, { agentActorId }) => on(doing, (tx, cardId) => delegateCard(tx, { cardId, agentActorId })),
  set_priority: (doing, { priority }) => on(doing, (tx, cardId) => updateCard(tx, { cardId, priority })),
  set_field: (doing, { fieldId, value }) =>
    on<unknown>(doing, (tx, cardId) =>
      value === null ? clearFieldValue(tx, { cardId, fieldId }) : setFieldValue(tx, { cardId, fieldId, value }),
    ),
  complete_card: (doing) =>
    on(doing, async (tx, cardId) => tx.target.completedAt ?? (await updateCard(tx, { cardId, completedAt: tx.now }))),
  reopen_card: (doing) => on(doing, (tx, cardId) => updateCard(tx, { cardId, completedAt: null })),
  archive_card: (doing) => on(doing, (tx, cardId) => updateCard(tx, { cardId, archived: true })),
  add_comment: (doing, { body }) =>
    on(doing, (tx, cardId) =>
      writeComment(tx, { cardId, body: written(body, doing, longestText), external: tellsOutside(doing, body) }, body),
    ),
  add_checklist_item: (doing, { text }) =>
    on(doing, (tx, cardId) => addItem(tx, { cardId, text: written(text, withoutOutside(doing), longestTitle) })),
  async create_card(doing, action) {
    const { tx } = doing
    const { listId, title, description, labelIds, assigneeActorIds } = action
    const target = await tx.row(readList, [tx.board.id, listId])
    if (!target) throw refusal('ruleMissingList')
    const texts = { title: written(title, doing, longestTitle), description: written(description ?? '', doing, longestText) }
    if (texts.title.trim() === '') throw refusal('ruleEmptyTitle')
    const external = tellsOutside(doing, title, description)
    await createCard({ ...tx, target }, { listId, ...texts, external, labelIds, assigneeActorIds })
  },
  async notify(doing, { to, message }) {
    const { tx, messages } = doing
    const said = { text: written(message, doing, longestText), isOutside: tellsOutside(doing, message) }
    const recipients = await tx.rows(membersAmong, [tx.board.id, await named(doing, to), said.isOutside])
    for (const { actorId } of recipients) messages.set(actorId, [...(messages.get(actorId) ?? []), said])
  },
}

/** The limits of the operations: the texts of a rule are not validated again. */
const [longestTitle, longestText] = [500, 100_000]

/** Does one action. Throws the error of the operation. */
export async function act(doing: Doing, action: RuleAction): Promise<unknown> {
  return (acts[action.type] as Act<RuleAction['type']>)(doing, action)
}

/** Whether it cannot be done without a card. */
export const needsCard = (action: RuleAction): boolean =>
  action.type !== 'create_card' && !(action.type === 'notify' && Array.isArray(action.to))

type OnCard = Mutation<Verb> & { target: CardFaceRow }

function on<T>(doing: Doing, change: (tx: OnCard, cardId: string) => Promise<T>): Promise<T> {
  const { tx, target } = onCard(doing)
  return change({ ...tx, target }, target.id)
}

function onCard({ tx, card }: Doing): { tx: Mutation<Verb>; target: CardFaceRow } {
  if (!card) throw refusal('ruleNoTarget')
  return { tx, target: card }
}

async function named(doing: Doing, to: 'assignees' | 'watchers' | string[]): Promise<string[]> {
  if (Array.isArray(to)) return to
  const { tx, target } = onCard(doing)
  if (to === 'assignees') return target.assigneeIds
  return (await tx.rows(watchersOfCard, [tx.board.id, target.id])).map((row) => row.actorId)
}

/** Whether a title that came from outside the board is filled in: then the whole text is from outside. */
const tellsOutside = ({ card }: Doing, ...templates: (string | undefined)[]): boolean =>
  card?.titleExternal === true && templates.some((template) => template !== undefined && titlePlaceholder.test(template))
const titlePlaceholder = /\{\{\s*card\.title\s*\}\}/

/** Agents do what checklists say: the key of the card stands for a title from outside. */
const withoutOutside = (doing: Doing): Doing =>
  doing.card?.titleExternal ? { ...doing, card: { ...doing.card, title: keyOf(doing.tx.board.keyPrefix, doing.card.number) } } : doing

/**
 * A text with its placeholders filled in, in one pass: the inserted texts are not templates. It is cut at a character, not within a
 * surrogate pair.
 */
function written(template: string, { tx, card, actorName }: Doing, most: number): string {
  const words: Record<string, string> = {
    'card.key': card ? keyOf(tx.board.keyPrefix, card.number) : '',
    'card.title': card?.title ?? '',
    'actor.name': actorName,
  }
  const filled = template.replaceAll(/\{\{\s*(card\.key|card\.title|actor\.name)\s*\}\}/g, (_, word: string) => words[word] ?? '')
  return truncate(filled, most)
}
