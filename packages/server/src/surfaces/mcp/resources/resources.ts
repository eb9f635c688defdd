import { type ListResourcesResult, type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { escapeAll, TandemError } from '@tandem/contract'
import type { ToolName } from '@tandem/contract/mcp'
import type { RequestContext } from '../request-context.ts'
import { performCall } from '../tools/perform.ts'
import { understand } from '../tools/understand.ts'

/** Resources that can be read and followed by address; the same answers as those of the tools, unabridged. Specification: service §7. */
const mimeType = 'application/json'

export const templates = [
  {
    name: 'board',
    title: 'A board',
    uriTemplate: 'board://{boardId}',
    description: 'Lists, cards, labels and members; by prefix or id.',
    mimeType,
  },
  { name: 'card', title: 'A card', uriTemplate: 'card://{key}', description: 'Everything on a card.', mimeType },
  { name: 'session', title: 'A session', uriTemplate: 'session://{sessionId}', description: 'The state of a session.', mimeType },
]

export const myWork = 'me://work'

export async function listResources(context: RequestContext): Promise<ListResourcesResult> {
  const boards = await boardsOf(context)
  return {
    resources: [
      { uri: myWork, name: 'my_work', title: 'My work', mimeType },
      ...boards.map(({ id, keyPrefix, name }) => ({ uri: `board://${id}`, name: keyPrefix, title: escapeAll(name), mimeType })),
    ],
  }
}

/** Empty without the scope to read boards: this list is always answered. */
export async function boardsOf(context: RequestContext) {
  try {
    return await context.ask('board.list', {})
  } catch (error) {
    if (error instanceof TandemError && error.code === 'forbidden') return []
    throw error
  }
}

/** Throws what the read throws, and not_found for an address that names nothing. */
export async function readResource(context: RequestContext, uri: string): Promise<ReadResourceResult> {
  const [tool, args] = callFor(uri)
  const { data } = await performCall(context, understand(tool, args, context))
  const { next: _, ...seen } = escapeAll(data)
  return { contents: [{ uri, mimeType, text: JSON.stringify(seen) }] }
}

export type Address = { kind: 'board' | 'card' | 'session' | 'me'; name: string }

/** Room for the longest name of a board, percent-encoded. */
const form = /^(board|card|session|me):\/\/([^/?#\s]{1,2000})$/

export function addressIn(uri: string): Address | null {
  const [, kind, name] = form.exec(uri) ?? []
  if (kind === undefined || name === undefined || (kind === 'me' && name !== 'work')) return null
  return { kind: kind as Address['kind'], name: decoded(name) }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function callFor(uri: string): [ToolName, unknown] {
  const address = addressIn(uri)
  switch (address?.kind) {
    case 'me':
      return ['my_work', {}]
    case 'board':
      return ['board_read', { method: 'get', params: { boardId: address.name, limit: 200 } }]
    case 'card':
      return ['card_read', { method: 'get', params: { cardId: address.name } }]
    case 'session':
      return ['session_read', { method: 'get', params: { sessionId: address.name } }]
    default:
      throw new ResourceNotFoundError(uri)
  }
}
