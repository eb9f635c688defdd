import { type Card, escapeAll } from '@tandem/contract'
import { webUrl } from '../../../config/derived.ts'
import type { RequestContext } from '../request-context.ts'
import { cardDetail } from './shapes/cards.ts'
import { guidanceWith } from './shapes/guidance.ts'

/** The pair of tools that connectors without a catalogue of their own expect: results with id, title and url, and the text behind one. */
export function asResults(context: RequestContext, hits: unknown): Record<string, unknown> {
  const rows = hits as { key: string; title: string }[]
  return { results: rows.map((row) => ({ ...row, id: row.key, url: urlOf(context, row.key) })) }
}

export async function asFetched(context: RequestContext, body: unknown): Promise<Record<string, unknown>> {
  const { card } = body as { card: Card }
  const detail = cardDetail(card, await context.directory(card.boardId))
  return {
    id: card.key,
    title: card.title,
    text: JSON.stringify(escapeAll({ ...detail.card, ...(await guidanceWith(card, context)) })),
    url: urlOf(context, card.key),
    metadata: { updatedAt: card.updatedAt },
  }
}

const urlOf = ({ deps }: RequestContext, key: string): string => `${webUrl(deps.config) ?? ''}/cards/${key}`
