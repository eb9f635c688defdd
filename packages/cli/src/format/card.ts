import {
  type Actor,
  attributeNames,
  type BoardOutline,
  type BoardTree,
  type Card,
  type CardSummary,
  cardAttributes,
  noAttributes,
  type SearchHit,
} from '@tandem/contract'
import { block, columns, line, type Terminal } from '../terminal/terminal.ts'
import { sessionState } from './session.ts'

/** Cards as text for people. */
type Named = Pick<BoardOutline, 'members' | 'labels' | 'lists'>

export function cardTable(terminal: Terminal, cards: readonly CardSummary[], { members, lists }: Named): string {
  if (cards.length === 0) return 'No cards.'
  return columns(
    cards.map((card) => [
      terminal.paint('bold', card.key),
      line(lists.find(({ id }) => id === card.listId)?.name ?? ''),
      stateOf(card),
      line(card.title) + tail(terminal, card, members),
    ]),
  )
}

export function hitTable(terminal: Terminal, hits: readonly SearchHit[]): string {
  if (hits.length === 0) return 'No cards. Try fewer words or conditions.'
  const rows = hits.map((hit) => [
    terminal.paint('bold', hit.key),
    stateOf(hit),
    `${line(hit.title)}  ${terminal.paint('dim', line(hit.boardName))}`,
  ])
  const found = columns(rows).split('\n')
  return hits
    .map(({ snippet }, at) => (snippet === null ? found[at] : `${found[at]}\n    ${terminal.paint('dim', line(snippet))}`))
    .join('\n')
}

/** The board, list by list. */
export function boardText(terminal: Terminal, tree: BoardTree): string {
  const head = `${terminal.paint('bold', `${tree.keyPrefix}  ${line(tree.name)}`)}${tree.archivedAt === null ? '' : '  (archived)'}`
  const lists = tree.lists.map(({ name, cards, wipLimit, category, acceptance, queue }) => {
    const limit = wipLimit === null ? '' : ` of ${wipLimit}`
    const purpose = `${category === 'none' ? '' : `, ${category}`}${acceptance === 'none' ? '' : ', reviewed'}${queue === null ? '' : ', queue'}`
    const rows = cards.map((card) => [
      `  ${terminal.paint('bold', card.key)}`,
      stateOf(card),
      line(card.title) + tail(terminal, card, tree.members),
    ])
    return `\n${line(name)} (${cards.length}${limit}${purpose})\n${cards.length === 0 ? '  –' : columns(rows)}`
  })
  return [head, ...pauseLines(tree), ...lists].join('\n')
}

const pauseLines = ({ agentsPaused, members }: BoardTree): string[] =>
  agentsPaused ? [`Agents are paused by ${handleOf(members, agentsPaused.by)}: ${line(agentsPaused.reason)}`] : []

/** The whole card. `outline` has the names behind its ids. */
export function cardText(terminal: Terminal, card: Card, outline: Named & Pick<BoardOutline, 'name' | 'fields'>): string {
  const nameOf = (actorId: string) => handleOf(outline.members, actorId)
  const facts = Object.entries({
    board: line(outline.name),
    list: line(outline.lists.find(({ id }) => id === card.listId)?.name ?? 'archived list'),
    state: stateOf(card) || 'open',
    ...attributeFacts(card),
    assigned: card.assigneeActorIds.map(nameOf).join(', '),
    delegated: card.delegation ? nameOf(card.delegation.agentActorId) : '',
    review: card.review ? `the work of ${nameOf(card.review.agentActorId)} has been waiting since ${card.review.since}` : '',
    session: card.session ? [sessionState(card.session), card.session.statusText ?? ''].map(line).join('  ') : '',
    'sub-cards': card.progress.total > 0 ? `${card.progress.done} of ${card.progress.total} completed` : '',
    labels: outline.labels
      .filter(({ id }) => card.labelIds.includes(id))
      .map(({ name }) => line(name))
      .join(', '),
    id: card.id,
  }).filter(([, value]) => value !== '')
  const parts = [
    `${terminal.paint('bold', card.key)}  ${line(card.title)}`,
    columns(facts.map(([name, value]) => [`  ${terminal.paint('dim', name)}`, value])),
    card.description === '' ? '' : block(card.description),
    card.checklistItems.map(({ done, text }) => `${done ? '[x]' : '[ ]'} ${line(text)}`).join('\n'),
    card.comments.map((comment) => commentText(terminal, nameOf(comment.actorId), comment)).join('\n\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** With the column names of tables. */
function attributeFacts(card: Card): Record<string, string> {
  return Object.fromEntries(
    attributeNames.map((name) => [cardAttributes[name].csv.column, card[name] === noAttributes[name] ? '' : String(card[name])]),
  )
}

function commentText(terminal: Terminal, author: string, comment: Card['comments'][number]): string {
  const words = comment.deletedAt === null ? block(comment.body) : terminal.paint('dim', 'deleted')
  const reactions = (comment.reactions ?? []).map(({ emoji, actorIds }) => `${emoji} ${actorIds.length}`).join('  ')
  return `${terminal.paint('dim', `${author}  ${comment.createdAt}`)}\n${words}${reactions === '' ? '' : `\n${reactions}`}`
}

/** The handle of a member; the id of other actors. */
export function handleOf(members: readonly { actorId: string; handle: string }[], actorId: string): string {
  const member = members.find((one) => one.actorId === actorId)
  return member ? `@${member.handle}` : actorId
}

export function agentTable(terminal: Terminal, agents: readonly Actor[]): string {
  if (agents.length === 0) return 'No agents yet. tandem agent create <name> creates one.'
  return columns(
    agents.map(({ id, handle, name, deactivatedAt, pausedAt }) => [
      terminal.paint('bold', `@${handle}`),
      line(name),
      deactivatedAt !== null ? 'deactivated' : pausedAt ? 'paused' : 'active',
      id,
    ]),
  )
}

function stateOf(card: CardSummary): string {
  if (card.archivedAt !== null) return 'archived'
  if (card.completedAt !== null) return 'done'
  if (card.review !== null) return 'review'
  return card.blocked ? 'blocked' : ''
}

/** The assignees, the agent with the state of its session, and the progress of the checklist. */
function tail(terminal: Terminal, card: CardSummary, members: Named['members']): string {
  const people = card.assigneeActorIds.map((actorId) => handleOf(members, actorId))
  const agent = card.delegation ? handleOf(members, card.delegation.agentActorId) : ''
  const session = card.session ? sessionState(card.session) : ''
  const { done, total } = card.checklist
  const words = [...people, agent === '' ? session : `${agent}${session && ` ${session}`}`, total > 0 ? `${done}/${total}` : '']
  const shown = words.filter(Boolean).join('  ')
  return shown === '' ? '' : `  ${terminal.paint('dim', shown)}`
}
